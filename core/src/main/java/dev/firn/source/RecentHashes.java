package dev.firn.source;

/**
 * Remembers 64-bit hashes within a bound: those added or asked for last.
 *
 * <p>Two generations, each an open hash table of half the bound; when the young one is full it
 * becomes the old one, and what was in the old one is forgotten. What every sweep asks for again
 * stays, what is seen once goes. At most 32 bytes for each hash of the bound. A hash that was never
 * added is taken for known with probability (number remembered) / 2^64: 10^-13 at a million. Not
 * thread-safe.
 */
final class RecentHashes {
  private static final int FIRST_SLOTS = 64;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int generationMax;
  private long[] young = new long[FIRST_SLOTS];
  private long[] old = new long[0];
  private int youngCount;
  private int oldCount;

  /** Remembers at most {@code max} hashes, and at least the last half of that. */
  RecentHashes(int max) {
    this.generationMax = Math.max(1, max / 2);
  }

  /** A hash of some texts and a number; of the texts' chars and their borders. */
  static long hash(String first, String second, long number) {
    long hash = mix(number ^ MULTIPLIER);
    hash = mix(hash ^ text(first));
    return mix(hash + text(second));
  }

  private static long text(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return mix(hash);
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /** Whether the hash is remembered; if so, it is now among the last ones. */
  boolean contains(long hash) {
    if (isIn(young, hash)) {
      return true;
    }
    if (!isIn(old, hash)) {
      return false;
    }
    add(hash);
    return true;
  }

  /** Remembers the hash; false if it was remembered already. */
  boolean add(long hash) {
    if (isIn(young, hash)) {
      return false;
    }
    boolean fresh = !isIn(old, hash);
    if (youngCount >= generationMax) {
      old = young;
      oldCount = youngCount;
      young = new long[FIRST_SLOTS];
      youngCount = 0;
    }
    if (2 * (youngCount + 1) > young.length) {
      grow();
    }
    put(young, hash);
    youngCount++;
    return fresh;
  }

  /** How many hashes are held, those in both generations counted twice. */
  int held() {
    return youngCount + oldCount;
  }

  private void grow() {
    long[] larger = new long[young.length * 2];
    for (long hash : young) {
      if (hash != 0) {
        put(larger, hash);
      }
    }
    young = larger;
  }

  /** 0 marks a free slot, so the hash 0 is kept as 1. */
  private static long key(long hash) {
    return hash == 0 ? 1 : hash;
  }

  private static void put(long[] table, long hash) {
    long key = key(hash);
    int slot = (int) key & (table.length - 1);
    while (table[slot] != 0) {
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = key;
  }

  private static boolean isIn(long[] table, long hash) {
    if (table.length == 0) {
      return false;
    }
    long key = key(hash);
    int slot = (int) key & (table.length - 1);
    while (table[slot] != 0) {
      if (table[slot] == key) {
        return true;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return false;
  }
}
