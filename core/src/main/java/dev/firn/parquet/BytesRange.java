package dev.firn.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bounds of byte strings.
 *
 * <p>The first eight bytes are compared as one number; only a tie looks at the rest.
 */
final class BytesRange extends ValueRange {
  private static final VarHandle BIG_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Flips the first bit, so that a signed comparison of longs is an unsigned one. */
  private final long flip;

  private boolean empty = true;
  private byte[] min = new byte[0];
  private byte[] max = new byte[0];
  private int minLength;
  private int maxLength;
  private long minPrefix;
  private long maxPrefix;

  BytesRange(Physical physical) {
    this.flip = physical == Physical.FIXED_DECIMAL ? 0 : Long.MIN_VALUE;
  }

  /** Takes in a value; its bytes are copied if it is a new bound. */
  void add(byte[] source, int from, int length) {
    long prefix = prefix(source, from, length) ^ flip;
    if (empty) {
      setMin(source, from, length, prefix);
      setMax(source, from, length, prefix);
      empty = false;
      return;
    }
    if (prefix < minPrefix
        || (prefix == minPrefix && compare(source, from, length, min, minLength) < 0)) {
      setMin(source, from, length, prefix);
    }
    if (prefix > maxPrefix
        || (prefix == maxPrefix && compare(source, from, length, max, maxLength) > 0)) {
      setMax(source, from, length, prefix);
    }
  }

  /** Only where the first eight bytes are the same, so the sign does not matter any more. */
  private static int compare(byte[] source, int from, int length, byte[] bound, int boundLength) {
    return Arrays.compareUnsigned(source, from, from + length, bound, 0, boundLength);
  }

  private static long prefix(byte[] source, int from, int length) {
    if (length >= 8) {
      return (long) BIG_LONG.get(source, from);
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (source[from + i] & 0xFFL) << (56 - 8 * i);
    }
    return prefix;
  }

  private void setMin(byte[] source, int from, int length, long prefix) {
    if (min.length < length) {
      min = new byte[length + (length >> 1)];
    }
    System.arraycopy(source, from, min, 0, length);
    minLength = length;
    minPrefix = prefix;
  }

  private void setMax(byte[] source, int from, int length, long prefix) {
    if (max.length < length) {
      max = new byte[length + (length >> 1)];
    }
    System.arraycopy(source, from, max, 0, length);
    maxLength = length;
    maxPrefix = prefix;
  }

  @Override
  void clear() {
    empty = true;
  }

  @Override
  boolean isEmpty() {
    return empty;
  }

  @Override
  long nanCount() {
    return 0;
  }

  @Override
  void merge(ValueRange range) {
    BytesRange other = (BytesRange) range;
    if (!other.empty) {
      add(other.min, 0, other.minLength);
      add(other.max, 0, other.maxLength);
    }
  }

  @Override
  byte[] min() {
    return Arrays.copyOf(min, minLength);
  }

  @Override
  byte[] max() {
    return Arrays.copyOf(max, maxLength);
  }
}
