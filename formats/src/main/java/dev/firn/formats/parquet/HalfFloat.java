package dev.firn.formats.parquet;

/** IEEE 754 binary16. */
final class HalfFloat {
  private static final int EXPONENT_MASK = 0x1F;
  private static final int FRACTION_MASK = 0x3FF;

  private HalfFloat() {}

  /** The same value as a float, which holds all of them; NaN keeps its bits. */
  static float toFloat(int half) {
    int sign = (half & 0x8000) << 16;
    int exponent = half >>> 10 & EXPONENT_MASK;
    int fraction = half & FRACTION_MASK;
    if (exponent == EXPONENT_MASK) {
      return Float.intBitsToFloat(sign | 0x7F80_0000 | fraction << 13);
    }
    if (exponent == 0) {
      // Multiples of 2^-24, exact in a float.
      float value = fraction * 0x1p-24f;
      return sign == 0 ? value : -value;
    }
    return Float.intBitsToFloat(sign | (exponent + 112) << 23 | fraction << 13);
  }
}
