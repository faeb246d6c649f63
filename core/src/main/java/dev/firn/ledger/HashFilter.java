package dev.firn.ledger;

/**
 * A Bloom filter over the hashes of one row group: 10 bits and 6 probes per entry, so that about 1
 * of 100 absent hashes passes. It stays when the hashes themselves are evicted.
 */
final class HashFilter {
  private static final int BITS_PER_ENTRY = 10;
  private static final int PROBES = 6;

  private final long[] words;

  HashFilter(long[] hashes) {
    words = new long[(hashes.length * BITS_PER_ENTRY + 63) >>> 6];
    for (long hash : hashes) {
      put(hash);
    }
  }

  boolean mayContain(long hash) {
    long mixed = LocationHash.finish(hash);
    int step = (int) (mixed >>> 32) | 1;
    int probe = (int) mixed;
    for (int i = 0; i < PROBES; i++) {
      int bit = bitOf(probe);
      if ((words[bit >>> 6] & (1L << bit)) == 0) {
        return false;
      }
      probe += step;
    }
    return true;
  }

  long sizeBytes() {
    return words.length * 8L + 32;
  }

  private void put(long hash) {
    long mixed = LocationHash.finish(hash);
    int step = (int) (mixed >>> 32) | 1;
    int probe = (int) mixed;
    for (int i = 0; i < PROBES; i++) {
      int bit = bitOf(probe);
      words[bit >>> 6] |= 1L << bit;
      probe += step;
    }
  }

  /** Spreads 32 bits over the filter's length without a division. */
  private int bitOf(int probe) {
    return (int) ((Integer.toUnsignedLong(probe) * (words.length * 64L)) >>> 32);
  }
}
