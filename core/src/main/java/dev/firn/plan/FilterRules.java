package dev.firn.plan;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundTransform;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Type;

/**
 * Rewrites a filter into one that Iceberg's rules of planning do not lose rows of. Unbound
 * expressions go in and come out; the NOTs are gone afterwards.
 */
final class FilterRules {
  private final Schema schema;
  private final boolean caseSensitive;
  private final Set<PlanGuard> enabled;
  private final EnumSet<PlanGuard> fired = EnumSet.noneOf(PlanGuard.class);

  FilterRules(Schema schema, boolean caseSensitive, Set<PlanGuard> enabled) {
    this.schema = schema;
    this.caseSensitive = caseSensitive;
    this.enabled = enabled;
  }

  /** The guards that changed anything so far. */
  Set<PlanGuard> fired() {
    return fired;
  }

  /** The filter for rows: what engines are to apply, with zeros of both signs. */
  Expression forRows(Expression filter) {
    if (!enabled.contains(PlanGuard.SIGNED_ZERO) || !hasFloatingPoint()) {
      return filter;
    }
    Expression rewritten = rewrite(Expressions.rewriteNot(filter), this::zeros);
    // Left as it was if nothing changed: residuals then read as the user wrote them.
    return fired.contains(PlanGuard.SIGNED_ZERO) ? rewritten : filter;
  }

  /** The filter for planning, made of the one for rows. */
  Expression forPlanning(Expression rowFilter) {
    return rewrite(Expressions.rewriteNot(rowFilter), this::widened);
  }

  private boolean hasFloatingPoint() {
    return org.apache.iceberg.types.TypeUtil.indexById(schema.asStruct()).values().stream()
        .anyMatch(field -> isFloatingPoint(field.type()));
  }

  private interface Rule {
    Expression apply(UnboundPredicate<?> written, BoundPredicate<?> bound);
  }

  private Expression rewrite(Expression filter, Rule rule) {
    return ExpressionVisitors.visit(
        filter,
        new ExpressionVisitors.ExpressionVisitor<Expression>() {
          @Override
          public Expression alwaysTrue() {
            return Expressions.alwaysTrue();
          }

          @Override
          public Expression alwaysFalse() {
            return Expressions.alwaysFalse();
          }

          @Override
          public Expression not(Expression result) {
            return Expressions.not(result);
          }

          @Override
          public Expression and(Expression left, Expression right) {
            return Expressions.and(left, right);
          }

          @Override
          public Expression or(Expression left, Expression right) {
            return Expressions.or(left, right);
          }

          @Override
          public <T> Expression predicate(BoundPredicate<T> bound) {
            return bound;
          }

          @Override
          public <T> Expression predicate(UnboundPredicate<T> written) {
            Expression bound = written.bind(schema.asStruct(), caseSensitive);
            return bound instanceof BoundPredicate<?> predicate
                ? rule.apply(written, predicate)
                : written;
          }
        });
  }

  private Expression zeros(UnboundPredicate<?> written, BoundPredicate<?> bound) {
    Type type = bound.term().type();
    if (!isFloatingPoint(type)) {
      return written;
    }
    boolean single = type.typeId() == Type.TypeID.FLOAT;
    String name = name(bound);
    switch (bound.op()) {
      case EQ:
        return isZero(bound.asLiteralPredicate().literal().value())
            ? fire(PlanGuard.SIGNED_ZERO, bothZeros(name, single))
            : written;
      case LT_EQ:
        return isZero(bound.asLiteralPredicate().literal().value())
            ? fire(PlanGuard.SIGNED_ZERO, zero(Operation.LT_EQ, name, single, false))
            : written;
      case GT_EQ:
        return isZero(bound.asLiteralPredicate().literal().value())
            ? fire(PlanGuard.SIGNED_ZERO, zero(Operation.GT_EQ, name, single, true))
            : written;
      case IN:
        Collection<?> values = bound.asSetPredicate().literalSet();
        if (values.stream().noneMatch(FilterRules::isZero)) {
          return written;
        }
        Set<Object> all = new LinkedHashSet<>(values);
        all.add(single ? (Object) 0.0f : (Object) 0.0);
        all.add(single ? (Object) (-0.0f) : (Object) (-0.0));
        return fire(PlanGuard.SIGNED_ZERO, Expressions.in(name, all));
      default:
        return written;
    }
  }

  private static Expression bothZeros(String name, boolean single) {
    return single ? Expressions.in(name, 0.0f, -0.0f) : Expressions.in(name, 0.0, -0.0);
  }

  private static Expression zero(Operation op, String name, boolean single, boolean negative) {
    double zero = negative ? -0.0 : 0.0;
    return single
        ? Expressions.predicate(op, name, (float) zero)
        : Expressions.predicate(op, name, zero);
  }

  private static boolean isZero(Object value) {
    return value instanceof Number number && number.doubleValue() == 0;
  }

  private Expression widened(UnboundPredicate<?> written, BoundPredicate<?> bound) {
    boolean takesNan =
        switch (bound.op()) {
          case GT, GT_EQ, NOT_EQ, NOT_IN -> true;
          default -> false;
        };
    if (takesNan
        && isFloatingPoint(bound.term().type())
        && enabled.contains(PlanGuard.NAN_OUTSIDE_BOUNDS)) {
      return fire(
          PlanGuard.NAN_OUTSIDE_BOUNDS, Expressions.or(written, Expressions.isNaN(name(bound))));
    }
    if (bound.term() instanceof BoundTransform<?, ?> transform
        && enabled.contains(PlanGuard.RANGE_FOR_TRANSFORM)) {
      Optional<Expression> range = TransformRange.of(name(bound), transform, bound);
      if (range.isPresent()) {
        return fire(PlanGuard.RANGE_FOR_TRANSFORM, range.get());
      }
    }
    return written;
  }

  private Expression fire(PlanGuard guard, Expression rewritten) {
    fired.add(guard);
    return rewritten;
  }

  private String name(BoundPredicate<?> bound) {
    return schema.findColumnName(bound.ref().fieldId());
  }

  static boolean isFloatingPoint(Type type) {
    return type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE;
  }
}
