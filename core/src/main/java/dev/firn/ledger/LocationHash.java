package dev.firn.ledger;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * 128 bits for a location: MurmurHash3_x64_128 with seed 0 over its UTF-8 bytes.
 *
 * <p>{@code docs/ledger.md} specifies it with test vectors. Ordered by {@code hi}, then {@code lo},
 * both as signed numbers, as Parquet orders INT64. Not against an adversary: whoever finds an entry
 * by its hash compares the location too.
 *
 * @param hi the algorithm's h1
 * @param lo the algorithm's h2
 */
public record LocationHash(long hi, long lo) implements Comparable<LocationHash>, Serializable {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int HEX_DIGITS = 32;

  /** The hash of a location. */
  public static LocationHash of(String location) {
    return of(location.getBytes(StandardCharsets.UTF_8));
  }

  static LocationHash of(byte[] bytes) {
    long h1 = 0;
    long h2 = 0;
    int blocks = bytes.length & ~15;
    for (int at = 0; at < blocks; at += 16) {
      h1 ^= mixFirst((long) LONG.get(bytes, at));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mixSecond((long) LONG.get(bytes, at + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h1 ^= mixFirst(tail(bytes, blocks));
    h2 ^= mixSecond(tail(bytes, blocks + 8));
    h1 ^= bytes.length;
    h2 ^= bytes.length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    h2 += h1;
    return new LocationHash(h1, h2);
  }

  /** The hash written by {@link #toHex}. */
  static LocationHash ofHex(String hex) {
    if (hex.length() != HEX_DIGITS) {
      throw new IllegalArgumentException("a hash has 32 hex digits, got '" + hex + "'");
    }
    return new LocationHash(
        Long.parseUnsignedLong(hex.substring(0, 16), 16),
        Long.parseUnsignedLong(hex.substring(16), 16));
  }

  /** 32 hex digits: {@code hi}, then {@code lo}. */
  public String toHex() {
    return hex(hi) + hex(lo);
  }

  @Override
  public int compareTo(LocationHash other) {
    int byHi = Long.compare(hi, other.hi);
    return byHi != 0 ? byHi : Long.compare(lo, other.lo);
  }

  /** The algorithm's final mix; also spreads a hash's bits for the filter. */
  static long finish(long k) {
    long mixed = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  private static long mixFirst(long k1) {
    return Long.rotateLeft(k1 * C1, 31) * C2;
  }

  private static long mixSecond(long k2) {
    return Long.rotateLeft(k2 * C2, 33) * C1;
  }

  /** Up to 8 bytes from {@code from} on, little-endian; missing ones are 0, and mix to nothing. */
  private static long tail(byte[] bytes, int from) {
    long value = 0;
    int end = Math.min(bytes.length, from + 8);
    for (int i = end - 1; i >= from; i--) {
      value = (value << 8) | (bytes[i] & 0xff);
    }
    return value;
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
