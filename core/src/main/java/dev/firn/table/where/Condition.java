package dev.firn.table.where;

import java.util.List;
import java.util.function.BinaryOperator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * A condition of SQL, which is true, false, or unknown: when it is the one, when the other.
 * Immutable.
 */
record Condition(Expression isTrue, Expression isFalse) {
  /** One that is the same for every row. */
  static Condition constant(boolean value) {
    return value
        ? new Condition(Expressions.alwaysTrue(), Expressions.alwaysFalse())
        : new Condition(Expressions.alwaysFalse(), Expressions.alwaysTrue());
  }

  Condition not() {
    return new Condition(isFalse, isTrue);
  }

  private Condition and(Condition other) {
    return new Condition(
        Expressions.and(isTrue, other.isTrue), Expressions.or(isFalse, other.isFalse));
  }

  private Condition or(Condition other) {
    return new Condition(
        Expressions.or(isTrue, other.isTrue), Expressions.and(isFalse, other.isFalse));
  }

  /** All of one or more. */
  static Condition all(List<Condition> conditions) {
    return balanced(conditions, Condition::and);
  }

  /** At least one of one or more. */
  static Condition any(List<Condition> conditions) {
    return balanced(conditions, Condition::or);
  }

  /** Halves: Iceberg walks expressions by recursion, and a thousand ORs must not be a deep tree. */
  private static Condition balanced(List<Condition> all, BinaryOperator<Condition> join) {
    if (all.size() == 1) {
      return all.get(0);
    }
    int middle = all.size() / 2;
    return join.apply(
        balanced(all.subList(0, middle), join), balanced(all.subList(middle, all.size()), join));
  }
}
