/**
 * Batches become a few Parquet files under the table's landing spec, rows clustered by the table's
 * own partition tuple.
 *
 * <p>Entry class: {@link dev.firn.landing.Landing}, one worker's way from source files to a {@link
 * dev.firn.landing.LandingResult}. {@link dev.firn.landing.LandingWriter} writes a batch, {@link
 * dev.firn.landing.Clustering} orders its rows, {@link dev.firn.landing.PartitionCodes} computes
 * partition values, {@link dev.firn.landing.RejectWriter} keeps rejected rows.
 *
 * <p>Invariants: a landing file's rows all have the file's landing partition; a landing result
 * covers whole source files only, each of them closed cleanly; a file that no result names is
 * deleted, or is an orphan after a crash; memory does not depend on the number of partitions.
 */
@NullMarked
package dev.firn.landing;

import org.jspecify.annotations.NullMarked;
