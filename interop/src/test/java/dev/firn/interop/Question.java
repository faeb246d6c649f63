package dev.firn.interop;

import java.util.List;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * What every engine is asked.
 *
 * @param name in the table of results
 * @param where all have to be met
 */
record Question(String name, Shape shape, List<Condition> where) {
  /** What an answer looks like. */
  enum Shape {
    /** One row: the number of rows and the measures of each column, see {@link FlatColumn}. */
    SUMS,
    /** Each row with all columns, and 1 where {@code geo} is null. */
    ROWS,
    /** Day in UTC, number of rows, sum of {@code row_id}. */
    PER_DAY,
    /** Action, number of rows, sum of {@code row_id}. */
    PER_ACTION
  }

  Question {
    where = List.copyOf(where);
  }

  /** The conditions for Iceberg's planner. */
  Expression expression() {
    return where.stream()
        .map(Condition::expression)
        .reduce(Expressions.alwaysTrue(), Expressions::and);
  }
}
