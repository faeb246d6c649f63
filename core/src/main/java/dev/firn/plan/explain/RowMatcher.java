package dev.firn.plan.explain;

import dev.firn.plan.FilterTree;
import java.util.Comparator;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** Whether rows match a filter. Immutable; for any number of threads. */
public final class RowMatcher {
  private final Predicate<StructLike> test;

  /**
   * A matcher.
   *
   * @param schema of the rows, with all columns of the filter
   * @param filter unbound
   */
  public RowMatcher(Schema schema, Expression filter, boolean caseSensitive) {
    this.test = compile(FilterTree.of(schema, filter, caseSensitive));
  }

  /** Whether a row, in Iceberg's own representation of values, matches. */
  public boolean matches(StructLike row) {
    return test.test(row);
  }

  private static Predicate<StructLike> compile(FilterTree tree) {
    if (tree instanceof FilterTree.Both both) {
      return compile(both.left()).and(compile(both.right()));
    } else if (tree instanceof FilterTree.Either either) {
      return compile(either.left()).or(compile(either.right()));
    } else if (tree instanceof FilterTree.Leaf leaf) {
      return leaf(leaf.bound());
    }
    boolean value = ((FilterTree.Constant) tree).value();
    return row -> value;
  }

  private static <T> Predicate<StructLike> leaf(BoundPredicate<T> predicate) {
    Predicate<@Nullable Object> onValue = onValue(predicate);
    return row -> onValue.test(predicate.term().eval(row));
  }

  private static Predicate<@Nullable Object> onValue(BoundPredicate<?> predicate) {
    return switch (predicate.op()) {
      case IS_NULL -> value -> value == null;
      case NOT_NULL -> value -> value != null;
      case IS_NAN -> RowMatcher::isNan;
      case NOT_NAN -> value -> !isNan(value);
      case STARTS_WITH, NOT_STARTS_WITH -> {
        String prefix = predicate.asLiteralPredicate().literal().value().toString();
        boolean wanted = predicate.op() == Expression.Operation.STARTS_WITH;
        yield value -> value == null ? !wanted : value.toString().startsWith(prefix) == wanted;
      }
      case IN -> inSet(predicate);
      case NOT_IN -> inSet(predicate).negate();
      case LT -> comparison(predicate, sign -> sign < 0);
      case LT_EQ -> comparison(predicate, sign -> sign <= 0);
      case GT -> comparison(predicate, sign -> sign > 0);
      case GT_EQ -> comparison(predicate, sign -> sign >= 0);
      case EQ -> comparison(predicate, sign -> sign == 0);
      case NOT_EQ -> comparison(predicate, sign -> sign == 0).negate();
      default -> throw new IllegalArgumentException("no predicate on rows: " + predicate);
    };
  }

  /** Null compares to nothing. */
  private static Predicate<@Nullable Object> comparison(
      BoundPredicate<?> predicate, IntPredicate sign) {
    Object literal = predicate.asLiteralPredicate().literal().value();
    Comparator<Object> order = order(predicate.term().type());
    return value -> value != null && sign.test(order.compare(value, literal));
  }

  private static Predicate<@Nullable Object> inSet(BoundPredicate<?> predicate) {
    Set<?> values = predicate.asSetPredicate().literalSet();
    Type type = predicate.term().type();
    if (!isFloatingPoint(type)) {
      return value -> value != null && values.contains(value);
    }
    // Zeros of both signs are one value here, and two in a set.
    Comparator<Object> order = order(type);
    return value ->
        value != null && values.stream().anyMatch(one -> order.compare(value, one) == 0);
  }

  private static boolean isNan(@Nullable Object value) {
    return (value instanceof Float f && Float.isNaN(f))
        || (value instanceof Double d && Double.isNaN(d));
  }

  private static Comparator<Object> order(Type type) {
    if (isFloatingPoint(type)) {
      // Adding a zero takes the sign of a zero away.
      return (a, b) ->
          Double.compare(((Number) a).doubleValue() + 0.0, ((Number) b).doubleValue() + 0.0);
    }
    return type.typeId() == Type.TypeID.UUID
        ? Comparator.comparing(Object::toString)
        : Comparators.forType(type.asPrimitiveType());
  }

  private static boolean isFloatingPoint(Type type) {
    return type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE;
  }
}
