package dev.firn.decode.json;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Tells whether a key stands twice in one object, for all objects of a row at once. Emptied in
 * constant time; memory grows with the keys of the largest row.
 *
 * <p>Objects within each other are told apart by a number that no two objects of a reader share;
 * the innermost one at a depth is the one in hand.
 */
final class SeenKeys {
  /** Keeps who writes the logs from choosing keys that all fall into one slot. */
  private static final long SEED = new SecureRandom().nextLong();

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int INITIAL_KEYS = 64;
  private static final int KEPT_KEYS = 1 << 14;

  /** The number of the object in hand at each depth, from 1. */
  private final long[] objects = new long[JsonSkipper.MAX_DEPTH + 1];

  private long lastObject;

  /** Index of a key and, above it, the generation that wrote the slot; open addressing. */
  private long[] slots = new long[INITIAL_KEYS * 2];

  private int generation = 1;
  private int count;
  private long[] owners = new long[INITIAL_KEYS];
  private int[] hashes = new int[INITIAL_KEYS];
  private int[] offsets = new int[INITIAL_KEYS + 1];
  private byte[] bytes = new byte[INITIAL_KEYS * 16];

  /** Begins an object at a depth of at most {@link JsonSkipper#MAX_DEPTH}; returns its number. */
  long open(int depth) {
    objects[depth] = ++lastObject;
    return lastObject;
  }

  /** The number of the object in hand at a depth. */
  long object(int depth) {
    return objects[depth];
  }

  /** Forgets all keys, before the next row. */
  void clear() {
    if (count > 0) {
      count = 0;
      generation++;
      if (generation == Integer.MAX_VALUE) {
        Arrays.fill(slots, 0);
        generation = 1;
      }
    }
  }

  /** Gives memory back after a very long row; forgets all keys. */
  void trim() {
    clear();
    if (hashes.length > KEPT_KEYS || bytes.length > KEPT_KEYS * 16) {
      slots = new long[INITIAL_KEYS * 2];
      owners = new long[INITIAL_KEYS];
      hashes = new int[INITIAL_KEYS];
      offsets = new int[INITIAL_KEYS + 1];
      bytes = new byte[INITIAL_KEYS * 16];
    }
  }

  /** Adds {@code source[from, to)} to the object at a depth; false if the object has it already. */
  boolean add(int depth, byte[] source, int from, int to) {
    long owner = objects[depth];
    int hash = hash(owner, source, from, to);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] >>> 32 == generation) {
      int key = (int) slots[slot];
      if (hashes[key] == hash
          && owners[key] == owner
          && Arrays.equals(bytes, offsets[key], offsets[key + 1], source, from, to)) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = (long) generation << 32 | count;
    append(owner, hash, source, from, to - from);
    if (count * 2 > slots.length) {
      rehash();
    }
    return true;
  }

  private void append(long owner, int hash, byte[] source, int from, int length) {
    if (count == hashes.length) {
      owners = Arrays.copyOf(owners, count * 2);
      hashes = Arrays.copyOf(hashes, count * 2);
      offsets = Arrays.copyOf(offsets, count * 2 + 1);
    }
    int start = offsets[count];
    if (bytes.length - start < length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, start + length));
    }
    System.arraycopy(source, from, bytes, start, length);
    owners[count] = owner;
    hashes[count] = hash;
    offsets[++count] = start + length;
  }

  private void rehash() {
    long[] wider = new long[slots.length * 2];
    int mask = wider.length - 1;
    for (int key = 0; key < count; key++) {
      int slot = hashes[key] & mask;
      while (wider[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      wider[slot] = (long) generation << 32 | key;
    }
    slots = wider;
  }

  private static int hash(long owner, byte[] source, int from, int to) {
    long hash = (SEED ^ owner) * MULTIPLIER + to - from;
    int p = from;
    for (; p + Long.BYTES <= to; p += Long.BYTES) {
      hash = mix(hash ^ (long) JsonText.LONGS.get(source, p));
    }
    long rest = 0;
    for (; p < to; p++) {
      rest = rest << 8 | (source[p] & 0xFF);
    }
    hash = mix(hash ^ rest);
    return (int) (hash ^ hash >>> 32);
  }

  private static long mix(long hash) {
    long mixed = hash * MULTIPLIER;
    return mixed ^ mixed >>> 32;
  }
}
