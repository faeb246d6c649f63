package dev.firn.landing;

/**
 * Transforms over columns of numbers, one loop each. Values of null rows are garbage in and out.
 */
final class LongTransforms {
  /** What of a value is hashed. */
  enum Hash {
    /** The long's eight bytes. */
    LONG,
    /** A decimal's unscaled value in the fewest bytes. */
    UNSCALED,
    /** A time in nanoseconds, hashed in microseconds, so that both kinds of timestamp agree. */
    NANOS_AS_MICROS
  }

  private LongTransforms() {}

  static void bucket(long[] values, int rows, int buckets, Hash hash, long[] out) {
    switch (hash) {
      case LONG:
        for (int row = 0; row < rows; row++) {
          out[row] = (Murmur3.hash(values[row]) & Integer.MAX_VALUE) % buckets;
        }
        break;
      case UNSCALED:
        for (int row = 0; row < rows; row++) {
          out[row] = (Murmur3.hashUnscaled(values[row]) & Integer.MAX_VALUE) % buckets;
        }
        break;
      case NANOS_AS_MICROS:
        for (int row = 0; row < rows; row++) {
          long micros = Math.floorDiv(values[row], 1000L);
          out[row] = (Murmur3.hash(micros) & Integer.MAX_VALUE) % buckets;
        }
        break;
    }
  }

  static void truncate(long[] values, int rows, int width, long[] out) {
    for (int row = 0; row < rows; row++) {
      out[row] = values[row] - Math.floorMod(values[row], (long) width);
    }
  }

  static void widen(int[] values, int rows, long[] out) {
    for (int row = 0; row < rows; row++) {
      out[row] = values[row];
    }
  }

  static void widen(boolean[] values, int rows, long[] out) {
    for (int row = 0; row < rows; row++) {
      out[row] = values[row] ? 1 : 0;
    }
  }

  static void sortable(double[] values, int rows, long[] out) {
    for (int row = 0; row < rows; row++) {
      out[row] = flipNegative(Double.doubleToLongBits(values[row]));
    }
  }

  /** A float is ranked as the double that equals it. */
  static void sortable(float[] values, int rows, long[] out) {
    for (int row = 0; row < rows; row++) {
      out[row] = flipNegative(Double.doubleToLongBits(values[row]));
    }
  }

  /** The double that a sortable long stands for. */
  static double ofSortable(long sortable) {
    return Double.longBitsToDouble(flipNegative(sortable));
  }

  /** Makes the bits of doubles compare like the doubles; its own inverse. */
  private static long flipNegative(long bits) {
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }
}
