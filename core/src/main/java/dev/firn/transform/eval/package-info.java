/**
 * Steps of a pipeline, ready to run: loops over columns and row numbers.
 *
 * <p>Entry class: {@link dev.firn.transform.eval.Rows}, the rows of a piece as the steps see them.
 * No row is moved while steps run: a row is one row number per <em>level</em>, where a level is the
 * source's rows, the elements of an exploded array, or the values of a derived column. {@link
 * dev.firn.transform.eval.Values} are a column and the row numbers to read it by; {@link
 * dev.firn.transform.eval.Predicate}s give one of three truths per row; {@link
 * dev.firn.transform.eval.ColumnCopy} gathers values into a column of the table.
 *
 * <p>Everything here belongs to one thread and is used again for each piece. No exception is thrown
 * for a value: what can't be computed is null.
 */
@NullMarked
package dev.firn.transform.eval;

import org.jspecify.annotations.NullMarked;
