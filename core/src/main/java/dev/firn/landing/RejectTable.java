package dev.firn.landing;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import java.time.Instant;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/** Rejected rows in memory, with the columns of a rejects file. One thread. */
final class RejectTable {
  /**
   * The columns of a rejects file: where the row stood, why it was rejected, and its bytes. Line
   * (from 1) and byte offset (from 0) refer to the decompressed file; they are null if the row had
   * been decoded before it was rejected, and {@code raw} then holds it as JSON.
   */
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "source_file", Types.StringType.get()),
          Types.NestedField.optional(2, "line", Types.LongType.get()),
          Types.NestedField.optional(3, "byte_offset", Types.LongType.get()),
          Types.NestedField.required(4, "reason", Types.StringType.get()),
          Types.NestedField.required(5, "detail", Types.StringType.get()),
          Types.NestedField.required(6, "raw", Types.BinaryType.get()),
          Types.NestedField.required(7, "rejected_at", Types.TimestampType.withZone()));

  private final Batch batch = new Batch(SCHEMA);
  private final BytesColumn file = (BytesColumn) batch.column(0);
  private final LongColumn line = (LongColumn) batch.column(1);
  private final LongColumn offset = (LongColumn) batch.column(2);
  private final BytesColumn reason = (BytesColumn) batch.column(3);
  private final BytesColumn detail = (BytesColumn) batch.column(4);
  private final BytesColumn raw = (BytesColumn) batch.column(5);
  private final LongColumn time = (LongColumn) batch.column(6);
  private int[] firstRows = new int[0];

  /** The place of the row that is being put together; left out, it is null. */
  void place(long lineNumber, long byteOffset) {
    line.append(lineNumber);
    offset.append(byteOffset);
  }

  /** The source file and the cause of the row that is being put together. */
  void describe(String location, String code, String text) {
    file.append(location);
    reason.append(code);
    detail.append(text);
  }

  /** The bytes of the row and when it was rejected; ends it. */
  void endRow(byte[] bytes, int from, int length, Instant instant) {
    raw.append(bytes, from, length);
    time.append(
        Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000L));
    batch.endRow();
  }

  Batch batch() {
    return batch;
  }

  int rowCount() {
    return batch.rowCount();
  }

  long sizeBytes() {
    return batch.sizeBytes();
  }

  void truncate(int rows) {
    batch.truncate(rows);
  }

  void clear() {
    batch.clear();
  }

  /** The rows 0, 1, 2, …, at least {@code count} of them. */
  int[] firstRows(int count) {
    if (firstRows.length < count) {
      firstRows = new int[count + (count >> 1)];
      for (int row = 0; row < firstRows.length; row++) {
        firstRows[row] = row;
      }
    }
    return firstRows;
  }

  /** Empties both tables and moves the rows from {@code fromRow} on over to the other. */
  void moveTo(RejectTable other, int fromRow) {
    other.clear();
    for (int row = fromRow; row < batch.rowCount(); row++) {
      if (!line.isNull(row)) {
        other.place(line.get(row), offset.get(row));
      }
      copy(file, row, other.file);
      copy(reason, row, other.reason);
      copy(detail, row, other.detail);
      copy(raw, row, other.raw);
      other.time.append(time.get(row));
      other.batch.endRow();
    }
    clear();
  }

  private static void copy(BytesColumn from, int row, BytesColumn to) {
    int entry = from.codes()[row];
    int start = from.offsets()[entry];
    to.append(from.bytes(), start, from.offsets()[entry + 1] - start);
  }
}
