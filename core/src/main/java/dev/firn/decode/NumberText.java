package dev.firn.decode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Reads numbers from text exactly: {@link #scan} checks the grammar, which is JSON's (RFC 8259 §6),
 * and leaves the value as {@code ±digits × 10^exponent}; the other methods turn that into what a
 * column holds, or say that it does not fit. Nothing is wrapped, cut or rounded, except that
 * doubles and floats are the nearest ones.
 *
 * <p>The byte behind a number ends it if it can't belong to one; there has to be such a byte, since
 * the end of the array is not looked for. One thread.
 */
public final class NumberText {
  /** What {@link #scan} returns for what is no number. */
  private static final int FAILED = -1;

  /** Digits that an unsigned long always holds. */
  private static final int MAX_DIGITS = 19;

  /** No exponent of a double, and none that could be multiplied out, comes near. */
  private static final int EXPONENT_LIMIT = 1_000_000;

  /** A decimal column has at most 38 digits; a longer text is not worth exact arithmetic. */
  private static final int MAX_DECIMAL_CHARS = 1000;

  private static final byte[] NO_BYTES = new byte[0];
  private static final long[] POWERS = new long[MAX_DIGITS];
  private static final double[] DOUBLE_POWERS = new double[23];
  private static final float[] FLOAT_POWERS = new float[11];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    DOUBLE_POWERS[0] = 1;
    for (int i = 1; i < DOUBLE_POWERS.length; i++) {
      DOUBLE_POWERS[i] = DOUBLE_POWERS[i - 1] * 10;
    }
    FLOAT_POWERS[0] = 1;
    for (int i = 1; i < FLOAT_POWERS.length; i++) {
      FLOAT_POWERS[i] = FLOAT_POWERS[i - 1] * 10;
    }
  }

  private int start;
  private int end;
  private boolean negative;

  /** The digits as an unsigned long. */
  private long digits;

  private int exponent;

  /** Whether digits past the 19th were dropped that are not 0. */
  private boolean inexact;

  private long longValue;

  private int failedAt;
  private String expected = "";

  /** Whether a value that begins so is a number. */
  public static boolean isStart(byte c) {
    return c == '-' || (c >= '0' && c <= '9');
  }

  /**
   * The position behind a number, or −1 if there is none: see {@link #failedAt} and {@link
   * #expected}.
   *
   * @param from the number's first byte
   */
  public int scan(byte[] b, int from) {
    start = from;
    exponent = 0;
    inexact = false;
    digits = 0;
    int p = from;
    negative = b[p] == '-';
    if (negative) {
      p++;
    }
    int first = p;
    p = digits(b, p, 0);
    if (p == first) {
      return malformed(p, "a digit");
    }
    if (b[first] == '0' && p > first + 1) {
      return malformed(first, "no leading zero");
    }
    if (b[p] == '.') {
      int fraction = p + 1;
      p = digits(b, fraction, 1);
      if (p == fraction) {
        return malformed(p, "a digit");
      }
    }
    if ((b[p] | 0x20) == 'e') {
      p = exponent(b, p + 1);
      if (p < 0) {
        return p;
      }
    }
    end = p;
    return p;
  }

  /** Adds digits to the value; {@code fraction} is 1 behind the point. */
  private int digits(byte[] b, int from, int fraction) {
    int p = from;
    long value = digits;
    int scale = exponent;
    int digit = b[p] - '0';
    while (digit >= 0 && digit <= 9) {
      // Below a tenth of 2^64 there is room for one more digit.
      if (Long.compareUnsigned(value, 1_000_000_000_000_000_000L) < 0) {
        value = value * 10 + digit;
        scale -= fraction;
      } else {
        inexact |= digit != 0;
        scale += 1 - fraction;
      }
      digit = b[++p] - '0';
    }
    digits = value;
    exponent = scale;
    return p;
  }

  private int exponent(byte[] b, int from) {
    int p = from;
    boolean minus = b[p] == '-';
    if (minus || b[p] == '+') {
      p++;
    }
    int first = p;
    int value = 0;
    int digit = b[p] - '0';
    while (digit >= 0 && digit <= 9) {
      value = Math.min(value * 10 + digit, EXPONENT_LIMIT);
      digit = b[++p] - '0';
    }
    if (p == first) {
      return malformed(p, "a digit of the exponent");
    }
    exponent += minus ? -value : value;
    return p;
  }

  private int malformed(int p, String wanted) {
    failedAt = p;
    expected = wanted;
    return FAILED;
  }

  /** The first byte that the number could not go on with, if the last {@link #scan} failed. */
  public int failedAt() {
    return failedAt;
  }

  /** What was expected there, for messages. */
  public String expected() {
    return expected;
  }

  /** What the last successful {@code to…} method has made. */
  public long longValue() {
    return longValue;
  }

  /** Whether the number is a whole one that a long holds; 1.0 and 1e3 are. */
  public boolean toLong() {
    return toScaled(0, Long.MAX_VALUE);
  }

  /**
   * Whether the number times 10^scale is a whole number of at most {@code limit} (and at least
   * {@code -limit}, or {@code -limit - 1} for {@link Long#MAX_VALUE}).
   */
  public boolean toScaled(int scale, long limit) {
    if (digits == 0) {
      longValue = 0;
      return !inexact;
    }
    if (inexact) {
      return false;
    }
    long magnitude = digits;
    int power = exponent + scale;
    while (power < 0) {
      if (Long.remainderUnsigned(magnitude, 10) != 0) {
        return false;
      }
      magnitude = Long.divideUnsigned(magnitude, 10);
      power++;
    }
    if (power > 18 || (power > 0 && !fitsTimes(magnitude, POWERS[power]))) {
      return false;
    }
    magnitude *= POWERS[power];
    if (magnitude == Long.MIN_VALUE && negative && limit == Long.MAX_VALUE) {
      longValue = magnitude;
      return true;
    }
    longValue = negative ? -magnitude : magnitude;
    return magnitude >= 0 && magnitude <= limit;
  }

  /**
   * Whether the number times 10^scale, cut to the whole number below, lies within a long: for
   * timestamps, whose finer digits are below the clock.
   */
  public boolean toFloored(int scale) {
    int power = exponent + scale;
    if (power >= 0 || digits == 0) {
      return toScaled(scale, Long.MAX_VALUE);
    }
    long divisor = -power < MAX_DIGITS ? POWERS[-power] : 0;
    long whole = divisor == 0 ? 0 : Long.divideUnsigned(digits, divisor);
    boolean cut = inexact || divisor == 0 || Long.remainderUnsigned(digits, divisor) != 0;
    if (whole < 0) {
      return false;
    }
    longValue = negative ? -whole - (cut ? 1 : 0) : whole;
    return true;
  }

  /** The nearest double; infinite if the number is too large for one. */
  public double toDouble(byte[] b) {
    if (digits == 0 && !inexact) {
      return negative ? -0.0 : 0.0;
    }
    if (!inexact && digits > 0 && digits <= 1L << 53 && exponent >= -22 && exponent <= 22) {
      // Both operands are exact, so the one operation rounds right (Clinger 1990).
      double value =
          exponent < 0 ? digits / DOUBLE_POWERS[-exponent] : digits * DOUBLE_POWERS[exponent];
      return negative ? -value : value;
    }
    long bits = NearestDouble.bits(digits, exponent);
    // Digits that were dropped lie between these and the next higher ones.
    if (bits == NearestDouble.UNDECIDED
        || (inexact && NearestDouble.bits(digits + 1, exponent) != bits)) {
      return Double.parseDouble(text(b));
    }
    double value = Double.longBitsToDouble(bits);
    return negative ? -value : value;
  }

  /** The nearest float; infinite if the number is too large for one. */
  public float toFloat(byte[] b) {
    if (digits == 0 && !inexact) {
      return negative ? -0.0f : 0.0f;
    }
    if (!inexact && digits > 0 && digits <= 1 << 24 && exponent >= -10 && exponent <= 10) {
      float value =
          exponent < 0 ? digits / FLOAT_POWERS[-exponent] : digits * FLOAT_POWERS[exponent];
      return negative ? -value : value;
    }
    return Float.parseFloat(text(b));
  }

  /**
   * The unscaled value of a decimal of up to 38 digits, as Iceberg stores it (big-endian, fewest
   * bytes), or an empty array if the number does not fit exactly.
   */
  public byte[] toWideDecimal(byte[] b, int precision, int scale) {
    if (digits == 0 && !inexact) {
      return new byte[1];
    }
    if (exponent < -EXPONENT_LIMIT / 2
        || exponent > EXPONENT_LIMIT / 2
        || (inexact && end - start > MAX_DECIMAL_CHARS)) {
      return NO_BYTES;
    }
    BigDecimal value;
    if (inexact) {
      value = new BigDecimal(text(b));
    } else {
      BigInteger magnitude = new BigInteger(Long.toUnsignedString(digits));
      value = new BigDecimal(negative ? magnitude.negate() : magnitude, -exponent);
    }
    value = value.stripTrailingZeros();
    if (value.scale() > scale || value.precision() - value.scale() > precision - scale) {
      return NO_BYTES;
    }
    return value.setScale(scale).unscaledValue().toByteArray();
  }

  private String text(byte[] b) {
    return new String(b, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /** Whether the product is at most 2^63, the magnitude of the lowest long. */
  private static boolean fitsTimes(long magnitude, long factor) {
    return Long.compareUnsigned(magnitude, Long.divideUnsigned(Long.MIN_VALUE, factor)) <= 0;
  }
}
