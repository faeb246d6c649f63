package dev.firn.decode;

import java.math.BigInteger;

/**
 * The double nearest to {@code digits × 10^exponent}, by one or two multiplications with a power of
 * ten of 128 bits (Lemire, "Number Parsing at a Gigabyte per Second", 2021, algorithm 1).
 */
final class NearestDouble {
  /** What is returned for the rare numbers that the method can't decide; they go another way. */
  static final long UNDECIDED = -1;

  private static final int MIN_EXPONENT = -342;
  private static final int MAX_EXPONENT = 308;
  private static final int MANTISSA_BITS = 52;

  /** Bits of the product behind the mantissa and the one bit that rounds. */
  private static final int SPARE_BITS = Long.SIZE - MANTISSA_BITS - 3;

  private static final int MAX_BIASED_EXPONENT = 0x7FF;

  /** Powers of five, scaled so that the first of their 128 bits is set: high and low halves. */
  private static final long[] HIGHS = new long[MAX_EXPONENT - MIN_EXPONENT + 1];

  private static final long[] LOWS = new long[HIGHS.length];

  static {
    BigInteger five = BigInteger.valueOf(5);
    for (int exponent = MIN_EXPONENT; exponent <= MAX_EXPONENT; exponent++) {
      BigInteger power = five.pow(Math.abs(exponent));
      BigInteger scaled;
      if (exponent >= 0) {
        int shift = 128 - power.bitLength();
        scaled = shift >= 0 ? power.shiftLeft(shift) : power.shiftRight(-shift);
      } else {
        // The reciprocal, rounded up.
        int bits = power.bitLength() + 127;
        scaled = BigInteger.ONE.shiftLeft(bits).divide(power).add(BigInteger.ONE);
        scaled = scaled.shiftRight(Math.max(0, scaled.bitLength() - 128));
      }
      HIGHS[exponent - MIN_EXPONENT] = scaled.shiftRight(Long.SIZE).longValue();
      LOWS[exponent - MIN_EXPONENT] = scaled.longValue();
    }
  }

  private NearestDouble() {}

  /**
   * The bits of the double, or {@link #UNDECIDED}: for subnormal and infinite ones, and about one
   * in 2^50 others.
   *
   * @param digits unsigned, not 0
   */
  static long bits(long digits, int exponent) {
    if (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT) {
      return UNDECIDED;
    }
    int zeros = Long.numberOfLeadingZeros(digits);
    long w = digits << zeros;
    long power = HIGHS[exponent - MIN_EXPONENT];
    long high = multiplyHigh(w, power);
    long low = w * power;
    if ((high & 0x1FF) == 0x1FF) {
      // All bits that would be cut are set, so that the power's low half may carry into the rest.
      long more = multiplyHigh(w, LOWS[exponent - MIN_EXPONENT]);
      low += more;
      if (Long.compareUnsigned(low, more) < 0) {
        high++;
      }
    }
    if (low == -1 && (exponent < -27 || exponent > 55)) {
      return UNDECIDED;
    }
    return round(high, low, exponent, zeros);
  }

  private static long round(long high, long low, int exponent, int zeros) {
    int top = (int) (high >>> 63);
    long mantissa = high >>> top + SPARE_BITS;
    int biased = (((152_170 + 65_536) * exponent) >> 16) + 63 + top - zeros + 1023;
    if (biased <= 0) {
      return UNDECIDED;
    }
    boolean half =
        Long.compareUnsigned(low, 1) <= 0
            && exponent >= -4
            && exponent <= 23
            && (mantissa & 3) == 1
            && mantissa << top + SPARE_BITS == high;
    if (half) {
      // In the middle of two doubles: to the even one, which is below.
      mantissa &= ~1L;
    }
    mantissa = mantissa + (mantissa & 1) >>> 1;
    if (mantissa == 2L << MANTISSA_BITS) {
      mantissa = 1L << MANTISSA_BITS;
      biased++;
    }
    return biased >= MAX_BIASED_EXPONENT
        ? UNDECIDED
        : mantissa & ~(1L << MANTISSA_BITS) | (long) biased << MANTISSA_BITS;
  }

  /** The upper half of the unsigned product. */
  private static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }
}
