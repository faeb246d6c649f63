package dev.firn.batch;

import java.util.Arrays;

/** Int and date values. */
public final class IntColumn extends Column {
  private int[] values = new int[INITIAL_ROWS];

  IntColumn() {}

  /** Appends a value. */
  public void append(int value) {
    int row = advance();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = value;
  }

  /** The value of a row; {@code 0 <= row < size()}; unspecified where the row is null. */
  public int get(int row) {
    return values[row];
  }

  /** The values, valid in {@code [0, size())} until the next append; not to be written to. */
  public int[] values() {
    return values;
  }

  @Override
  public long sizeBytes() {
    return (long) size() * Integer.BYTES + size() / 8;
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
