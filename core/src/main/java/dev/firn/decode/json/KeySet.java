package dev.firn.decode.json;

import dev.firn.batch.BytesColumn;
import java.util.Arrays;

/**
 * Tells whether a key stands twice in one map value, by hashing the keys that were appended to the
 * map's key column. Emptied in constant time; memory grows with the largest map seen.
 */
final class KeySet {
  /** Row of the key column and, above it, the generation that wrote the slot. */
  private long[] slots = new long[64];

  private int generation = 1;
  private int size;

  /** Begins with another map value. */
  void clear() {
    generation++;
    size = 0;
    if (generation == Integer.MAX_VALUE) {
      Arrays.fill(slots, 0);
      generation = 1;
    }
  }

  /** Adds the column's key at {@code row}; false if the set holds an equal one. */
  boolean add(BytesColumn keys, int row) {
    if (size * 2 >= slots.length) {
      grow(keys);
    }
    int slot = free(keys, row);
    if (slot < 0) {
      return false;
    }
    slots[slot] = (long) generation << 32 | row;
    size++;
    return true;
  }

  /** The free slot for a key, or −1 if an equal key is there. */
  private int free(BytesColumn keys, int row) {
    int mask = slots.length - 1;
    int slot = hash(keys, row) & mask;
    while (slots[slot] >>> 32 == generation) {
      if (equal(keys, (int) slots[slot], row)) {
        return -1;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow(BytesColumn keys) {
    long[] old = slots;
    slots = new long[old.length * 2];
    for (long entry : old) {
      if (entry >>> 32 == generation) {
        slots[free(keys, (int) entry)] = entry;
      }
    }
  }

  private static boolean equal(BytesColumn keys, int row, int other) {
    int[] offsets = keys.offsets();
    int a = keys.codes()[row];
    int b = keys.codes()[other];
    byte[] bytes = keys.bytes();
    return a == b
        || Arrays.equals(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
  }

  private static int hash(BytesColumn keys, int row) {
    int entry = keys.codes()[row];
    int hash = 0;
    for (int i = keys.offsets()[entry]; i < keys.offsets()[entry + 1]; i++) {
      hash = hash * 31 + keys.bytes()[i];
    }
    hash *= 0x9E3779B1;
    return hash >>> 8;
  }
}
