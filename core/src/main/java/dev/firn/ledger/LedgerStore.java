package dev.firn.ledger;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Abortable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * Reads and writes the ledger's files: roots and segments.
 *
 * <p>Every file gets a name of its own and is never changed; nothing counts until a snapshot names
 * its root. So a writer may crash or lose a race anywhere: it leaves files that nobody refers to,
 * which {@link #collectGarbage} removes when they are old. Any thread may call.
 */
public final class LedgerStore implements RootReader {
  /**
   * Roots kept in memory: head, property and the last few; one is about 20 KB. Chains are walked
   * once.
   */
  private static final int CACHED_ROOTS = 16;

  /** Far above what 400 days need (50 segments, 40 KB); whoever reads a file must know an end. */
  private static final int MAX_ROOT_BYTES = 64 << 20;

  private final FileIO io;
  private final LedgerLocation location;
  private final MergePolicy policy;
  private final Clock clock;
  private final Supplier<UUID> ids;
  private final Map<String, LedgerRoot> cache =
      Collections.synchronizedMap(
          new LinkedHashMap<>(CACHED_ROOTS * 2, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, LedgerRoot> eldest) {
              return size() > CACHED_ROOTS;
            }
          });

  /**
   * A store.
   *
   * @param io reads, writes and (for {@link #collectGarbage} and {@link #newestCommittedRoot})
   *     lists
   * @param location the folders
   * @param policy when to merge and how long to keep entries
   * @param clock for {@code created-at} and retention; order never depends on it
   * @param ids random UUIDs, for file names
   */
  public LedgerStore(
      FileIO io, LedgerLocation location, MergePolicy policy, Clock clock, Supplier<UUID> ids) {
    this.io = io;
    this.location = location;
    this.policy = policy;
    this.clock = clock;
    this.ids = ids;
  }

  /** The folders. */
  public LedgerLocation location() {
    return location;
  }

  /**
   * The root at a location; one request, or none if it was read before.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if it does not exist or is damaged,
   *     {@link ErrorCode#TABLE} if a newer format wrote it, {@link ErrorCode#STORAGE} if storage
   *     fails (may be retried)
   */
  public LedgerRoot read(String rootLocation) {
    return find(rootLocation)
        .orElseThrow(
            () ->
                new FirnException(
                    ErrorCode.LEDGER_UNKNOWN,
                    "the ledger root "
                        + rootLocation
                        + " does not exist; restore the file, or run firn ledger adopt or firn"
                        + " ledger reset"));
  }

  @Override
  public Optional<LedgerRoot> find(String rootLocation) {
    LedgerRoot known = cache.get(rootLocation);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<LedgerRoot> root = readBytes(rootLocation).map(b -> RootJson.read(b, rootLocation));
    root.ifPresent(read -> cache.put(rootLocation, read));
    return root;
  }

  /**
   * Writes entries as a segment that no root lists yet. Once per batch: it does not depend on the
   * root that will list it. One file.
   *
   * @param entries at least one, of different file versions; in any order
   * @param dayRule names the rule that gave their days, as for {@link LedgerIndex}
   * @throws FirnException {@link ErrorCode#STORAGE}; may be retried, with another file
   */
  public Segment writeSegment(List<LedgerEntry> entries, String dayRule) {
    List<LedgerEntry> sorted = EntryOrder.sortedVersions(entries);
    try (SegmentWriter writer = new SegmentWriter(io, newSegmentLocation())) {
      sorted.forEach(writer::entry);
      return writer.finish(0, Optional.of(dayRule).filter(rule -> !rule.isEmpty()));
    }
  }

  /**
   * After a rollback: writes what has to be recorded of the files that only the lost root knows,
   * {@link FileStatus#WITHDRAWN} if their rows left the table. Empty if there is nothing.
   *
   * <p>Reads the segments that only the lost root has; memory does not depend on their size.
   *
   * @param head the head, empty if the table went back to before its first root
   * @param lost the root that the table property names
   * @param commitId the commit that will list the segment
   */
  public Optional<Segment> writeWithdrawals(
      Optional<LedgerRoot> head, LedgerRoot lost, UUID commitId) {
    List<Segment> segments = Withdrawal.differingSegments(head, lost);
    if (segments.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> dayRule = SegmentMerge.commonRule(segments);
    LedgerIndex index = new LedgerIndex(io, dayRule.orElse(""));
    try (SegmentScan scan = new SegmentScan(io, segments);
        SegmentWriter writer = new SegmentWriter(io, newSegmentLocation())) {
      Withdrawal.Commit commit = new Withdrawal.Commit(commitId, now());
      Withdrawal withdrawal = new Withdrawal(head, lost, index, commit, writer);
      scan.run(withdrawal);
      withdrawal.flush();
      return writer.entries() == 0 ? Optional.empty() : Optional.of(writer.finish(0, dayRule));
    }
  }

  /**
   * Writes a root: once per attempt to commit, since it depends on the head that the attempt is
   * built on. Segments that are older than the retention are left out. One file, with a name that
   * no other writer uses.
   *
   * @throws FirnException {@link ErrorCode#STORAGE}; may be retried, with another file
   */
  public LedgerRoot writeRoot(NextRoot next) {
    Instant now = now();
    NextRoot content = next.dropping(now.minus(policy.retention()));
    String rootLocation = location.ledger() + FileNames.root(next, ids.get());
    LedgerRoot root =
        new LedgerRoot(
            rootLocation,
            content.tableUuid(),
            content.sequence(),
            content.previous(),
            content.commitId(),
            now,
            content.segments(),
            LedgerTotals.ofSegments(content.segments()),
            content.state());
    byte[] json = RootJson.write(root);
    writeBytes(rootLocation, json);
    cache.put(rootLocation, root);
    return root;
  }

  /** The merge that is due next in a root; empty if none is. */
  public Optional<MergePlan> planMerge(LedgerRoot root) {
    return MergePlan.of(root, policy, now());
  }

  /**
   * Merges segments beside the commits: nothing changes until a root takes the result in ({@link
   * NextRoot#merging}), and commits need not wait. Reads each input once; memory is a row group of
   * each.
   *
   * @throws FirnException {@link ErrorCode#STORAGE}; may be retried
   */
  public MergePlan.Merged merge(MergePlan plan) {
    return SegmentMerge.run(io, plan, newSegmentLocation());
  }

  /**
   * Hands over the newest entry of every file version, by day (none first) and hash. Reads the
   * whole ledger; memory is a row group per segment.
   *
   * <p>If the day rule was changed between two entries of a version, both come.
   */
  public void forEach(LedgerRoot root, Consumer<LedgerEntry> each) {
    try (SegmentScan scan = new SegmentScan(io, root.segments())) {
      scan.run(
          new SegmentScan.Sink() {
            @Override
            public void row(EntryColumns rows, int row) {
              each.accept(rows.get(row));
            }

            @Override
            public void entry(LedgerEntry entry) {
              each.accept(entry);
            }
          });
    }
  }

  /**
   * The newest root in the ledger's folder that proves earlier commits of a table: one with a
   * previous root. For a table whose metadata knows of no ledger; a first root alone proves
   * nothing, its commit may have failed. One listing, and a read per candidate.
   */
  public Optional<LedgerRoot> newestCommittedRoot(UUID tableUuid) {
    return new LedgerFolder(io, location, this).newestCommittedRoot(tableUuid);
  }

  /**
   * The state, with the ledger's folder taken into account: a table whose metadata knows of no
   * ledger although the folder holds one is {@link LedgerState.Unknown}.
   */
  public LedgerState checked(LedgerState state, UUID tableUuid) {
    if (!(state instanceof LedgerState.Absent)) {
      return state;
    }
    return newestCommittedRoot(tableUuid)
        .<LedgerState>map(
            root ->
                new LedgerState.Unknown(
                    "the ledger of table "
                        + tableUuid
                        + " is unknown: its snapshots and its property "
                        + LedgerKeys.PROPERTY_LEDGER
                        + " name no root, but "
                        + location.ledger()
                        + " holds roots of it, the newest "
                        + root.location()
                        + "; run firn ledger adopt with the root that lists the table's rows, or"
                        + " firn ledger reset to forget all source files",
                    Optional.empty(),
                    Optional.empty()))
        .orElse(state);
  }

  /**
   * Deletes roots and segments that nothing needs: not listed by a kept root, not on the way from
   * one kept root to another, and older than {@code olderThan}. Rejects are left alone.
   *
   * @param rootsToKeep all roots that a retained snapshot or the table property names
   * @param olderThan files written later stay: they may belong to a commit under way, or to one
   *     whose outcome is unknown; at least as long ago as any of those may take
   * @return how many files were deleted
   * @throws FirnException {@link ErrorCode#STORAGE}; {@link ErrorCode#LEDGER_UNKNOWN} if a root to
   *     be kept can't be read, and then nothing was deleted
   */
  public int collectGarbage(Set<String> rootsToKeep, Instant olderThan) {
    return new LedgerFolder(io, location, this).collectGarbage(rootsToKeep, olderThan);
  }

  private void writeBytes(String file, byte[] bytes) {
    try (PositionOutputStream out = io.newOutputFile(file).create()) {
      try {
        out.write(bytes);
      } catch (IOException | RuntimeException e) {
        if (out instanceof Abortable abortable) {
          abortable.abort();
        }
        throw e;
      }
    } catch (IOException | UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "writing the ledger root " + file + " failed: " + e.getMessage() + "; try again",
          e);
    }
  }

  private Optional<byte[]> readBytes(String rootLocation) {
    InputFile file = io.newInputFile(rootLocation);
    try (SeekableInputStream in = file.newStream()) {
      byte[] bytes = in.readNBytes(MAX_ROOT_BYTES + 1);
      if (bytes.length > MAX_ROOT_BYTES) {
        throw new FirnException(
            ErrorCode.LEDGER_UNKNOWN,
            "the ledger root " + rootLocation + " is larger than " + MAX_ROOT_BYTES + " bytes");
      }
      return Optional.of(bytes);
    } catch (NotFoundException e) {
      return Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "reading the ledger root " + rootLocation + " failed: " + e.getMessage() + "; try again",
          e);
    }
  }

  private String newSegmentLocation() {
    return location.ledger() + FileNames.segment(ids.get());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
