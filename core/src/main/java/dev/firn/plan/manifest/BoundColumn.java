package dev.firn.plan.manifest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Lower or upper bounds of a column. Types whose values fit into 64 bits are kept as numbers that
 * order as the values do ({@link #ordered}), all others as their bytes. Immutable.
 *
 * <p>A floating-point bound that is NaN says nothing (some writers of ORC files put it) and is kept
 * as absent. A bound whose length does not fit its type is kept as absent as well.
 *
 * @param type the type that the bounds were read as; empty if the column is in no schema known
 */
public record BoundColumn(Optional<Type> type, LongColumn numbers, BytesColumn bytes) {
  private static final int MAX_LONG_PRECISION = 18;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long NANOS_PER_DAY = MICROS_PER_DAY * 1_000;

  /** Whether bounds of a type are kept as numbers. */
  public static boolean isNumeric(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> true;
      case DECIMAL -> ((Types.DecimalType) type).precision() <= MAX_LONG_PRECISION;
      default -> false;
    };
  }

  static BoundColumn absent(Optional<Type> type, int size) {
    return new BoundColumn(type, LongColumn.absent(size), BytesColumn.absent(size));
  }

  /** A number that orders as {@link Double#compare} does. */
  public static long ordered(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  private static double value(long ordered) {
    return Double.longBitsToDouble(ordered ^ (ordered >> 63 & Long.MAX_VALUE));
  }

  /** The number of a value of a type that {@link #isNumeric}. */
  public static long ordered(Type type, Object value) {
    return switch (type.typeId()) {
      case BOOLEAN -> (Boolean) value ? 1 : 0;
      case FLOAT, DOUBLE -> ordered(((Number) value).doubleValue());
      case DECIMAL -> ((BigDecimal) value).unscaledValue().longValueExact();
      default -> ((Number) value).longValue();
    };
  }

  /** Whether the row has a bound. */
  public boolean isPresent(int row) {
    return numbers.isPresent(row) || bytes.isPresent(row);
  }

  /** The bound of a row that has one, in the single-value serialisation of the spec. */
  public ByteBuffer serialised(int row) {
    if (!numbers.isPresent(row)) {
      return bytes.copy(row);
    }
    Type of = type.orElseThrow();
    long number = numbers.get(row);
    Object value =
        switch (of.typeId()) {
          case BOOLEAN -> number != 0;
          case INTEGER, DATE -> (int) number;
          case FLOAT -> (float) value(number);
          case DOUBLE -> value(number);
          case DECIMAL -> BigDecimal.valueOf(number, ((Types.DecimalType) of).scale());
          default -> number;
        };
    return Conversions.toByteBuffer(of, value);
  }

  long sizeBytes() {
    return 32 + numbers.sizeBytes() + bytes.sizeBytes();
  }

  /** Grows a column. One thread. */
  static final class Builder {
    private final Optional<Type> type;
    private final boolean numeric;
    private final LongVector numbers = new LongVector();
    private final BytesVector bytes = new BytesVector();

    Builder(Optional<Type> type) {
      this.type = type;
      this.numeric = type.map(BoundColumn::isNumeric).orElse(false);
    }

    void set(int row, byte[] from, int start, int length) {
      if (numeric) {
        setNumber(row, from, start, length);
      } else {
        bytes.set(row, from, start, start + length);
      }
    }

    private void setNumber(int row, byte[] from, int start, int length) {
      Type of = type.orElseThrow();
      switch (of.typeId()) {
        case FLOAT, DOUBLE -> setFloating(row, from, start, length);
        case DECIMAL -> {
          BigInteger unscaled = length == 0 ? BigInteger.ZERO : new BigInteger(from, start, length);
          if (length > 0 && unscaled.bitLength() < Long.SIZE) {
            numbers.set(row, unscaled.longValue());
          }
        }
        case BOOLEAN -> {
          if (length == 1) {
            numbers.set(row, from[start] != 0 ? 1 : 0);
          }
        }
        default -> {
          if (length == Integer.BYTES) {
            // The column was narrower when this was written: an int, or a date.
            numbers.set(row, widened(of, (int) littleEndian(from, start, length)));
          } else if (length == Long.BYTES) {
            numbers.set(row, littleEndian(from, start, length));
          }
        }
      }
    }

    private static long widened(Type type, int value) {
      return switch (type.typeId()) {
        case TIMESTAMP -> value * MICROS_PER_DAY;
        case TIMESTAMP_NANO -> value * NANOS_PER_DAY;
        default -> value;
      };
    }

    private void setFloating(int row, byte[] from, int start, int length) {
      double value =
          switch (length) {
            case Float.BYTES -> Float.intBitsToFloat((int) littleEndian(from, start, length));
            case Double.BYTES -> Double.longBitsToDouble(littleEndian(from, start, length));
            default -> Double.NaN;
          };
      if (!Double.isNaN(value)) {
        numbers.set(row, ordered(value));
      }
    }

    private static long littleEndian(byte[] from, int start, int length) {
      long value = 0;
      for (int i = length - 1; i >= 0; i--) {
        value = value << 8 | from[start + i] & 0xFF;
      }
      return value;
    }

    BoundColumn pack(int size) {
      return new BoundColumn(type, numbers.pack(size), bytes.pack(size));
    }
  }
}
