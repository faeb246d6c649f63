package dev.firn.ledger;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The content of a root that is about to be written: pure, so that it can be made again for every
 * attempt.
 *
 * @param tableUuid the table it belongs to
 * @param commitId {@code firn.commit} of the snapshot that will name it
 * @param sequence its sequence number
 * @param previous the root it is made from
 * @param segments oldest entries first
 * @param state a JSON object
 */
public record NextRoot(
    UUID tableUuid,
    UUID commitId,
    long sequence,
    Optional<String> previous,
    List<Segment> segments,
    String state)
    implements Serializable {
  /** Copies the list. */
  public NextRoot {
    segments = List.copyOf(segments);
  }

  /**
   * A root that follows the head, with the same content.
   *
   * @param head empty for a table's first root, or after a rollback to before it
   */
  public static NextRoot after(Optional<LedgerRoot> head, UUID tableUuid, UUID commitId) {
    return new NextRoot(
        tableUuid,
        commitId,
        head.map(root -> root.sequence() + 1).orElse(1L),
        head.map(LedgerRoot::location),
        head.map(LedgerRoot::segments).orElse(List.of()),
        head.map(LedgerRoot::state).orElse(LedgerRoot.NO_STATE));
  }

  /**
   * {@code firn ledger adopt}: the named root's content becomes the head's.
   *
   * @param others all roots known otherwise (head, property); the next root is numbered past them
   */
  public static NextRoot adopt(
      LedgerRoot named, List<LedgerRoot> others, UUID tableUuid, UUID commitId) {
    NextRoot next = after(Optional.of(named), tableUuid, commitId);
    return new NextRoot(
        tableUuid, commitId, sequencePast(named, others), next.previous, next.segments, next.state);
  }

  /**
   * {@code firn ledger reset}: no source file is known any more.
   *
   * @param known the newest root that can be read, if any; the new one names it as its previous
   */
  public static NextRoot reset(Optional<LedgerRoot> known, UUID tableUuid, UUID commitId) {
    return new NextRoot(
        tableUuid,
        commitId,
        known.map(root -> root.sequence() + 1).orElse(1L),
        known.map(LedgerRoot::location),
        List.of(),
        LedgerRoot.NO_STATE);
  }

  /** With newer segments at the end. */
  public NextRoot adding(List<Segment> added) {
    List<Segment> all = new ArrayList<>(segments);
    all.addAll(added);
    return with(all, state);
  }

  /**
   * With a merge's output in place of its inputs, wherever they now lie; unchanged if they are not
   * all listed side by side any more, or if the merge dropped old entries and older ones lie below.
   */
  public NextRoot merging(MergePlan.Merged merged) {
    List<Segment> inputs = merged.plan().inputs();
    int first = segments.indexOf(inputs.get(0));
    int end = first + inputs.size();
    boolean listed =
        first >= 0 && end <= segments.size() && segments.subList(first, end).equals(inputs);
    if (!listed || (first > 0 && merged.plan().dropBefore().isPresent())) {
      return this;
    }
    List<Segment> all = new ArrayList<>(segments.subList(0, first));
    merged.output().ifPresent(all::add);
    all.addAll(segments.subList(end, segments.size()));
    return with(all, state);
  }

  /** Without the oldest segments that hold nothing committed at or after {@code dropBefore}. */
  public NextRoot dropping(Instant dropBefore) {
    int first = 0;
    while (first < segments.size() && segments.get(first).maxCommitted().isBefore(dropBefore)) {
      first++;
    }
    return first == 0 ? this : with(segments.subList(first, segments.size()), state);
  }

  /** With another state, a JSON object. */
  public NextRoot withState(String newState) {
    return with(segments, newState);
  }

  private NextRoot with(List<Segment> newSegments, String newState) {
    return new NextRoot(tableUuid, commitId, sequence, previous, newSegments, newState);
  }

  private static long sequencePast(LedgerRoot named, List<LedgerRoot> others) {
    return others.stream().mapToLong(LedgerRoot::sequence).reduce(named.sequence(), Math::max) + 1;
  }
}
