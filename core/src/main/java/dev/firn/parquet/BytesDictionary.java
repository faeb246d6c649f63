package dev.firn.parquet;

import java.util.Arrays;

/** The distinct values of a row group's bytes column, numbered in order of appearance. */
final class BytesDictionary {
  private static final int INITIAL_SLOTS = 64;
  private static final int FIRST_BYTES = 256;

  private ByteSink bytes = new ByteSink(FIRST_BYTES);
  private int[] offsets = new int[INITIAL_SLOTS / 2 + 1];
  private int[] hashes = new int[INITIAL_SLOTS / 2];
  private int count;

  /** Open addressing: code + 1, or 0; the length is a power of two. */
  private int[] slots = new int[INITIAL_SLOTS];

  int count() {
    return count;
  }

  /** Entry e is {@code bytes()[offsets()[e], offsets()[e + 1])}. */
  int[] offsets() {
    return offsets;
  }

  byte[] bytes() {
    return bytes.array();
  }

  /** Bytes of the entries. */
  int byteCount() {
    return bytes.size();
  }

  int length(int code) {
    return offsets[code + 1] - offsets[code];
  }

  /** Memory that it takes up. */
  long heldBytes() {
    return 4L * (offsets.length + hashes.length + slots.length) + bytes.array().length;
  }

  /** Forgets all values, and gives up what it has grown by. */
  void clear() {
    cut(0);
    if (slots.length > INITIAL_SLOTS) {
      offsets = new int[INITIAL_SLOTS / 2 + 1];
      hashes = new int[INITIAL_SLOTS / 2];
      slots = new int[INITIAL_SLOTS];
    } else {
      Arrays.fill(slots, 0);
    }
    if (bytes.array().length > FIRST_BYTES) {
      bytes = new ByteSink(FIRST_BYTES);
    }
  }

  /** Drops the entries from {@code newCount} on. There must be no look-ups before a clear. */
  void cut(int newCount) {
    count = newCount;
    bytes.size(offsets[newCount]);
  }

  /** The code of a value, which is added if it is new. */
  int codeOf(byte[] source, int from, int length) {
    int hash = hash(source, from, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    int code;
    while ((code = slots[slot] - 1) >= 0) {
      if (hashes[code] == hash && isEntry(code, source, from, length)) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    return add(source, from, length, hash, slot);
  }

  private boolean isEntry(int code, byte[] source, int from, int length) {
    return Arrays.equals(
        bytes.array(), offsets[code], offsets[code + 1], source, from, from + length);
  }

  private int add(byte[] source, int from, int length, int hash, int slot) {
    int code = count++;
    bytes.write(source, from, length);
    offsets[count] = bytes.size();
    hashes[code] = hash;
    slots[slot] = code + 1;
    if (count * 2 >= slots.length) {
      widen();
    }
    return code;
  }

  private void widen() {
    offsets = Arrays.copyOf(offsets, slots.length + 1);
    hashes = Arrays.copyOf(hashes, slots.length);
    int[] wider = new int[slots.length * 2];
    int mask = wider.length - 1;
    for (int code = 0; code < count; code++) {
      int slot = hashes[code] & mask;
      while (wider[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      wider[slot] = code + 1;
    }
    slots = wider;
  }

  private static int hash(byte[] source, int from, int length) {
    long hash = length;
    int at = from;
    int end = from + length;
    for (; at + 8 <= end; at += 8) {
      hash = mix(hash ^ ByteSink.getLong(source, at));
    }
    if (at < end) {
      long rest = 0;
      for (; at < end; at++) {
        rest = (rest << 8) | (source[at] & 0xFF);
      }
      hash = mix(hash ^ rest);
    }
    return (int) (hash ^ (hash >>> 32));
  }

  private static long mix(long value) {
    long mixed = value * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }
}
