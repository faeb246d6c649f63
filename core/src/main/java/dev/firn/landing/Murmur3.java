package dev.firn.landing;

/**
 * The hash of {@code bucket[N]}: 32-bit Murmur3, x86 variant, seed 0 (Iceberg spec, appendix B).
 */
final class Murmur3 {
  private static final int C1 = 0xcc9e2d51;
  private static final int C2 = 0x1b873593;

  private Murmur3() {}

  /** The hash of a long's eight little-endian bytes; ints, dates and times hash as longs. */
  static int hash(long value) {
    int hash = mixHash(0, mixBlock((int) value));
    hash = mixHash(hash, mixBlock((int) (value >>> 32)));
    return finish(hash, Long.BYTES);
  }

  /** The hash of {@code bytes[from, to)}. */
  static int hash(byte[] bytes, int from, int to) {
    int hash = 0;
    int at = from;
    for (; at + 4 <= to; at += 4) {
      hash = mixHash(hash, mixBlock(littleEndian(bytes, at, 4)));
    }
    if (at < to) {
      hash ^= mixBlock(littleEndian(bytes, at, to - at));
    }
    return finish(hash, to - from);
  }

  /**
   * The hash of a decimal: its unscaled value as big-endian two's complement of the fewest bytes.
   */
  static int hashUnscaled(long unscaled) {
    int length = 1;
    while (length < Long.BYTES && unscaled >> (8 * length - 1) != unscaled >> 63) {
      length++;
    }
    int hash = 0;
    int at = 0;
    for (; at + 4 <= length; at += 4) {
      hash = mixHash(hash, mixBlock(unscaledBytes(unscaled, length, at, 4)));
    }
    if (at < length) {
      hash ^= mixBlock(unscaledBytes(unscaled, length, at, length - at));
    }
    return finish(hash, length);
  }

  /** Bytes {@code [at, at + count)} of the big-endian form, packed as the hash reads a block. */
  private static int unscaledBytes(long unscaled, int length, int at, int count) {
    int block = 0;
    for (int i = 0; i < count; i++) {
      int shift = 8 * (length - 1 - at - i);
      block |= (int) ((unscaled >> shift) & 0xff) << (8 * i);
    }
    return block;
  }

  private static int littleEndian(byte[] bytes, int at, int count) {
    int block = 0;
    for (int i = 0; i < count; i++) {
      block |= (bytes[at + i] & 0xff) << (8 * i);
    }
    return block;
  }

  private static int mixBlock(int block) {
    return Integer.rotateLeft(block * C1, 15) * C2;
  }

  private static int mixHash(int hash, int block) {
    return Integer.rotateLeft(hash ^ block, 13) * 5 + 0xe6546b64;
  }

  private static int finish(int hash, int length) {
    int mixed = hash ^ length;
    mixed = (mixed ^ (mixed >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }
}
