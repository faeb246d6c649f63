package dev.firn.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Finds, after a rollback, what the lost root knows and the head does not, and passes it on as it
 * is to be recorded.
 *
 * <p>By content, not by segment: entries that a merge carried along are in the head too. Reads the
 * segments that only the lost root has, in bounded portions.
 */
final class Withdrawal implements SegmentScan.Sink {
  /** Entries looked up at once; they come sorted, so that a portion meets few row groups. */
  private static final int PORTION = 4096;

  private final List<LedgerEntry> portion = new ArrayList<>(PORTION);
  private final Optional<LedgerRoot> head;
  private final LedgerRoot lost;
  private final LedgerIndex index;
  private final SegmentScan.Sink sink;
  private final Commit commit;

  /** Who records it, and when. */
  record Commit(UUID id, Instant time) {}

  Withdrawal(
      Optional<LedgerRoot> head,
      LedgerRoot lost,
      LedgerIndex index,
      Commit commit,
      SegmentScan.Sink sink) {
    this.head = head;
    this.lost = lost;
    this.index = index;
    this.commit = commit;
    this.sink = sink;
  }

  /**
   * The segments that only one of the two roots has, those of the lost one last: only of their
   * files can the two say different things. The head's count too: what it says may supersede an
   * entry that both have, as a replay that the lost line knows nothing of.
   */
  static List<Segment> differingSegments(Optional<LedgerRoot> head, LedgerRoot lost) {
    List<Segment> kept = head.map(LedgerRoot::segments).orElse(List.of());
    List<Segment> differing = new ArrayList<>(without(kept, lost.segments()));
    differing.addAll(without(lost.segments(), kept));
    return differing;
  }

  private static List<Segment> without(List<Segment> segments, List<Segment> others) {
    Set<String> locations = new HashSet<>();
    others.forEach(segment -> locations.add(segment.location()));
    return segments.stream().filter(s -> !locations.contains(s.location())).toList();
  }

  @Override
  public void row(EntryColumns rows, int row) {
    entry(rows.get(row));
  }

  @Override
  public void entry(LedgerEntry entry) {
    portion.add(entry);
    if (portion.size() == PORTION) {
      flush();
    }
  }

  /** Deals with the last portion. */
  void flush() {
    List<FileKey> keys = new ArrayList<>(portion.size());
    for (LedgerEntry entry : portion) {
      keys.add(new FileKey(entry.file().location(), entry.day()));
    }
    Map<String, List<Known>> inLost = index.lookup(lost, keys);
    Map<String, List<Known>> inHead = head.isPresent() ? index.lookup(head.get(), keys) : Map.of();
    for (LedgerEntry entry : portion) {
      // A segment that both roots have may hold a newer word on the file than the one scanned.
      statusOf(entry, inLost)
          .flatMap(inLostRoot -> LedgerChanges.afterRollback(inLostRoot, statusOf(entry, inHead)))
          .ifPresent(status -> sink.entry(entry.as(status, commit.time(), commit.id())));
    }
    portion.clear();
  }

  private static Optional<FileStatus> statusOf(
      LedgerEntry entry, Map<String, List<Known>> knownByLocation) {
    for (Known known : knownByLocation.getOrDefault(entry.file().location(), List.of())) {
      if (known.file().sameVersionAs(entry.file())) {
        return Optional.of(known.status());
      }
    }
    return Optional.empty();
  }
}
