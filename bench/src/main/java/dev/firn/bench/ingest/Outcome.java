package dev.firn.bench.ingest;

import dev.firn.bench.report.Use;
import java.util.Optional;

/**
 * What a run of a contender gave.
 *
 * @param use until all rows lie in the table's own layout
 * @param landing of that, until all rows can be read; for Firn only
 * @param files written
 * @param bytes of them
 * @param sums what DuckDB reads back from them
 */
record Outcome(Use use, Optional<Use> landing, long files, long bytes, String sums) {}
