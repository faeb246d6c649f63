package dev.firn.batch;

import java.util.Arrays;

/** Boolean values. */
public final class BooleanColumn extends Column {
  private boolean[] values = new boolean[INITIAL_ROWS];

  BooleanColumn() {}

  /** Appends a value. */
  public void append(boolean value) {
    int row = advance();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = value;
  }

  /** The value of a row; {@code 0 <= row < size()}; unspecified where the row is null. */
  public boolean get(int row) {
    return values[row];
  }

  /** The values, valid in {@code [0, size())} until the next append; not to be written to. */
  public boolean[] values() {
    return values;
  }

  @Override
  public long sizeBytes() {
    return (long) size() * 1 + size() / 8;
  }

  @Override
  void appendDefault() {
    int row = size();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = false;
  }

  @Override
  void truncateValues(int rows) {}
}
