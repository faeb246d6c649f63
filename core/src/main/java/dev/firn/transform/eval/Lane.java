package dev.firn.transform.eval;

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The form in which two values are compared. */
public enum Lane {
  /** Whole numbers: also booleans, dates, times and short decimals. */
  LONG,
  /** Floating point; NaN equals itself and is greater than everything else, −0 equals 0. */
  DOUBLE,
  /** Bytes, unsigned, as they come: the order of code points for strings. */
  BYTES,
  /** Decimals of more than 18 digits. */
  WIDE_DECIMAL;

  /** The lane in which values of two types meet; empty if they can't be compared. */
  public static Optional<Lane> of(Type left, Type right) {
    if (left.equals(right)) {
      return of(left);
    }
    if (isNumber(left) && isNumber(right)) {
      boolean whole = of(left).equals(Optional.of(LONG)) && of(right).equals(Optional.of(LONG));
      return Optional.of(whole ? LONG : DOUBLE);
    }
    return Optional.empty();
  }

  private static boolean isNumber(Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG, FLOAT, DOUBLE -> true;
      default -> false;
    };
  }

  private static Optional<Lane> of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, DATE, TIME, TIMESTAMP, TIMESTAMP_NANO -> Optional.of(LONG);
      case FLOAT, DOUBLE -> Optional.of(DOUBLE);
      case STRING, UUID, FIXED, BINARY -> Optional.of(BYTES);
      case DECIMAL ->
          Optional.of(((Types.DecimalType) type).precision() <= 18 ? LONG : WIDE_DECIMAL);
      default -> Optional.empty();
    };
  }
}
