/**
 * From landing files to full-size files of the table's own layout.
 *
 * <p>Entry class: {@link dev.firn.compaction.Compactor}. Rows of a landing file lie clustered by
 * the tuple of the table's default spec, so compacting is merging sorted runs: column ranges are
 * copied from decoded row groups into the files of their partitions, and no row is ever assembled.
 *
 * <p>The way of a merge: {@code InputSelection} picks data files, {@code RunIndex} reads the
 * columns that the partition depends on and finds the runs, {@code FileCuts} says how many rows go
 * to which file, {@code RunMerge} copies them, {@link dev.firn.compaction.RewriteCommit} swaps the
 * files in one snapshot.
 *
 * <p>Invariants: while a day is open only files that reach the target size leave for their
 * partition, and all other rows go into one landing file ("full files leave, tails stay"); when it
 * is closed, everything leaves. A compaction gives way to whatever happened to its files meanwhile
 * and never makes another writer fail for good. Its snapshot names no ledger root. Landing rows get
 * the new snapshot's sequence number, so that equality deletes which never applied to them do not
 * begin to; files of the default spec that are merged keep theirs.
 */
@NullMarked
package dev.firn.compaction;

import org.jspecify.annotations.NullMarked;
