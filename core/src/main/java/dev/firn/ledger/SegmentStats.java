package dev.firn.ledger;

import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Optional;

/** What a root says of a segment, gathered while its rows are written. */
final class SegmentStats {
  private static final FileStatus[] STATUSES = FileStatus.values();

  private final long[] files = new long[STATUSES.length];
  private final long[] rowsIn = new long[STATUSES.length];
  private final long[] rowsWritten = new long[STATUSES.length];
  private final long[] rowsRejected = new long[STATUSES.length];
  private final long[] rowsDropped = new long[STATUSES.length];
  private long entries;
  private int minDay = Integer.MAX_VALUE;
  private int maxDay = SegmentSchema.NO_DAY;
  private boolean someWithoutDay;
  private LocationHash minHash = new LocationHash(Long.MAX_VALUE, Long.MAX_VALUE);
  private LocationHash maxHash = new LocationHash(Long.MIN_VALUE, Long.MIN_VALUE);
  private long minCommitted = Long.MAX_VALUE;
  private long maxCommitted = Long.MIN_VALUE;

  void add(EntryColumns rows, int row) {
    entries++;
    int status = rows.status(row).ordinal();
    FileTotals totals = rows.totals(row);
    files[status]++;
    rowsIn[status] += totals.rowsIn();
    rowsWritten[status] += totals.rowsWritten();
    rowsRejected[status] += totals.rowsRejected();
    rowsDropped[status] += totals.rowsDropped();
    int day = rows.day(row);
    if (day == SegmentSchema.NO_DAY) {
      someWithoutDay = true;
    } else {
      minDay = Math.min(minDay, day);
      maxDay = Math.max(maxDay, day);
    }
    LocationHash hash = new LocationHash(rows.hashHi(row), rows.hashLo(row));
    minHash = hash.compareTo(minHash) < 0 ? hash : minHash;
    maxHash = hash.compareTo(maxHash) > 0 ? hash : maxHash;
    minCommitted = Math.min(minCommitted, rows.commitMicros(row));
    maxCommitted = Math.max(maxCommitted, rows.commitMicros(row));
  }

  long entries() {
    return entries;
  }

  /** The segment; at least one row was added. */
  Segment segment(String location, int level, Optional<String> dayRule, long sizeBytes) {
    EnumMap<FileStatus, FileTotals> totals = new EnumMap<>(FileStatus.class);
    for (FileStatus status : STATUSES) {
      int i = status.ordinal();
      totals.put(
          status,
          new FileTotals(files[i], rowsIn[i], rowsWritten[i], rowsRejected[i], rowsDropped[i]));
    }
    boolean someDay = maxDay != SegmentSchema.NO_DAY;
    return new Segment(
        location,
        level,
        entries,
        sizeBytes,
        new LedgerTotals(totals),
        new Segment.DayRange(
            someDay ? Optional.of(LocalDate.ofEpochDay(minDay)) : Optional.empty(),
            someDay ? Optional.of(LocalDate.ofEpochDay(maxDay)) : Optional.empty(),
            someWithoutDay),
        dayRule,
        minHash,
        maxHash,
        SegmentSchema.instant(minCommitted),
        SegmentSchema.instant(maxCommitted));
  }
}
