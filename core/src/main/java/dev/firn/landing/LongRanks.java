package dev.firn.landing;

import dev.firn.batch.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Turns keys into dense codes in the order of the keys: the lowest key gets the lowest code.
 *
 * <p>Keys that lie close together are ranked through a table of their range, in two passes; others
 * through a hash table of the distinct ones. Buffers are kept between calls and grow with the rows
 * and the distinct keys of the largest one. One thread.
 */
final class LongRanks {
  /** Ranges up to this are worth a table whatever the rows: it fits the nearest cache. */
  private static final long SMALL_RANGE = 4096;

  private static final int INITIAL_SLOTS = 1024;

  private int[] table = new int[(int) SMALL_RANGE];
  private long[] distinct = new long[INITIAL_SLOTS];
  private int distinctCount;

  /** Open addressing: id + 1, or 0 for a free slot; the length is a power of two. */
  private int[] slots = new int[INITIAL_SLOTS * 2];

  /**
   * Ranks {@code keys[0, rows)}.
   *
   * @param nulls a column that is null where a row has no key; null if all have one
   * @param codes gets a code per row; rows without a key get 0, and the lowest key then gets 1
   * @return how many codes there are
   */
  int rank(long[] keys, int rows, @Nullable Column nulls, int[] codes) {
    distinctCount = 0;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean anyNull = false;
    for (int row = 0; row < rows; row++) {
      if (nulls != null && nulls.isNull(row)) {
        anyNull = true;
        continue;
      }
      min = Math.min(min, keys[row]);
      max = Math.max(max, keys[row]);
    }
    int first = anyNull ? 1 : 0;
    if (min > max) {
      Arrays.fill(codes, 0, rows, 0);
      return first;
    }
    long span = max - min;
    if (span >= 0 && span < Math.max(SMALL_RANGE, 2L * rows)) {
      rankByTable(keys, rows, nulls, codes, new Range(min, (int) span + 1, first));
    } else {
      rankByHash(keys, rows, nulls, codes, first);
    }
    return first + distinctCount;
  }

  /** How many distinct keys the last call found, nulls aside. */
  int distinctCount() {
    return distinctCount;
  }

  /** A copy of the distinct keys of the last call, ascending. */
  long[] distinct() {
    return Arrays.copyOf(distinct, distinctCount);
  }

  private record Range(long min, int size, int firstCode) {}

  private void rankByTable(
      long[] keys, int rows, @Nullable Column nulls, int[] codes, Range range) {
    if (table.length < range.size) {
      table = new int[range.size];
    } else {
      Arrays.fill(table, 0, range.size, 0);
    }
    int[] ranks = table;
    long min = range.min;
    for (int row = 0; row < rows; row++) {
      if (nulls == null || !nulls.isNull(row)) {
        ranks[(int) (keys[row] - min)] = 1;
      }
    }
    for (int i = 0; i < range.size; i++) {
      if (ranks[i] != 0) {
        ranks[i] = range.firstCode + distinctCount;
        addDistinct(min + i);
      }
    }
    for (int row = 0; row < rows; row++) {
      codes[row] = nulls != null && nulls.isNull(row) ? 0 : ranks[(int) (keys[row] - min)];
    }
  }

  private void rankByHash(
      long[] keys, int rows, @Nullable Column nulls, int[] codes, int firstCode) {
    Arrays.fill(slots, 0);
    long last = 0;
    int lastId = -1;
    for (int row = 0; row < rows; row++) {
      if (nulls != null && nulls.isNull(row)) {
        codes[row] = -1;
        continue;
      }
      long key = keys[row];
      if (lastId < 0 || key != last) {
        last = key;
        lastId = idOf(key);
      }
      codes[row] = lastId;
    }
    int[] codeOfId = sortDistinct(firstCode);
    for (int row = 0; row < rows; row++) {
      codes[row] = codes[row] < 0 ? 0 : codeOfId[codes[row]];
    }
  }

  private int idOf(long key) {
    int mask = slots.length - 1;
    int slot = spread(key) & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      if (distinct[id] == key) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    int id = distinctCount;
    addDistinct(key);
    slots[slot] = id + 1;
    if (distinctCount * 2L > slots.length) {
      widen();
    }
    return id;
  }

  private void widen() {
    slots = new int[Math.multiplyExact(slots.length, 2)];
    int mask = slots.length - 1;
    for (int id = 0; id < distinctCount; id++) {
      int slot = spread(distinct[id]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  /** Sorts the distinct keys and says which code each id has got; uses {@link #table}. */
  private int[] sortDistinct(int firstCode) {
    long[] found = Arrays.copyOf(distinct, distinctCount);
    Arrays.sort(distinct, 0, distinctCount);
    if (table.length < distinctCount) {
      table = new int[distinctCount];
    }
    for (int id = 0; id < found.length; id++) {
      table[id] = firstCode + Arrays.binarySearch(distinct, 0, distinctCount, found[id]);
    }
    return table;
  }

  private void addDistinct(long key) {
    if (distinctCount == distinct.length) {
      distinct = Arrays.copyOf(distinct, distinctCount + (distinctCount >> 1));
    }
    distinct[distinctCount++] = key;
  }

  private static int spread(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ (mixed >>> 32));
  }
}
