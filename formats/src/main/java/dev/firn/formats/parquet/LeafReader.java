package dev.firn.formats.parquet;

import dev.firn.decode.typed.ValueSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.VersionParser;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.jspecify.annotations.Nullable;

/** The values of one column of a file, one after the other, with their levels. One thread. */
final class LeafReader {
  /** How a value is stored. */
  enum Kind {
    BOOLEAN,
    INT,
    UNSIGNED_INT,
    LONG,
    UNSIGNED_LONG,
    FLOAT,
    HALF_FLOAT,
    DOUBLE,
    BYTES,
    /** INT96: nanoseconds of a day and its Julian day, as µs since 1970. */
    JULIAN_MICROS,
    /** INT96 as ns since 1970. */
    JULIAN_NANOS
  }

  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int JULIAN_DAY_OF_1970 = 2_440_588;
  private static final int INT96_BYTES = 12;

  /** No dictionary is asked for: values are read one by one. */
  private static final PrimitiveConverter NOBODY = new PrimitiveConverter() {};

  private final ColumnDescriptor column;
  private final Kind kind;
  private @Nullable ColumnReader reader;
  private long left;

  LeafReader(ColumnDescriptor column, Kind kind) {
    this.column = column;
    this.kind = kind;
  }

  ColumnDescriptor column() {
    return column;
  }

  /** Begins a row group. */
  void open(PageReader pages, VersionParser.@Nullable ParsedVersion writer) {
    left = pages.getTotalValueCount();
    reader = left == 0 ? null : new ColumnReaderImpl(column, pages, NOBODY, writer);
  }

  /** Whether all values of the row group were read. */
  boolean isAtEnd() {
    return left == 0;
  }

  /** The definition level of the value at hand. */
  int definition() {
    return current().getCurrentDefinitionLevel();
  }

  /** The repetition level of the value at hand; 0 behind the last one. */
  int repetition() {
    return left == 0 ? 0 : current().getCurrentRepetitionLevel();
  }

  /** Goes on to the next value. */
  void next() {
    ColumnReader now = current();
    left--;
    if (left > 0) {
      now.consume();
    }
  }

  private ColumnReader current() {
    ColumnReader now = reader;
    if (now == null || left == 0) {
      throw new PageFailure(
          ParquetDamageException.corrupt(
              "column " + String.join(".", column.getPath()) + " has fewer values than others"));
    }
    return now;
  }

  /** Puts the value at hand, which is not null. */
  void put(ValueSink sink) {
    ColumnReader now = current();
    switch (kind) {
      case BOOLEAN:
        sink.putBoolean(now.getBoolean());
        break;
      case INT:
        sink.putLong(now.getInteger());
        break;
      case UNSIGNED_INT:
        sink.putLong(now.getInteger() & 0xFFFFFFFFL);
        break;
      case LONG:
        sink.putLong(now.getLong());
        break;
      case UNSIGNED_LONG:
        putUnsigned(now.getLong(), sink);
        break;
      case FLOAT:
        sink.putFloat(now.getFloat());
        break;
      case DOUBLE:
        sink.putDouble(now.getDouble());
        break;
      case HALF_FLOAT:
        byte[] half = now.getBinary().getBytesUnsafe();
        sink.putFloat(HalfFloat.toFloat((half[0] & 0xFF) | (half[1] & 0xFF) << 8));
        break;
      case BYTES:
        putBytes(now.getBinary(), sink);
        break;
      case JULIAN_MICROS:
        sink.putLong(julian(now.getBinary(), MICROS_PER_DAY, 1000));
        break;
      case JULIAN_NANOS:
        sink.putLong(julian(now.getBinary(), MICROS_PER_DAY * 1000, 1));
        break;
    }
  }

  private static void putBytes(Binary value, ValueSink sink) {
    ByteBuffer buffer = value.toByteBuffer();
    if (buffer.hasArray()) {
      sink.putBytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    } else {
      byte[] bytes = value.getBytes();
      sink.putBytes(bytes, 0, bytes.length);
    }
  }

  private static void putUnsigned(long value, ValueSink sink) {
    if (value >= 0) {
      sink.putLong(value);
    } else {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES + 1).put((byte) 0).putLong(value).array();
      sink.putBytes(bytes, 0, bytes.length);
    }
  }

  /** Units since 1970; a value that no timestamp column takes if a long does not hold them. */
  private static long julian(Binary value, long unitsPerDay, int nanosPerUnit) {
    ByteBuffer bytes = value.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.remaining() != INT96_BYTES) {
      return Long.MAX_VALUE;
    }
    long nanosOfDay = bytes.getLong(bytes.position());
    long day = (long) bytes.getInt(bytes.position() + Long.BYTES) - JULIAN_DAY_OF_1970;
    long units = Math.floorDiv(nanosOfDay, nanosPerUnit);
    long high = Math.multiplyHigh(day, unitsPerDay);
    long dayUnits = day * unitsPerDay;
    long sum = dayUnits + units;
    boolean fits = high == dayUnits >> 63 && ((dayUnits ^ sum) & (units ^ sum)) >= 0;
    return fits ? sum : Long.MAX_VALUE;
  }
}
