package dev.firn.batch;

import java.util.Arrays;

/** Long, time, timestamp and short decimal values. */
public final class LongColumn extends Column {
  private long[] values = new long[INITIAL_ROWS];

  LongColumn() {}

  /** Appends a value. */
  public void append(long value) {
    int row = advance();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = value;
  }

  /** The value of a row; {@code 0 <= row < size()}; unspecified where the row is null. */
  public long get(int row) {
    return values[row];
  }

  /** The values, valid in {@code [0, size())} until the next append; not to be written to. */
  public long[] values() {
    return values;
  }

  @Override
  public long sizeBytes() {
    return (long) size() * Long.BYTES + size() / 8;
  }

  @Override
  void appendDefault() {
    int row = size();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = 0;
  }

  @Override
  void truncateValues(int rows) {}
}
