/**
 * Conditions on rows as SQL writes them after WHERE, made into Iceberg's expressions.
 *
 * <p>Entry class: {@link dev.firn.table.where.WhereParser}. The way of a condition: {@code
 * SubjectParser} reads a column or a transform of one, {@code LiteralParser} a literal, {@code
 * Places} finds where the literal lies among the values of the column's type, and {@code
 * Comparison} makes the predicate.
 *
 * <p>Invariants: an expression is true for exactly the rows for which SQL's condition is true;
 * where SQL says unknown (a null is compared) it is not, with NOT in front or without, so that it
 * prunes what holds nulls only. Literals take the type of their column and are never rounded:
 * {@code id > 1.5} is {@code id >= 2}. What can't be read is refused with its place.
 */
@NullMarked
package dev.firn.table.where;

import org.jspecify.annotations.NullMarked;
