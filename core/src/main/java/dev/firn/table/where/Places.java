package dev.firn.table.where;

import dev.firn.table.sql.TokenReader;
import dev.firn.table.where.Written.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Finds where a literal lies among the values of a type. Values are Iceberg's: days, microseconds
 * and so on as integers.
 */
final class Places {
  private static final BigInteger NANOS_PER_DAY = BigInteger.valueOf(86_400_000_000_000L);
  private static final BigInteger NANOS_PER_MICRO = BigInteger.valueOf(1_000);
  private static final BigInteger INT_MIN = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger INT_MAX = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /** Digits before or behind the point; a number with more is none that a column can hold. */
  private static final int MAX_DIGITS = 5_000;

  private final TokenReader reader;

  Places(TokenReader reader) {
    this.reader = reader;
  }

  /**
   * The place of a literal that is neither NULL nor NaN.
   *
   * @throws dev.firn.table.sql.SqlSyntaxException if it is no literal for the type
   */
  Place of(Subject subject, Written literal) {
    if (subject.unit() != Subject.Unit.VALUE) {
      return new CalendarPlaces(reader).of(subject, literal);
    }
    Type type = subject.type();
    return switch (type.typeId()) {
      case INTEGER -> whole(number(subject, literal), INT_MIN, INT_MAX);
      case LONG -> whole(number(subject, literal), LONG_MIN, LONG_MAX);
      case DECIMAL -> decimal(number(subject, literal), (Types.DecimalType) type);
      case FLOAT -> floating(subject, literal, true);
      case DOUBLE -> floating(subject, literal, false);
      case BOOLEAN -> Place.at(truth(subject, literal));
      case DATE -> steps(moment(subject, literal, false), NANOS_PER_DAY, true);
      case TIMESTAMP -> steps(moment(subject, literal, true), NANOS_PER_MICRO, false);
      case TIMESTAMP_NANO -> steps(moment(subject, literal, true), BigInteger.ONE, false);
      case TIME -> steps(time(subject, literal), NANOS_PER_MICRO, false);
      case STRING -> Place.at(text(subject, literal));
      case UUID -> Place.at(uuid(subject, literal));
      case FIXED, BINARY -> Place.at(bytes(subject, literal));
      default -> throw mismatch(subject, literal, "IS NULL or IS NOT NULL only");
    };
  }

  private BigDecimal number(Subject subject, Written literal) {
    return number(literal).orElseThrow(() -> mismatch(subject, literal, "a number"));
  }

