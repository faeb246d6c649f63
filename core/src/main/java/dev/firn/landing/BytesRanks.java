package dev.firn.landing;

import java.util.Arrays;

/**
 * Turns values of bytes into dense codes in the values' order: the lowest gets the lowest code.
 *
 * <p>Values are slices of one array. Equal ones are found by hashing, and only the distinct ones
 * are sorted. Buffers are kept between calls. One thread.
 */
final class BytesRanks {
  /** How two values compare. */
  enum Order {
    /** Byte by byte, unsigned, the shorter first: for UTF-8 this is the order of code points. */
    UNSIGNED,
    /** As big-endian two's complement numbers of the fewest bytes. */
    NUMBER
  }

  private static final int INITIAL_SLOTS = 2048;

  private Slices values = new Slices();
  private Order order = Order.UNSIGNED;

  /** The distinct values, by a slice that holds each. */
  private int[] distinct = new int[INITIAL_SLOTS / 2];

  private int[] hashes = new int[INITIAL_SLOTS / 2];
  private int distinctCount;
  private int[] slots = new int[INITIAL_SLOTS];
  private int[] merged = new int[0];

  /**
   * Ranks the slices that are in use.
   *
   * @param codes gets {@code firstCode} and up per slice in use; others are not touched
   * @return how many distinct values there are
   */
  int rank(Slices slices, Order valueOrder, int firstCode, int[] codes) {
    values = slices;
    order = valueOrder;
    distinctCount = 0;
    Arrays.fill(slots, 0);
    int count = slices.count;
    for (int slice = 0; slice < count; slice++) {
      if (slices.used[slice]) {
        codes[slice] = idOf(slice);
      }
    }
    int[] ids = sortedIds();
    int[] codeOfId = new int[distinctCount];
    int[] sorted = new int[distinctCount];
    for (int rank = 0; rank < distinctCount; rank++) {
      codeOfId[ids[rank]] = firstCode + rank;
      sorted[rank] = distinct[ids[rank]];
    }
    for (int slice = 0; slice < count; slice++) {
      if (slices.used[slice]) {
        codes[slice] = codeOfId[codes[slice]];
      }
    }
    System.arraycopy(sorted, 0, distinct, 0, distinctCount);
    return distinctCount;
  }

  /** A copy of the distinct value of a rank in the last call, from 0. */
  byte[] distinct(int rank) {
    int slice = distinct[rank];
    return Arrays.copyOfRange(values.bytes, values.starts[slice], values.ends[slice]);
  }

  private int idOf(int slice) {
    byte[] bytes = values.bytes;
    int from = values.starts[slice];
    int to = values.ends[slice];
    int hash = hash(bytes, from, to);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int id = slots[slot] - 1;
      int other = distinct[id];
      if (hashes[id] == hash
          && Arrays.equals(bytes, from, to, bytes, values.starts[other], values.ends[other])) {
        return id;
      }
      slot = (slot + 1) & mask;
    }
    int id = distinctCount++;
    if (id == distinct.length) {
      distinct = Arrays.copyOf(distinct, id * 2);
      hashes = Arrays.copyOf(hashes, id * 2);
    }
    distinct[id] = slice;
    hashes[id] = hash;
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
      int slot = hashes[id] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = id + 1;
    }
  }

  /**
   * Ids by value: a bottom-up merge sort, since the library sorts ints by nothing but themselves.
   */
  private int[] sortedIds() {
    int[] from = new int[distinctCount];
    for (int id = 0; id < distinctCount; id++) {
      from[id] = id;
    }
    if (merged.length < distinctCount) {
      merged = new int[distinctCount];
    }
    int[] to = merged;
    for (int width = 1; width < distinctCount; width *= 2) {
      for (int start = 0; start < distinctCount; start += 2 * width) {
        int middle = Math.min(start + width, distinctCount);
        merge(from, start, middle, Math.min(start + 2 * width, distinctCount), to);
      }
      int[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private void merge(int[] from, int start, int middle, int end, int[] to) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takeLeft = right >= end || (left < middle && compare(from[left], from[right]) <= 0);
      to[at] = takeLeft ? from[left++] : from[right++];
    }
  }

  private int compare(int leftId, int rightId) {
    byte[] bytes = values.bytes;
    int left = distinct[leftId];
    int right = distinct[rightId];
    int leftStart = values.starts[left];
    int rightStart = values.starts[right];
    int leftEnd = values.ends[left];
    int rightEnd = values.ends[right];
    if (order == Order.NUMBER) {
      int byMagnitude =
          Integer.compare(
              signedLength(bytes, leftStart, leftEnd), signedLength(bytes, rightStart, rightEnd));
      if (byMagnitude != 0) {
        return byMagnitude;
      }
    }
    return Arrays.compareUnsigned(bytes, leftStart, leftEnd, bytes, rightStart, rightEnd);
  }

  /**
   * Orders numbers of different sign or length; those alike in both compare like unsigned bytes.
   */
  private static int signedLength(byte[] bytes, int from, int to) {
    return bytes[from] < 0 ? from - to : to - from;
  }

  private static int hash(byte[] bytes, int from, int to) {
    int hash = to - from;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + bytes[i];
    }
    hash *= 0x9E3779B1;
    return hash ^ (hash >>> 15);
  }

  /** Values of bytes: slice i is {@code bytes[starts[i], ends[i])}, and counts if it is used. */
  static final class Slices {
    byte[] bytes = new byte[0];
    int[] starts = new int[0];
    int[] ends = new int[0];
    boolean[] used = new boolean[0];
    int count;

    /** Makes room for {@code slices} of them and marks none as used. */
    void reset(int slices) {
      if (used.length < slices) {
        int capacity = slices + (slices >> 1);
        starts = new int[capacity];
        ends = new int[capacity];
        used = new boolean[capacity];
      } else {
        Arrays.fill(used, 0, slices, false);
      }
      count = slices;
    }
  }
}
