package dev.firn.plan.manifest;

import org.jspecify.annotations.Nullable;

/**
 * Whole numbers, one per row, some absent; packed as differences to the least in 0, 1, 2, 4 or 8
 * bytes. Immutable.
 */
public final class LongColumn {
  private final int size;
  private final long base;
  private final byte @Nullable [] bytes;
  private final char @Nullable [] chars;
  private final int @Nullable [] ints;
  private final long @Nullable [] longs;
  private final long @Nullable [] present;

  private LongColumn(int size, long base, @Nullable Object packed, long @Nullable [] present) {
    this.size = size;
    this.base = base;
    this.bytes = packed instanceof byte[] array ? array : null;
    this.chars = packed instanceof char[] array ? array : null;
    this.ints = packed instanceof int[] array ? array : null;
    this.longs = packed instanceof long[] array ? array : null;
    this.present = present;
  }

  /** A column without any value. */
  public static LongColumn absent(int size) {
    return new LongColumn(size, 0, null, new long[0]);
  }

  /** The same value in all rows. */
  static LongColumn constant(int size, long value) {
    return new LongColumn(size, value, null, null);
  }

  /**
   * Packs the first {@code size} of {@code values}.
   *
   * @param present a bit per row with a value; null if all rows have one
   */
  static LongColumn pack(long[] values, int size, long @Nullable [] present) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      if (present == null || isSet(present, i)) {
        least = Math.min(least, values[i]);
        most = Math.max(most, values[i]);
      }
    }
    if (least > most) {
      return size == 0 ? constant(0, 0) : absent(size);
    }
    long range = most - least;
    return new LongColumn(size, least, packed(values, size, least, range), present);
  }

  private static @Nullable Object packed(long[] values, int size, long base, long range) {
    if (range == 0) {
      return null;
    }
    if (range > 0 && range < 1 << 8) {
      byte[] out = new byte[size];
      for (int i = 0; i < size; i++) {
        out[i] = (byte) (values[i] - base);
      }
      return out;
    }
    if (range > 0 && range < 1 << 16) {
      char[] out = new char[size];
      for (int i = 0; i < size; i++) {
        out[i] = (char) (values[i] - base);
      }
      return out;
    }
    if (range > 0 && range < 1L << 32) {
      int[] out = new int[size];
      for (int i = 0; i < size; i++) {
        out[i] = (int) (values[i] - base);
      }
      return out;
    }
    long[] out = new long[size];
    for (int i = 0; i < size; i++) {
      out[i] = values[i] - base;
    }
    return out;
  }

  /** Rows. */
  public int size() {
    return size;
  }

  /** Whether the row has a value. */
  public boolean isPresent(int row) {
    long[] bits = present;
    return bits == null || (bits.length > 0 && isSet(bits, row));
  }

  /** Whether no row has a value. */
  public boolean isAbsent() {
    return present != null && present.length == 0;
  }

  /** Whether all rows have the same value, {@link #get} of any. */
  public boolean isConstant() {
    return present == null && bytes == null && chars == null && ints == null && longs == null;
  }

  /** The value of a row; anything if the row has none. */
  public long get(int row) {
    if (longs != null) {
      return base + longs[row];
    }
    if (ints != null) {
      return base + (ints[row] & 0xFFFFFFFFL);
    }
    if (bytes != null) {
      return base + (bytes[row] & 0xFF);
    }
    return chars == null ? base : base + chars[row];
  }

  /** About how much memory it takes. */
  public long sizeBytes() {
    long packed = 0;
    packed += bytes == null ? 0 : bytes.length;
    packed += chars == null ? 0 : 2L * chars.length;
    packed += ints == null ? 0 : 4L * ints.length;
    packed += longs == null ? 0 : 8L * longs.length;
    return 80 + packed + (present == null ? 0 : 8L * present.length);
  }

  private static boolean isSet(long[] bits, int row) {
    int word = row >> 6;
    return word < bits.length && (bits[word] & 1L << row) != 0;
  }
}
