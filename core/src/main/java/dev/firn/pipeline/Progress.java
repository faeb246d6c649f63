package dev.firn.pipeline;

import dev.firn.source.SkipCounts;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How far a running pipeline has come, since it was started.
 *
 * @param filesRead source files read, committed or not
 * @param filesCommitted source files whose entries are committed
 * @param filesRejected of those, files refused whole
 * @param filesKnown notices of files that were in the ledger already
 * @param rowsIn rows found in committed files
 * @param rowsWritten rows put into the table
 * @param rowsRejected rows put aside
 * @param rowsDropped rows that the pipeline's own steps left out
 * @param bytesRead bytes of source files read, as stored
 * @param backlog files noticed and not yet committed
 * @param commits commits made
 * @param conflicts commits that had to be built anew because another writer was first
 * @param lastCommit when the last commit was made
 * @param alerts things that somebody should look at: overwritten files, files that can't be read
 * @param rejectsByReason rows rejected so far, committed or not, by the reason's code
 * @param skipped files that are no source files
 */
public record Progress(
    long filesRead,
    long filesCommitted,
    long filesRejected,
    long filesKnown,
    long rowsIn,
    long rowsWritten,
    long rowsRejected,
    long rowsDropped,
    long bytesRead,
    long backlog,
    long commits,
    long conflicts,
    Optional<Instant> lastCommit,
    long alerts,
    Map<String, Long> rejectsByReason,
    SkipCounts skipped) {}
