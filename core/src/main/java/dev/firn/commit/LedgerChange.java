package dev.firn.commit;

import dev.firn.landing.LandedFile;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/**
 * A change of the ledger, as a function of what it finds. It is asked anew on every attempt.
 *
 * @param <R> what the caller is told
 */
interface LedgerChange<R> {
  /** {@code firn.commit} of the snapshot; the same for every attempt. */
  UUID commitId();

  /** Whether a rollback is to be recorded by a snapshot of its own before this change is asked. */
  default boolean wantsRollbackSettled() {
    return true;
  }

  /**
   * Decides what to do on this metadata and ledger state.
   *
   * @param mayBeUnderWay whether an earlier attempt's outcome is unknown, so that nothing may be
   *     deleted
   */
  Step<R> on(TableMetadata metadata, LedgerState state, boolean mayBeUnderWay);

  /** What the caller is told after the commit. */
  R committed(LedgerRoot root, long snapshotId, int attempts);

  /** What to do next. */
  sealed interface Step<R> {
    /** Nothing to commit. */
    record Done<R>(R result) implements Step<R> {}

    /**
     * Make a snapshot.
     *
     * @param next the root to be written, without the entries
     * @param files data files to append
     * @param entries entries to add to the root, as one segment
     * @param tag a tag to set in the same swap
     */
    record Commit<R>(
        NextRoot next, List<LandedFile> files, List<LedgerEntry> entries, Optional<SnapshotTag> tag)
        implements Step<R> {
      /** Without a tag. */
      Commit(NextRoot next, List<LandedFile> files, List<LedgerEntry> entries) {
        this(next, files, entries, Optional.empty());
      }
    }
  }
}
