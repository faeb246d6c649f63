package dev.firn.plan;

import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundTransform;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.types.Type;

/**
 * What a predicate over year, month, day, hour or truncate of a number says of the column itself.
 * Nulls are kept where Iceberg's predicates keep them: not equal, and not in.
 */
final class TransformRange {
  private static final int MAX_SET = 64;
  private static final long MICROS_PER_HOUR = 3_600_000_000L;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int HOURS_PER_DAY = 24;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int EPOCH_YEAR = 1970;
  private static final int MAX_YEARS = 200_000;
  private static final String TRUNCATE = "truncate[";

  private final String name;
  private final Type source;
  private final String transform;

  private TransformRange(String name, Type source, String transform) {
    this.name = name;
    this.source = source;
    this.transform = transform;
  }

  /** The same predicate over the column; empty if there is none, or none within 64 bits. */
  static Optional<Expression> of(
      String name, BoundTransform<?, ?> term, BoundPredicate<?> predicate) {
    TransformRange range = of(name, term);
    if (!range.isSupported()) {
      return Optional.empty();
    }
    try {
      return range.rewrite(predicate);
    } catch (ArithmeticException e) {
      // Past the range of the column: the predicate stays as it is.
      return Optional.empty();
    }
  }

  private static TransformRange of(String name, BoundTransform<?, ?> term) {
    return new TransformRange(name, term.ref().type(), term.transform().toString());
  }

  /** Whether a transform takes ranges of its column to one value each. */
  static boolean isSupported(BoundTransform<?, ?> term) {
    return of("", term).isSupported();
  }

  private boolean isSupported() {
    boolean time =
        switch (source.typeId()) {
          case TIMESTAMP, TIMESTAMP_NANO -> true;
          case DATE -> !transform.equals("hour");
          default -> false;
        };
    boolean number = source.typeId() == Type.TypeID.INTEGER || source.typeId() == Type.TypeID.LONG;
    return switch (transform) {
      case "year", "month", "day", "hour" -> time;
      default -> number && transform.startsWith(TRUNCATE);
    };
  }

  private Optional<Expression> rewrite(BoundPredicate<?> predicate) {
    Operation op = predicate.op();
    if (predicate.isUnaryPredicate()) {
      return op == Operation.IS_NULL || op == Operation.NOT_NULL
          ? Optional.of(Expressions.predicate(op, name))
          : Optional.empty();
    }
    if (predicate.isLiteralPredicate()) {
      return one(op, predicate.asLiteralPredicate().literal().value());
    }
    Set<?> values = predicate.asSetPredicate().literalSet();
    if (values.size() > MAX_SET) {
      return Optional.empty();
    }
    boolean in = op == Operation.IN;
    Expression all = in ? Expressions.alwaysFalse() : Expressions.alwaysTrue();
    for (Object value : values) {
      Optional<Expression> one = one(in ? Operation.EQ : Operation.NOT_EQ, value);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      all = in ? Expressions.or(all, one.get()) : Expressions.and(all, one.get());
    }
    return Optional.of(all);
  }

  private Optional<Expression> one(Operation op, Object literal) {
    if (!(literal instanceof Number number)) {
      return Optional.empty();
    }
    long value = number.longValue();
    // Truncation reaches multiples of its width only; the others lie between two of them.
    boolean met = !transform.startsWith(TRUNCATE) || Math.floorMod(value, width()) == 0;
    return switch (op) {
      case EQ ->
          Optional.of(
              met
                  ? Expressions.and(
                      compare(Operation.GT_EQ, start(value)), compare(Operation.LT, end(value)))
                  : Expressions.alwaysFalse());
      case NOT_EQ ->
          met
              ? Optional.of(
                  Expressions.or(
                      Expressions.or(
                          compare(Operation.LT, start(value)),
                          compare(Operation.GT_EQ, end(value))),
                      Expressions.isNull(name)))
              : Optional.empty();
      case LT -> Optional.of(compare(Operation.LT, met ? start(value) : end(value)));
      case LT_EQ -> Optional.of(compare(Operation.LT, end(value)));
      case GT -> Optional.of(compare(Operation.GT_EQ, end(value)));
      case GT_EQ -> Optional.of(compare(Operation.GT_EQ, met ? start(value) : end(value)));
      default -> Optional.empty();
    };
  }

  private Expression compare(Operation op, long value) {
    return switch (source.typeId()) {
      case INTEGER -> Expressions.predicate(op, name, Math.toIntExact(value));
      case DATE -> Expressions.predicate(op, name, literal(Math.toIntExact(value)));
      // Iceberg takes a number for microseconds, whatever the unit of the column.
      case TIMESTAMP_NANO -> Expressions.predicate(op, name, literal(value / NANOS_PER_MICRO));
      default -> Expressions.predicate(op, name, literal(value));
    };
  }

  private Literal<Object> literal(long value) {
    return Literal.of(value).to(source);
  }

  private int width() {
    return Integer.parseInt(transform.substring(TRUNCATE.length(), transform.length() - 1));
  }

  /** The least value of the column that the transform takes to {@code value}. */
  private long start(long value) {
    return switch (transform) {
      case "year" -> fromDays(firstOfMonth(Math.multiplyExact(value, (long) MONTHS_PER_YEAR)));
      case "month" -> fromDays(firstOfMonth(value));
      case "day" -> fromDays(value);
      case "hour" -> fromHours(value);
      default -> Math.floorDiv(value, width()) * (long) width();
    };
  }

  /** The least value of the column that the transform takes past {@code value}. */
  private long end(long value) {
    return transform.startsWith(TRUNCATE)
        ? Math.addExact(start(value), (long) width())
        : start(Math.addExact(value, 1));
  }

  private static long firstOfMonth(long months) {
    long years = Math.floorDiv(months, MONTHS_PER_YEAR);
    if (Math.abs(years) > MAX_YEARS) {
      throw new ArithmeticException("a year past all timestamps");
    }
    return LocalDate.of(EPOCH_YEAR + (int) years, 1 + Math.floorMod(months, MONTHS_PER_YEAR), 1)
        .toEpochDay();
  }

  private long fromDays(long days) {
    return source.typeId() == Type.TypeID.DATE
        ? days
        : fromHours(Math.multiplyExact(days, (long) HOURS_PER_DAY));
  }

  private long fromHours(long hours) {
    long micros = Math.multiplyExact(hours, MICROS_PER_HOUR);
    return source.typeId() == Type.TypeID.TIMESTAMP_NANO
        ? Math.multiplyExact(micros, NANOS_PER_MICRO)
        : micros;
  }
}
