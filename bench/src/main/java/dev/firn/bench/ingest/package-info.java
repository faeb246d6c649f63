/**
 * From log files to a table split by day and action: Firn beside the programs that one could use
 * instead, and beside the limit.
 *
 * <p>Entry class: {@link dev.firn.bench.ingest.IngestComparison}. Invariants: all contenders have
 * the same files and run in turn; each one's rows are counted, and summed where the input allows
 * it, after every run; a clock stops when all rows lie in the table's own layout.
 */
@NullMarked
package dev.firn.bench.ingest;

import org.jspecify.annotations.NullMarked;
