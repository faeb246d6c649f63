package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/**
 * Finds the files that somebody wants to be read again: {@code firn replay} writes its word into
 * the ledger, often from another process and long after their notices were acknowledged.
 *
 * <p>Only segments that were not there at the last look are read, and of those only the ones that
 * say in the root that they hold a replay: no request in the usual case. Not safe for threads.
 */
public final class ReplayRequests {
  private static final Schema STATUSES = new Schema(SegmentSchema.ENTRIES.findField("status"));
  private static final Schema LOCATIONS = new Schema(SegmentSchema.ENTRIES.findField("location"));

  /** Replays are rare; what is read for one need not be kept for the next. */
  private static final long INDEX_BYTES = 1L << 20;

  private final FileIO io;
  private final LedgerIndex index;
  private Set<String> seen = Set.of();

  /** A finder that has seen nothing. */
  public ReplayRequests(FileIO io) {
    this.io = io;
    // Goes by hash alone: the days of the locations are not known here, and need not be.
    this.index = new LedgerIndex(io, "", INDEX_BYTES);
  }

  /**
   * The locations that wait for a replay in this root and that the segments seen before do not
   * name. Merged segments count as new, so a location may be named again while it waits.
   *
   * @throws dev.firn.error.FirnException if storage fails; asking again finds the same
   */
  public List<String> newIn(LedgerRoot root) {
    Set<String> present = new HashSet<>();
    Set<String> asked = new LinkedHashSet<>();
    for (Segment segment : root.segments()) {
      if (segment.totals().of(FileStatus.REPLAY).files() > 0) {
        present.add(segment.location());
        if (!seen.contains(segment.location())) {
          collect(segment, asked);
        }
      }
    }
    List<String> waiting = stillWaiting(root, asked);
    seen = present;
    return waiting;
  }

  private List<String> stillWaiting(LedgerRoot root, Set<String> asked) {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<FileKey> keys = asked.stream().map(each -> new FileKey(each, Optional.empty())).toList();
    Map<String, List<LedgerEntry>> newest = index.entries(root, keys);
    List<String> waiting = new ArrayList<>();
    for (String location : asked) {
      boolean waits =
          newest.getOrDefault(location, List.of()).stream()
              .anyMatch(entry -> entry.status() == FileStatus.REPLAY);
      if (waits) {
        waiting.add(location);
      }
    }
    return waiting;
  }

  /** Reads the statuses, and the locations of those row groups only that hold a replay. */
  private void collect(Segment segment, Set<String> asked) {
    try (SegmentFile statusFile = SegmentFile.open(io, segment, STATUSES);
        SegmentFile locationFile = SegmentFile.open(io, segment, LOCATIONS)) {
      Batch statuses = new Batch(STATUSES);
      Batch locations = new Batch(LOCATIONS);
      for (int group = 0; group < statusFile.groupCount(); group++) {
        statuses.clear();
        statusFile.read(group, statuses);
        int[] rows = replayRows(statuses);
        if (rows.length > 0) {
          locations.clear();
          locationFile.read(group, locations);
          for (int row : rows) {
            asked.add(((BytesColumn) locations.column(0)).getString(row));
          }
        }
      }
    }
  }

  private static int[] replayRows(Batch statuses) {
    BytesColumn column = (BytesColumn) statuses.column(0);
    return IntStream.range(0, statuses.rowCount())
        .filter(row -> column.getString(row).equals(FileStatus.REPLAY.code()))
        .toArray();
  }
}
