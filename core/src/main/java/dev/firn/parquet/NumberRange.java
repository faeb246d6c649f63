package dev.firn.parquet;

/**
 * Bounds of numbers and booleans.
 *
 * <p>Zeros of floating types have two signs that compare as equal to some readers and as different
 * to others, so a lower bound of zero is given as -0.0 and an upper one as 0.0.
 */
final class NumberRange extends ValueRange {
  private final Physical physical;
  private boolean empty = true;
  private long nanCount;

  /** Integers and booleans. */
  private long min;

  private long max;

  /** Floating types; a float is exact as a double. */
  private double low;

  private double high;

  NumberRange(Physical physical) {
    this.physical = physical;
  }

  /** Takes in {@code values[0, count)}: integers, 0 or 1, or the bits of floating numbers. */
  void add(long[] values, int count) {
    if (count == 0) {
      return;
    }
    if (physical == Physical.DOUBLE) {
      addDoubles(values, count);
    } else if (physical == Physical.FLOAT) {
      addFloats(values, count);
    } else {
      addIntegers(values, count);
    }
  }

  private void addIntegers(long[] values, int count) {
    long least = empty ? Long.MAX_VALUE : min;
    long most = empty ? Long.MIN_VALUE : max;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[i]);
      most = Math.max(most, values[i]);
    }
    min = least;
    max = most;
    empty = false;
  }

  private void addDoubles(long[] values, int count) {
    double least = empty ? Double.POSITIVE_INFINITY : low;
    double most = empty ? Double.NEGATIVE_INFINITY : high;
    int numbers = 0;
    for (int i = 0; i < count; i++) {
      double value = Double.longBitsToDouble(values[i]);
      least = value < least ? value : least;
      most = value > most ? value : most;
      numbers += Double.isNaN(value) ? 0 : 1;
    }
    addFloating(least, most, numbers, count);
  }

  private void addFloats(long[] values, int count) {
    double least = empty ? Double.POSITIVE_INFINITY : low;
    double most = empty ? Double.NEGATIVE_INFINITY : high;
    int numbers = 0;
    for (int i = 0; i < count; i++) {
      double value = Float.intBitsToFloat((int) values[i]);
      least = value < least ? value : least;
      most = value > most ? value : most;
      numbers += Double.isNaN(value) ? 0 : 1;
    }
    addFloating(least, most, numbers, count);
  }

  private void addFloating(double least, double most, int numbers, int count) {
    nanCount += count - numbers;
    if (numbers > 0) {
      low = least;
      high = most;
      empty = false;
    }
  }

  @Override
  void clear() {
    empty = true;
    nanCount = 0;
  }

  @Override
  boolean isEmpty() {
    return empty;
  }

  @Override
  long nanCount() {
    return nanCount;
  }

  @Override
  void merge(ValueRange range) {
    NumberRange other = (NumberRange) range;
    nanCount += other.nanCount;
    if (other.empty) {
      return;
    }
    min = empty ? other.min : Math.min(min, other.min);
    max = empty ? other.max : Math.max(max, other.max);
    low = empty ? other.low : Math.min(low, other.low);
    high = empty ? other.high : Math.max(high, other.high);
    empty = false;
  }

  /** Whether an integer lies outside of 32 bits. */
  boolean exceedsInt() {
    return !empty && (min != (int) min || max != (int) max);
  }

  @Override
  byte[] min() {
    return physical.isFloating() ? floating(low == 0 ? -0.0 : low) : integer(min);
  }

  @Override
  byte[] max() {
    return physical.isFloating() ? floating(high == 0 ? 0.0 : high) : integer(max);
  }

  private byte[] floating(double value) {
    return physical == Physical.DOUBLE
        ? bytes(Double.doubleToRawLongBits(value), 8)
        : bytes(Float.floatToRawIntBits((float) value), 4);
  }

  private byte[] integer(long value) {
    return bytes(value, physical == Physical.BOOLEAN ? 1 : physical.widthBytes());
  }

  private static byte[] bytes(long value, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (value >>> (8 * i));
    }
    return bytes;
  }
}
