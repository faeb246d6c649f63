package dev.firn.plan.manifest;

import java.util.Arrays;

/** Grows a {@link BytesColumn} with a hash table over its distinct values. One thread. */
final class BytesVector {
  private final LongVector codes = new LongVector();
  private byte[] pool = new byte[256];
  private int[] ends = new int[16];
  private int distinct;
  private int[] slots = new int[64];
  private int previous = -1;

  /** Sets the value of a row; rows come in ascending order. */
  void set(int row, byte[] from, int start, int end) {
    codes.set(row, code(from, start, end));
  }

  /** The number of a value, a new one if it was not met before. */
  int code(byte[] from, int start, int end) {
    if (previous >= 0 && isEqual(previous, from, start, end)) {
      return previous;
    }
    int mask = slots.length - 1;
    int slot = hash(from, start, end) & mask;
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (isEqual(code, from, start, end)) {
        previous = code;
        return code;
      }
      slot = slot + 1 & mask;
    }
    slots[slot] = distinct + 1;
    previous = distinct;
    append(from, start, end);
    if (distinct * 2 > slots.length) {
      rehash();
    }
    return previous;
  }

  int distinct() {
    return distinct;
  }

  byte[] pool() {
    return pool;
  }

  int start(int code) {
    return code == 0 ? 0 : ends[code - 1];
  }

  int end(int code) {
    return ends[code];
  }

  BytesColumn pack(int size) {
    int length = distinct == 0 ? 0 : ends[distinct - 1];
    return new BytesColumn(
        codes.pack(size), Arrays.copyOf(ends, distinct), Arrays.copyOf(pool, length));
  }

  private void append(byte[] from, int start, int end) {
    int at = start(distinct);
    int length = end - start;
    if (at + length > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(at + length, pool.length * 2));
    }
    System.arraycopy(from, start, pool, at, length);
    if (distinct == ends.length) {
      ends = Arrays.copyOf(ends, distinct * 2);
    }
    ends[distinct++] = at + length;
  }

  private void rehash() {
    slots = new int[slots.length * 4];
    int mask = slots.length - 1;
    for (int code = 0; code < distinct; code++) {
      int slot = hash(pool, start(code), end(code)) & mask;
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = code + 1;
    }
  }

  private boolean isEqual(int code, byte[] from, int start, int end) {
    return Arrays.equals(pool, start(code), end(code), from, start, end);
  }

  private static int hash(byte[] bytes, int start, int end) {
    int hash = 1;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash * 0x9E3779B9 >>> 7;
  }
}
