package dev.firn.batch;

import java.util.Arrays;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * The values of one column, row after row, with their nulls.
 *
 * <p>Append-only by one thread, with {@link #truncate} as the only way back. Reading is direct:
 * each subclass hands out the arrays that it fills, which are valid up to {@link #size} and until
 * the next append; readers do not write to them and do not keep them.
 */
public abstract sealed class Column
    permits BooleanColumn,
        BytesColumn,
        DoubleColumn,
        FloatColumn,
        IntColumn,
        ListColumn,
        LongColumn,
        MapColumn,
        StructColumn {

  /** Rows that a column has room for when it is new. */
  static final int INITIAL_ROWS = 1024;

  /** The longest array that every JVM can make. */
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 16;

  private static final long[] NO_NULLS = new long[0];

  private long[] nullWords = NO_NULLS;
  private int nullCount;
  private int size;

  Column() {}

  /**
   * An empty column for values of an Iceberg type.
   *
   * <p>boolean: {@link BooleanColumn}; int and date (days since 1970-01-01): {@link IntColumn};
   * long, time (µs of day), timestamps (µs, or ns for the ns types, since 1970-01-01T00:00Z) and
   * decimals of up to 18 digits (unscaled): {@link LongColumn}; float, double: {@link FloatColumn},
   * {@link DoubleColumn}; string (UTF-8), binary, fixed, uuid (16 bytes big-endian) and decimals of
   * more than 18 digits (unscaled, big-endian two's complement of the fewest bytes): {@link
   * BytesColumn}; struct, list, map: the nested columns.
   */
  public static Column of(Type type) {
    switch (type.typeId()) {
      case BOOLEAN:
        return new BooleanColumn();
      case INTEGER:
      case DATE:
        return new IntColumn();
      case LONG:
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_NANO:
        return new LongColumn();
      case FLOAT:
        return new FloatColumn();
      case DOUBLE:
        return new DoubleColumn();
      case STRING:
      case BINARY:
      case FIXED:
      case UUID:
        return new BytesColumn();
      case DECIMAL:
        return ((Types.DecimalType) type).precision() <= 18 ? new LongColumn() : new BytesColumn();
      case STRUCT:
        return new StructColumn(type.asStructType());
      case LIST:
        return new ListColumn(of(type.asListType().elementType()));
      case MAP:
        return new MapColumn(of(type.asMapType().keyType()), of(type.asMapType().valueType()));
      default:
        throw new IllegalArgumentException("no column for the type " + type);
    }
  }

  /** Rows appended so far, nulls included. */
  public final int size() {
    return size;
  }

  /** How many of the rows are null. */
  public final int nullCount() {
    return nullCount;
  }

  /** Whether the row's value is null; {@code 0 <= row < size()}. */
  public final boolean isNull(int row) {
    int word = row >>> 6;
    return word < nullWords.length && (nullWords[word] & (1L << row)) != 0;
  }

  /** Appends a null. */
  public final void appendNull() {
    int word = size >>> 6;
    if (word >= nullWords.length) {
      nullWords =
          Arrays.copyOf(
              nullWords, Math.max(INITIAL_ROWS >>> 6, Math.max(word + 1, nullWords.length * 2)));
    }
    nullWords[word] |= 1L << size;
    nullCount++;
    appendDefault();
    size++;
  }

  /** Appends nulls until the column has {@code rows} rows; nothing if it has as many or more. */
  public final void padTo(int rows) {
    while (size < rows) {
      appendNull();
    }
  }

  /** Takes back all rows from {@code rows} on; {@code 0 <= rows <= size()}. */
  public final void truncate(int rows) {
    if (rows < 0 || rows > size) {
      throw new IllegalArgumentException("can't truncate " + size + " rows to " + rows);
    }
    if (rows == size) {
      return;
    }
    if (nullCount > 0) {
      int firstWord = rows >>> 6;
      int lastWord = Math.min(nullWords.length - 1, (size - 1) >>> 6);
      for (int w = firstWord; w <= lastWord; w++) {
        long gone = w == firstWord ? nullWords[w] & (-1L << rows) : nullWords[w];
        nullCount -= Long.bitCount(gone);
        nullWords[w] ^= gone;
      }
    }
    truncateValues(rows);
    size = rows;
  }

  /** Takes back all rows and keeps the arrays for the next ones. */
  public void clear() {
    truncate(0);
  }

  /** Bytes that the rows take up in memory, about; not the capacity of the arrays. */
  public abstract long sizeBytes();

  /** Subclass: makes room for one more row and puts a readable value there. */
  abstract void appendDefault();

  /** Subclass: forgets values from {@code rows} on; called with {@code rows < size()}. */
  abstract void truncateValues(int rows);

  /** Nested columns: takes back what an unfinished value has left in the columns below. */
  void cancelValue() {}

  /** Takes back rows from {@code rows} on, and any unfinished value. */
  final void cancelTo(int rows) {
    if (size > rows) {
      truncate(rows);
    }
    cancelValue();
  }

  /** Subclass: counts a row whose value was stored at {@code size()}. */
  final int advance() {
    return size++;
  }

  /** The capacity that follows {@code capacity} and holds {@code needed}. */
  static int grow(int capacity, int needed) {
    if (needed < 0 || needed > MAX_LENGTH) {
      throw new IllegalStateException(
          "a column of a batch can't hold more than 2^31 values or bytes; flush it earlier");
    }
    long next = Math.max(needed, 16L + capacity + (capacity >> 1));
    return (int) Math.min(next, MAX_LENGTH);
  }
}
