package dev.firn.batch;

import java.util.Arrays;

/** Float values. */
public final class FloatColumn extends Column {
  private float[] values = new float[INITIAL_ROWS];

  FloatColumn() {}

  /** Appends a value. */
  public void append(float value) {
    int row = advance();
    if (row == values.length) {
      values = Arrays.copyOf(values, grow(values.length, row + 1));
    }
    values[row] = value;
  }

  /** The value of a row; {@code 0 <= row < size()}; unspecified where the row is null. */
  public float get(int row) {
    return values[row];
  }

  /** The values, valid in {@code [0, size())} until the next append; not to be written to. */
  public float[] values() {
    return values;
  }

  @Override
  public long sizeBytes() {
    return (long) size() * Float.BYTES + size() / 8;
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
