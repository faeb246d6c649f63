/**
 * What all texts of SQL have in common: tokens, names, transforms of columns, and errors that point
 * at their place.
 *
 * <p>Entry class: {@link dev.firn.table.sql.TokenReader}. {@link dev.firn.table.ddl} has the
 * statements that define tables, {@link dev.firn.table.where} the conditions on rows. Invariants:
 * nothing here knows a table; a text is cut into tokens as a whole before any of them is read.
 */
@NullMarked
package dev.firn.table.sql;

import org.jspecify.annotations.NullMarked;
