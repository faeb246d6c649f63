package dev.firn.plan.manifest;

import java.util.Arrays;

/** Grows a {@link LongColumn}; rows that are left out have no value. One thread. */
final class LongVector {
  private long[] values = new long[16];
  private long[] present = new long[1];
  private int count;
  private int last = -1;

  /** Sets the value of a row; rows come in ascending order, a row may be set again. */
  void set(int row, long value) {
    if (row >= values.length) {
      values = Arrays.copyOf(values, Math.max(row + 1, values.length * 2));
      present = Arrays.copyOf(present, (values.length >> 6) + 1);
    }
    values[row] = value;
    present[row >> 6] |= 1L << row;
    if (row != last) {
      count++;
      last = row;
    }
  }

  /** The column of the first {@code size} rows. */
  LongColumn pack(int size) {
    if (count == 0) {
      return LongColumn.absent(size);
    }
    if (values.length < size) {
      values = Arrays.copyOf(values, size);
    }
    if (count == size) {
      return LongColumn.pack(values, size, null);
    }
    // Rows without a value would widen the range otherwise.
    long some = values[last];
    for (int i = 0; i < size; i++) {
      if ((i >> 6) >= present.length || (present[i >> 6] & 1L << i) == 0) {
        values[i] = some;
      }
    }
    return LongColumn.pack(values, size, Arrays.copyOf(present, (size + 63) >> 6));
  }
}
