/**
 * Checks of a table against its own files: do the rows of a data file have the partition that the
 * table records for it?
 *
 * <p>Entry class: {@link dev.firn.audit.PartitionAudit}. Partition values, bucket numbers too, are
 * computed anew from the rows by {@link dev.firn.landing.PartitionCodes}, never taken from
 * Iceberg's own transforms. Invariants: nothing is written; a file that can't be read is told as
 * unchecked and never as right.
 */
@NullMarked
package dev.firn.audit;

import org.jspecify.annotations.NullMarked;
