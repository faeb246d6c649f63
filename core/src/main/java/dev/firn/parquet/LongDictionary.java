package dev.firn.parquet;

import java.util.Arrays;

/** The distinct values of a row group's number column, numbered in order of appearance. */
final class LongDictionary {
  private static final int INITIAL_SLOTS = 64;

  private long[] entries = new long[INITIAL_SLOTS / 2];
  private int count;

  /** Open addressing: code + 1, or 0; the length is a power of two. */
  private int[] slots = new int[INITIAL_SLOTS];

  int count() {
    return count;
  }

  long[] entries() {
    return entries;
  }

  /** Memory that it takes up. */
  long heldBytes() {
    return 8L * entries.length + 4L * slots.length;
  }

  /** Forgets all values, and gives up what it has grown by. */
  void clear() {
    count = 0;
    if (slots.length > INITIAL_SLOTS) {
      entries = new long[INITIAL_SLOTS / 2];
      slots = new int[INITIAL_SLOTS];
    } else {
      Arrays.fill(slots, 0);
    }
  }

  /** Drops the entries from {@code newCount} on. There must be no look-ups before a clear. */
  void cut(int newCount) {
    count = newCount;
  }

  /**
   * Puts the codes of {@code values[from, to)} into {@code codes}, adding entries; stops early when
   * there are more than {@code limit} of them.
   *
   * @return whether all values have codes
   */
  boolean encode(long[] values, int from, int to, int[] codes, int limit) {
    long previous = 0;
    int code = -1;
    for (int i = from; i < to; i++) {
      long value = values[i];
      if (code < 0 || value != previous) {
        code = codeOf(value);
        previous = value;
        if (count > limit) {
          return false;
        }
      }
      codes[i] = code;
    }
    return true;
  }

  private int codeOf(long value) {
    int mask = slots.length - 1;
    int slot = hash(value) & mask;
    int code;
    while ((code = slots[slot] - 1) >= 0) {
      if (entries[code] == value) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    return add(value, slot);
  }

  private int add(long value, int slot) {
    int code = count++;
    slots[slot] = code + 1;
    entries[code] = value;
    if (count * 2 >= slots.length) {
      widen();
    }
    return code;
  }

  private void widen() {
    entries = Arrays.copyOf(entries, slots.length);
    int[] wider = new int[slots.length * 2];
    int mask = wider.length - 1;
    for (int code = 0; code < count; code++) {
      int slot = hash(entries[code]) & mask;
      while (wider[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      wider[slot] = code + 1;
    }
    slots = wider;
  }

  private static int hash(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32) ^ (int) (hash >>> 15);
  }
}
