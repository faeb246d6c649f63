package dev.firn.table.where;

import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundTerm;
import org.apache.iceberg.types.Type;

/**
 * What a predicate is about: a column, or a transform of one.
 *
 * @param column the column's full name in the schema
 * @param unit what literals are written in
 * @param type of the values that are compared, the transform's result
 * @param term the same for Iceberg
 */
record Subject(String column, Unit unit, Type type, UnboundTerm<Object> term) {
  /** How a literal is written: as a value of the type, or as a calendar's text. */
  enum Unit {
    VALUE,
    /** Numbers or texts of years: SQL's {@code year(c)}. */
    YEAR,
    YEARS,
    MONTHS,
    HOURS
  }

  /** A column itself. */
  @SuppressWarnings("unchecked")
  static Subject column(String column, Type type) {
    return new Subject(
        column, Unit.VALUE, type, (UnboundTerm<Object>) (UnboundTerm<?>) Expressions.ref(column));
  }

  /** Whether the column has a value: a transform is null where its column is. */
  Expression isPresent() {
    return Expressions.notNull(column);
  }

  boolean isFloatingPoint() {
    return type.typeId() == Type.TypeID.FLOAT || type.typeId() == Type.TypeID.DOUBLE;
  }
}