  /** A literal as a number; empty if it is none, or one with more digits than any column holds. */
  static Optional<BigDecimal> number(Written literal) {
    if (!literal.isTextOr(Kind.NUMBER)) {
      return Optional.empty();
    }
    try {
      BigDecimal number = new BigDecimal(literal.text().strip());
      boolean bounded = Math.abs((long) number.scale()) + number.precision() <= MAX_DIGITS;
      return bounded ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Integers of 32 bits if the limits are theirs, else of 64. */
  static Place whole(BigDecimal number, BigInteger least, BigInteger most) {
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = number.setScale(0, RoundingMode.CEILING).toBigInteger();
    boolean narrow = most.equals(INT_MAX);
    return new Place(
        floor.compareTo(least) < 0 ? Optional.empty() : Optional.of(boxed(floor.min(most), narrow)),
        ceiling.compareTo(most) > 0
            ? Optional.empty()
            : Optional.of(boxed(ceiling.max(least), narrow)));
  }

  /** An ordinal of 32 bits, as transforms of time have. */
  static Place whole(BigDecimal number) {
    return whole(number, INT_MIN, INT_MAX);
  }

  private static Object boxed(BigInteger value, boolean narrow) {
    return narrow ? (Object) value.intValueExact() : (Object) value.longValueExact();
  }

  private static Place decimal(BigDecimal number, Types.DecimalType type) {
    BigDecimal most =
        new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
    BigDecimal floor = number.setScale(type.scale(), RoundingMode.FLOOR);
    BigDecimal ceiling = number.setScale(type.scale(), RoundingMode.CEILING);
    return new Place(
        floor.compareTo(most.negate()) < 0 ? Optional.empty() : Optional.of(floor.min(most)),
        ceiling.compareTo(most) > 0 ? Optional.empty() : Optional.of(ceiling.max(most.negate())));
  }

  /** A float's literal is the float nearest to it, as in every program of Java: 0.1 finds 0.1f. */
  private Place floating(Subject subject, Written literal, boolean single) {
    String text = literal.text().strip();
    boolean infinite = text.endsWith("Infinity") || text.endsWith("INFINITY");
    if (infinite && literal.isTextOr(Kind.BEYOND_NUMBERS)) {
      double value = text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return Place.at(single ? (Object) (float) value : (Object) value);
    }
    BigDecimal number = number(subject, literal);
    if (single) {
      float value = number.floatValue();
      return Float.isInfinite(value)
          ? beyond(value > 0, Float.MAX_VALUE, Float.POSITIVE_INFINITY)
          : Place.at(signed(value, text));
    }
    double value = number.doubleValue();
    return Double.isInfinite(value)
        ? beyond(value > 0, Double.MAX_VALUE, Double.POSITIVE_INFINITY)
        : Place.at(signed(value, text));
  }

  private static Place beyond(boolean positive, double most, double infinity) {
    return positive
        ? new Place(Optional.of(most), Optional.of(infinity))
        : new Place(Optional.of(-infinity), Optional.of(-most));
  }

  private static Place beyond(boolean positive, float most, float infinity) {
    return positive
        ? new Place(Optional.of(most), Optional.of(infinity))
        : new Place(Optional.of(-infinity), Optional.of(-most));
  }

  private static Object signed(double value, String text) {
    return value == 0 && text.startsWith("-") ? -0.0 : value;
  }

  private static Object signed(float value, String text) {
    return value == 0 && text.startsWith("-") ? -0.0f : value;
  }

  private Boolean truth(Subject subject, Written literal) {
    String text = literal.text();
    if (literal.isTextOr(Kind.BOOLEAN)
        && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
      return text.equalsIgnoreCase("true");
    }
    throw mismatch(subject, literal, "TRUE or FALSE");
  }

  private static Place steps(BigInteger nanos, BigInteger step, boolean narrow) {
    BigInteger[] parts = nanos.divideAndRemainder(step);
    BigDecimal floor =
        new BigDecimal(parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0]);
    // Between two steps it makes no difference where.
    BigDecimal steps = parts[1].signum() == 0 ? floor : floor.add(new BigDecimal("0.5"));
    return narrow ? whole(steps, INT_MIN, INT_MAX) : whole(steps, LONG_MIN, LONG_MAX);
  }

  private BigInteger moment(Subject subject, Written literal, boolean time) {
    String expected =
        time
            ? "a time in quotes, such as '2021-03-05 10:00:00'"
            : "a date in quotes, such as '2021-03-05'";
    if (!literal.isTextOr(Kind.TIMESTAMP) && literal.kind() != Kind.DATE) {
      throw mismatch(subject, literal, expected);
    }
    Moment moment =
        Moment.of(literal.text()).orElseThrow(() -> mismatch(subject, literal, expected));
    if (moment.hasZone() && !hasZone(subject.type())) {
      throw reader.errorAt(
          literal.place(),
          subject.column() + " has no time zone, '" + literal.text() + "' names one; leave it out");
    }
    return moment.nanos();
  }

  private static boolean hasZone(Type type) {
    return (type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC())
        || (type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC());
  }

  private BigInteger time(Subject subject, Written literal) {
    Optional<BigInteger> nanos =
        literal.isTextOr(Kind.TIME) ? Moment.timeOf(literal.text()) : Optional.empty();
    return nanos.orElseThrow(
        () -> mismatch(subject, literal, "a time of day in quotes, such as '10:00:00'"));
  }

  private String text(Subject subject, Written literal) {
    if (literal.kind() != Kind.TEXT) {
      throw mismatch(subject, literal, "a text in quotes");
    }
    return literal.text();
  }

  private UUID uuid(Subject subject, Written literal) {
    if (literal.kind() == Kind.TEXT && literal.text().length() == 36) {
      try {
        return UUID.fromString(literal.text());
      } catch (IllegalArgumentException e) {
        // Told below.
      }
    }
    throw mismatch(subject, literal, "a UUID in quotes, 36 characters");
  }

  private ByteBuffer bytes(Subject subject, Written literal) {
    if (literal.kind() == Kind.BYTES) {
      try {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(literal.text()));
        if (!(subject.type() instanceof Types.FixedType fixed)
            || fixed.length() == bytes.remaining()) {
          return bytes;
        }
      } catch (IllegalArgumentException e) {
        // Told below.
      }
    }
    String length =
        subject.type() instanceof Types.FixedType fixed ? fixed.length() + " bytes" : "bytes";
    throw mismatch(subject, literal, length + " in hexadecimal, such as X'00FF'");
  }

  private RuntimeException mismatch(Subject subject, Written literal, String expected) {
    return reader.errorAt(
        literal.place(),
        subject.column()
            + " has the type "
            + subject.type()
            + ": expected "
            + expected
            + ", got "
            + literal.kind().noun()
            + (literal.text().isEmpty() ? "" : " '" + literal.text() + "'"));
  }
}
