/**
 * Columnar rows: primitive arrays and dictionary codes, no object per row or value.
 *
 * <p>Entry class: {@link dev.firn.batch.Batch}, one {@link dev.firn.batch.Column} per column of an
 * Iceberg struct. A batch is appended to by one thread, frozen by not being appended to any more,
 * read, and {@link dev.firn.batch.Batch#clear cleared} for reuse; clearing keeps the arrays, so
 * that a worker that has warmed up allocates nothing.
 *
 * <p>Invariants: all columns of a batch have the same number of rows whenever a row is not under
 * construction; {@link dev.firn.batch.Batch#truncate} takes rows back as if they had never been
 * appended (that is how a bad row, or a source file whose trailer turns out bad, leaves no trace);
 * the value at a null position is unspecified but readable.
 */
@NullMarked
package dev.firn.batch;

import org.jspecify.annotations.NullMarked;
