/**
 * Batches become a few Parquet files under the table's landing spec, rows clustered by the table's
 * own partition tuple.
 *
 * <p>Invariants: a landing file's rows all have the file's landing partition; a landing result
 * covers whole source files only.
 */
@NullMarked
package dev.firn.landing;

import org.jspecify.annotations.NullMarked;
