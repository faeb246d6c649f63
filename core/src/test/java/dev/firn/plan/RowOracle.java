package dev.firn.plan;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundLiteralPredicate;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.BoundTransform;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;

/**
 * Whether a row matches a filter: null matches IS NULL and, as in Iceberg, the negative predicates;
 * zeros are equal; NaN is above all numbers.
 */
final class RowOracle {
  private final FilterTree tree;
  private boolean unsignedUuids;

  RowOracle(Schema schema, Expression filter) {
    this.tree = FilterTree.of(schema, Expressions.rewriteNot(filter), true);
  }

  /** Whether the row matches in one of the two orders that engines have for UUIDs. */
  boolean matches(Object[] row) {
    unsignedUuids = false;
    boolean signed = matches(tree, row);
    unsignedUuids = true;
    return signed || matches(tree, row);
  }

  private boolean matches(FilterTree tree, Object[] row) {
    if (tree instanceof FilterTree.Both both) {
      return matches(both.left(), row) && matches(both.right(), row);
    }
    if (tree instanceof FilterTree.Either either) {
      return matches(either.left(), row) || matches(either.right(), row);
    }
    if (tree instanceof FilterTree.Leaf leaf) {
      return matches(leaf.bound(), row);
    }
    return ((FilterTree.Constant) tree).value();
  }

  private boolean matches(BoundPredicate<?> predicate, Object[] row) {
    Object value = value(predicate, row);
    Operation op = predicate.op();
    boolean nan =
        (value instanceof Float f && Float.isNaN(f))
            || (value instanceof Double d && Double.isNaN(d));
    switch (op) {
      case IS_NULL:
        return value == null;
      case NOT_NULL:
        return value != null;
      case IS_NAN:
        return nan;
      case NOT_NAN:
        return !nan;
      default:
        break;
    }
    if (value == null) {
      return op == Operation.NOT_EQ || op == Operation.NOT_IN || op == Operation.NOT_STARTS_WITH;
    }
    if (predicate.isSetPredicate()) {
      boolean in =
          predicate.asSetPredicate().literalSet().stream()
              .anyMatch(literal -> compare(predicate, value, literal) == 0);
      return in == (op == Operation.IN);
    }
    Object literal = ((BoundLiteralPredicate<?>) predicate).literal().value();
    return switch (op) {
      case LT -> compare(predicate, value, literal) < 0;
      case LT_EQ -> compare(predicate, value, literal) <= 0;
      case GT -> compare(predicate, value, literal) > 0;
      case GT_EQ -> compare(predicate, value, literal) >= 0;
      case EQ -> compare(predicate, value, literal) == 0;
      case NOT_EQ -> compare(predicate, value, literal) != 0;
      case STARTS_WITH -> value.toString().startsWith(literal.toString());
      default -> !value.toString().startsWith(literal.toString());
    };
  }

  /** The value of the term; truncation of integers without an overflow. */
  private static Object value(BoundPredicate<?> predicate, Object[] row) {
    if (predicate.term() instanceof BoundTransform<?, ?> term) {
      Object source = term.ref().eval(new RandomTable.Row(row));
      String transform = term.transform().toString();
      if (source instanceof Number number && transform.startsWith("truncate[")) {
        BigInteger width =
            new BigInteger(transform.substring("truncate[".length(), transform.length() - 1));
        BigInteger exact = BigInteger.valueOf(number.longValue());
        return exact.subtract(exact.mod(width));
      }
      return source == null ? null : term.eval(new RandomTable.Row(row));
    }
    return predicate.ref().eval(new RandomTable.Row(row));
  }

  private int compare(BoundPredicate<?> predicate, Object value, Object literal) {
    if (value instanceof BigInteger exact) {
      return exact.compareTo(BigInteger.valueOf(((Number) literal).longValue()));
    }
    Type type = predicate.term().type();
    if (FilterRules.isFloatingPoint(type)) {
      // Adding a zero takes the sign of a zero away.
      return Double.compare(
          ((Number) value).doubleValue() + 0.0, ((Number) literal).doubleValue() + 0.0);
    }
    if (value instanceof UUID left && literal instanceof UUID right) {
      return unsignedUuids ? RandomTable.compareUnsigned(left, right) : left.compareTo(right);
    }
    Comparator<Object> order = Comparators.forType(type.asPrimitiveType());
    return order.compare(value, literal);
  }
}
