package dev.firn.ledger;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.source.FileIdentity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** A batch of ledger entries: a segment's columns, and entries to and from their rows. */
final class EntryColumns {
  private final Batch batch = new Batch(SegmentSchema.ENTRIES);
  private final Column[] columns = new Column[batch.columnCount()];
  private final IntColumn day;
  private final LongColumn commitTime;
  private final LongColumn hashHi;
  private final LongColumn hashLo;

  EntryColumns() {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.column(i);
    }
    day = (IntColumn) columns[SegmentSchema.DAY];
    commitTime = longs(SegmentSchema.COMMIT_TIME);
    hashHi = longs(SegmentSchema.HASH_HI);
    hashLo = longs(SegmentSchema.HASH_LO);
  }

  Batch batch() {
    return batch;
  }

  int rowCount() {
    return batch.rowCount();
  }

  void clear() {
    batch.clear();
  }

  /** The day as days since 1970-01-01, or {@link SegmentSchema#NO_DAY}, which sorts first. */
  int day(int row) {
    return day.isNull(row) ? SegmentSchema.NO_DAY : day.get(row);
  }

  long hashHi(int row) {
    return hashHi.get(row);
  }

  long hashLo(int row) {
    return hashLo.get(row);
  }

  long commitMicros(int row) {
    return commitTime.get(row);
  }

  FileStatus status(int row) {
    return FileStatus.ofCode(bytes(SegmentSchema.STATUS).getString(row));
  }

  FileTotals totals(int row) {
    return new FileTotals(
        1,
        longs(SegmentSchema.ROWS_IN).get(row),
        longs(SegmentSchema.ROWS_WRITTEN).get(row),
        longs(SegmentSchema.ROWS_REJECTED).get(row),
        number(SegmentSchema.ROWS_DROPPED, row).orElse(0L));
  }

  void append(LedgerEntry entry, LocationHash hash) {
    FileIdentity file = entry.file();
    bytes(SegmentSchema.LOCATION).append(file.location());
    text(SegmentSchema.VERSION_ID, file.versionId());
    text(SegmentSchema.ETAG, file.etag());
    longs(SegmentSchema.SIZE_BYTES).append(file.sizeBytes());
    bytes(SegmentSchema.STATUS).append(entry.status().code());
    text(SegmentSchema.REASON, entry.reason());
    text(SegmentSchema.DETAIL, entry.detail());
    entry.day().ifPresent(date -> day.append(Math.toIntExact(date.toEpochDay())));
    text(SegmentSchema.PRODUCER, entry.producer());
    longs(SegmentSchema.ROWS_IN).append(entry.rowsIn());
    longs(SegmentSchema.ROWS_WRITTEN).append(entry.rowsWritten());
    longs(SegmentSchema.ROWS_REJECTED).append(entry.rowsRejected());
    entry.minEventMicros().ifPresent(longs(SegmentSchema.MIN_EVENT_TIME)::append);
    entry.maxEventMicros().ifPresent(longs(SegmentSchema.MAX_EVENT_TIME)::append);
    text(SegmentSchema.REJECTS, entry.rejects());
    longs(SegmentSchema.ARRIVAL_TIME).append(SegmentSchema.micros(entry.arrival()));
    commitTime.append(SegmentSchema.micros(entry.committed()));
    appendUuid(entry.commitId());
    hashHi.append(hash.hi());
    hashLo.append(hash.lo());
    longs(SegmentSchema.ROWS_DROPPED).append(entry.rowsDropped());
    batch.endRow();
  }

  /** Appends a row of another batch. */
  void appendFrom(EntryColumns other, int row) {
    for (int i = 0; i < columns.length; i++) {
      Column from = other.columns[i];
      if (from.isNull(row)) {
        continue;
      }
      if (from instanceof BytesColumn source) {
        int entry = source.codes()[row];
        int start = source.offsets()[entry];
        ((BytesColumn) columns[i])
            .append(source.bytes(), start, source.offsets()[entry + 1] - start);
      } else if (from instanceof LongColumn source) {
        ((LongColumn) columns[i]).append(source.get(row));
      } else {
        ((IntColumn) columns[i]).append(((IntColumn) from).get(row));
      }
    }
    batch.endRow();
  }

  LedgerEntry get(int row) {
    return new LedgerEntry(
        new FileIdentity(
            bytes(SegmentSchema.LOCATION).getString(row),
            text(SegmentSchema.VERSION_ID, row),
            text(SegmentSchema.ETAG, row),
            longs(SegmentSchema.SIZE_BYTES).get(row)),
        status(row),
        text(SegmentSchema.REASON, row),
        text(SegmentSchema.DETAIL, row),
        day.isNull(row) ? Optional.empty() : Optional.of(LocalDate.ofEpochDay(day.get(row))),
        text(SegmentSchema.PRODUCER, row),
        longs(SegmentSchema.ROWS_IN).get(row),
        longs(SegmentSchema.ROWS_WRITTEN).get(row),
        longs(SegmentSchema.ROWS_REJECTED).get(row),
        number(SegmentSchema.ROWS_DROPPED, row).orElse(0L),
        number(SegmentSchema.MIN_EVENT_TIME, row),
        number(SegmentSchema.MAX_EVENT_TIME, row),
        text(SegmentSchema.REJECTS, row),
        time(SegmentSchema.ARRIVAL_TIME, row),
        time(SegmentSchema.COMMIT_TIME, row),
        uuid(row));
  }

  private void appendUuid(UUID id) {
    byte[] big =
        ByteBuffer.allocate(16)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    bytes(SegmentSchema.COMMIT_ID).append(big, 0, big.length);
  }

  private UUID uuid(int row) {
    ByteBuffer big = ByteBuffer.wrap(bytes(SegmentSchema.COMMIT_ID).get(row));
    return new UUID(big.getLong(), big.getLong());
  }

  private void text(int position, Optional<String> value) {
    if (value.isPresent()) {
      byte[] utf8 = value.get().getBytes(StandardCharsets.UTF_8);
      bytes(position).append(utf8, 0, utf8.length);
    }
  }

  private Optional<String> text(int position, int row) {
    BytesColumn column = bytes(position);
    return column.isNull(row) ? Optional.empty() : Optional.of(column.getString(row));
  }

  private Optional<Long> number(int position, int row) {
    LongColumn column = longs(position);
    return column.isNull(row) ? Optional.empty() : Optional.of(column.get(row));
  }

  private Instant time(int position, int row) {
    return SegmentSchema.instant(longs(position).get(row));
  }

  private BytesColumn bytes(int position) {
    return (BytesColumn) columns[position];
  }

  private LongColumn longs(int position) {
    return (LongColumn) columns[position];
  }
}
