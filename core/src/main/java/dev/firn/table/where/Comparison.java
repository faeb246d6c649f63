package dev.firn.table.where;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundTerm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Makes the predicates of a subject. Where SQL says unknown, which is where a null is compared, a
 * condition is neither true nor false. NaN equals itself and is above all numbers.
 */
final class Comparison {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final Subject subject;

  Comparison(Subject subject) {
    this.subject = subject;
  }

  /** {@code subject op place}, where the operation is one of the six comparisons. */
  Condition with(Operation op, Place place) {
    return new Condition(predicate(op, place), predicate(op.negate(), place));
  }

  private Expression predicate(Operation op, Place place) {
    return switch (op) {
      case EQ -> place.exact().map(value -> literal(op, value)).orElse(Expressions.alwaysFalse());
      case NOT_EQ ->
          place.exact().map(value -> present(literal(op, value))).orElseGet(subject::isPresent);
      case LT ->
          place
              .exact()
              .map(value -> literal(op, value))
              .orElseGet(() -> predicate(Operation.LT_EQ, place));
      case LT_EQ ->
          place.floor().map(value -> literal(op, value)).orElse(Expressions.alwaysFalse());
      case GT ->
          place
              .exact()
              .map(value -> literal(op, value))
              .orElseGet(() -> predicate(Operation.GT_EQ, place));
      case GT_EQ ->
          place.ceiling().map(value -> literal(op, value)).orElse(Expressions.alwaysFalse());
      default -> throw new IllegalArgumentException("no comparison: " + op);
    };
  }

  /** {@code subject op NaN}, for floating point. */
  Condition withNan(Operation op) {
    Expression nan = Expressions.isNaN(subject.term());
    Expression other = present(Expressions.notNaN(subject.term()));
    return switch (op) {
      case EQ, GT_EQ -> new Condition(nan, other);
      case NOT_EQ, LT -> new Condition(other, nan);
      case LT_EQ -> new Condition(subject.isPresent(), Expressions.alwaysFalse());
      case GT -> new Condition(Expressions.alwaysFalse(), subject.isPresent());
      default -> throw new IllegalArgumentException("no comparison: " + op);
    };
  }

  /** {@code subject IN (places)}, one or more. */
  Condition in(List<Place> places) {
    List<Object> values = new ArrayList<>();
    places.forEach(place -> place.exact().ifPresent(value -> values.add(forIceberg(value))));
    if (values.isEmpty()) {
      return new Condition(Expressions.alwaysFalse(), subject.isPresent());
    }
    return new Condition(
        Expressions.in(subject.term(), values), present(Expressions.notIn(subject.term(), values)));
  }

  /** {@code subject LIKE 'prefix%'}. */
  Condition startsWith(String prefix) {
    if (prefix.isEmpty()) {
      return new Condition(subject.isPresent(), Expressions.alwaysFalse());
    }
    UnboundTerm<String> term = text(subject.term());
    return new Condition(
        Expressions.startsWith(term, prefix), present(Expressions.notStartsWith(term, prefix)));
  }

  /** {@code subject IS NULL}. */
  Condition isNull() {
    return new Condition(Expressions.isNull(subject.column()), subject.isPresent());
  }

  /** {@code subject IS NAN}, which a null is not. */
  Condition isNan() {
    return new Condition(Expressions.isNaN(subject.term()), Expressions.notNaN(subject.term()));
  }

  /** {@code subject IS TRUE} or {@code FALSE}, which a null is not. */
  Condition is(boolean value) {
    return new Condition(
        literal(Operation.EQ, value), Expressions.notEqual(subject.term(), (Object) value));
  }

  private Expression present(Expression predicate) {
    return Expressions.and(subject.isPresent(), predicate);
  }

  private Expression literal(Operation op, Object raw) {
    UnboundTerm<Object> term = subject.term();
    Object value = forIceberg(raw);
    return switch (op) {
      case EQ -> Expressions.equal(term, value);
      case NOT_EQ -> Expressions.notEqual(term, value);
      case LT -> Expressions.lessThan(term, value);
      case LT_EQ -> Expressions.lessThanOrEqual(term, value);
      case GT -> Expressions.greaterThan(term, value);
      case GT_EQ -> Expressions.greaterThanOrEqual(term, value);
      default -> throw new IllegalArgumentException("no comparison: " + op);
    };
  }

  /** Iceberg takes an integer for a timestamp as microseconds, also where nanoseconds are kept. */
  private Object forIceberg(Object value) {
    if (subject.type().typeId() != Type.TypeID.TIMESTAMP_NANO) {
      return value instanceof ByteBuffer bytes ? bytes.duplicate() : value;
    }
    long nanos = (Long) value;
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    return ((Types.TimestampNanoType) subject.type()).shouldAdjustToUTC()
        ? instant.atOffset(ZoneOffset.UTC).toString()
        : instant.atOffset(ZoneOffset.UTC).toLocalDateTime().toString();
  }

  @SuppressWarnings("unchecked")
  private static UnboundTerm<String> text(UnboundTerm<?> term) {
    return (UnboundTerm<String>) term;
  }
}
