package dev.firn.ledger;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * The columns of a segment, in the order of the file. Positions are those of {@link #ENTRIES};
 * field ids are positions + 1 and never change their meaning.
 */
final class SegmentSchema {
  static final int LOCATION = 0;
  static final int VERSION_ID = 1;
  static final int ETAG = 2;
  static final int SIZE_BYTES = 3;
  static final int STATUS = 4;
  static final int REASON = 5;
  static final int DETAIL = 6;
  static final int DAY = 7;
  static final int PRODUCER = 8;
  static final int ROWS_IN = 9;
  static final int ROWS_WRITTEN = 10;
  static final int ROWS_REJECTED = 11;
  static final int MIN_EVENT_TIME = 12;
  static final int MAX_EVENT_TIME = 13;
  static final int REJECTS = 14;
  static final int ARRIVAL_TIME = 15;
  static final int COMMIT_TIME = 16;
  static final int COMMIT_ID = 17;
  static final int HASH_HI = 18;
  static final int HASH_LO = 19;

  /** Not in segments of versions that dropped no rows: null means 0. */
  static final int ROWS_DROPPED = 20;

  /** All columns. */
  static final Schema ENTRIES =
      new Schema(
          required(LOCATION + 1, "location", Types.StringType.get()),
          optional(VERSION_ID + 1, "version_id", Types.StringType.get()),
          optional(ETAG + 1, "etag", Types.StringType.get()),
          required(SIZE_BYTES + 1, "size_bytes", Types.LongType.get()),
          required(STATUS + 1, "status", Types.StringType.get()),
          optional(REASON + 1, "reason", Types.StringType.get()),
          optional(DETAIL + 1, "detail", Types.StringType.get()),
          optional(DAY + 1, "day", Types.DateType.get()),
          optional(PRODUCER + 1, "producer", Types.StringType.get()),
          required(ROWS_IN + 1, "rows_in", Types.LongType.get()),
          required(ROWS_WRITTEN + 1, "rows_written", Types.LongType.get()),
          required(ROWS_REJECTED + 1, "rows_rejected", Types.LongType.get()),
          optional(MIN_EVENT_TIME + 1, "min_event_time", Types.TimestampType.withZone()),
          optional(MAX_EVENT_TIME + 1, "max_event_time", Types.TimestampType.withZone()),
          optional(REJECTS + 1, "rejects", Types.StringType.get()),
          required(ARRIVAL_TIME + 1, "arrival_time", Types.TimestampType.withZone()),
          required(COMMIT_TIME + 1, "commit_time", Types.TimestampType.withZone()),
          required(COMMIT_ID + 1, "commit_id", Types.UUIDType.get()),
          required(HASH_HI + 1, "hash_hi", Types.LongType.get()),
          required(HASH_LO + 1, "hash_lo", Types.LongType.get()),
          optional(ROWS_DROPPED + 1, "rows_dropped", Types.LongType.get()));

  /** What a look-up loads of a row group: the hashes, and the day for its bounds. */
  static final Schema HASHES = new Schema(ENTRIES.findField("day"), ENTRIES.findField("hash_hi"));

  /** What a look-up reads where a hash was found; positions as in {@link LedgerIndex}. */
  static final Schema KNOWN =
      new Schema(
          ENTRIES.findField("location"),
          ENTRIES.findField("version_id"),
          ENTRIES.findField("etag"),
          ENTRIES.findField("size_bytes"),
          ENTRIES.findField("status"),
          ENTRIES.findField("rows_written"),
          ENTRIES.findField("commit_time"));

  /**
   * Rows of a row group at most: a look-up decodes 128 KiB of hashes, and a merge of 8 segments
   * holds 8 row groups of about 4 MB.
   */
  static final int ROW_GROUP_ROWS = 16_384;

  /** A row group this full ends where a day ends, so that the next holds fewer days. */
  static final int EARLY_END_ROWS = ROW_GROUP_ROWS / 2;

  /** In place of a day where an entry has none. */
  static final int NO_DAY = Integer.MIN_VALUE;

  private static final long MICROS_PER_SECOND = 1_000_000;

  private SegmentSchema() {}

  /** Microseconds since 1970-01-01T00:00Z. */
  static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1000L);
  }
}
