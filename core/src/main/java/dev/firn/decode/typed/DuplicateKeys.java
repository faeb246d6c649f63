package dev.firn.decode.typed;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.util.Arrays;

/** Looks for a key that stands in a map twice. One thread. */
public final class DuplicateKeys {
  private long[] keys = new long[16];

  /** Without keys. */
  public DuplicateKeys() {}

  /**
   * Whether two of the keys {@code [from, to)} are equal. Keys of floating point and of nested
   * types are not looked at. Sorts; costs n log n.
   */
  public boolean any(Column column, int from, int to) {
    int count = to - from;
    if (count < 2) {
      return false;
    }
    if (keys.length < count) {
      keys = new long[count * 2];
    }
    for (int i = 0; i < count; i++) {
      keys[i] = key(column, from + i, i);
    }
    Arrays.sort(keys, 0, count);
    for (int i = 1; i < count; i++) {
      if (keys[i] == keys[i - 1]) {
        return !(column instanceof BytesColumn bytes)
            || bytes.isDistinct()
            || anyBytes(bytes, from, to);
      }
    }
    return false;
  }

  /** A number that is equal for equal keys. */
  private static long key(Column column, int row, int unlike) {
    if (column instanceof BytesColumn bytes) {
      return bytes.isDistinct() ? bytes.codes()[row] : hash(bytes, bytes.codes()[row]);
    } else if (column instanceof LongColumn longs) {
      return longs.get(row);
    } else if (column instanceof IntColumn ints) {
      return ints.get(row);
    } else if (column instanceof BooleanColumn booleans) {
      return booleans.get(row) ? 1 : 0;
    }
    return unlike;
  }

  private static long hash(BytesColumn column, int entry) {
    long hash = 0;
    for (int i = column.offsets()[entry]; i < column.offsets()[entry + 1]; i++) {
      hash = hash * 0x9E3779B97F4A7C15L + column.bytes()[i] + 1;
    }
    return hash;
  }

  /** Compares all with all; only asked when two hashes are equal. */
  private static boolean anyBytes(BytesColumn column, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int j = from; j < i; j++) {
        int a = column.codes()[i];
        int b = column.codes()[j];
        if (Arrays.equals(
            column.bytes(),
            column.offsets()[a],
            column.offsets()[a + 1],
            column.bytes(),
            column.offsets()[b],
            column.offsets()[b + 1])) {
          return true;
        }
      }
    }
    return false;
  }
}
