package dev.firn.commit;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.MergePlan;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Puts landed files and their ledger entries into the table, in one replacement of the metadata
 * pointer.
 *
 * <p>Firn owns the retry loop. Each attempt loads the table afresh, finds the ledger head, looks
 * every source file of the batch up in it, builds the change on exactly that metadata and swaps
 * once. Iceberg's own retries look at snapshots only and would keep a stale ledger or a stale spec
 * id.
 *
 * <p>One thread at a time per committer; any number of committers and processes per table.
 */
public final class Committer {
  private final CommitLoop loop;
  private final LedgerTable table;
  private final Clock clock;
  private final CommitOptions options;
  private final Supplier<UUID> ids;

  /**
   * A committer for one table.
   *
   * @param table the table and its ledger
   * @param clock stamps entries and never decides an outcome
   * @param ids commit ids
   */
  public Committer(LedgerTable table, Clock clock, Supplier<UUID> ids, CommitOptions options) {
    this.table = table;
    this.clock = clock;
    this.ids = ids;
    this.options = options;
    this.loop = new CommitLoop(table, ids, options);
  }

  /**
   * Commits a landing result.
   *
   * @param landed data files and entries; the entries' commit id and time are set here
   * @return committed, or given up because another ingester committed one of the files first. The
   *     same batch a second time is given up with all its files known
   * @throws FirnException {@link ErrorCode#INTERNAL} if the data files hold another number of rows
   *     than the entries answer for (nothing is changed); {@link ErrorCode#LEDGER_UNKNOWN} if an
   *     operator has to decide first; {@link ErrorCode#COMMIT_STATE_UNKNOWN} if the outcome can't
   *     be found out within the timeout (nothing is deleted); {@link ErrorCode#CONFLICT} if other
   *     writers were first all the time
   */
  public CommitOutcome commit(LandingResult landed) throws InterruptedException {
    checkBalance(landed);
    UUID commitId = ids.get();
    LandingResult landing = landed.withCommit(commitId, clock.instant());
    return loop.run(new LandingChange(table, landing, commitId, options.onOverwrite()));
  }

  /** Rows without an entry would be read again; a data file that stands twice would double its. */
  private void checkBalance(LandingResult landed) {
    long inEntries = landed.entries().stream().mapToLong(LedgerEntry::rowsWritten).sum();
    if (landed.rowCount() != inEntries) {
      throw new FirnException(
          ErrorCode.INTERNAL,
          "can't commit to "
              + table.name()
              + ": the data files hold "
              + landed.rowCount()
              + " rows, the entries of their source files answer for "
              + inEntries
              + "; nothing was changed, report this as a fault of Firn");
    }
  }

  /** Hands over a merge of segments, to be put into the next root if its inputs are still there. */
  public void offer(MergePlan.Merged merged) {
    loop.offer(merged);
  }

  /** Whether a merge was handed over that no root has been written with yet. */
  public boolean isOfferWaiting() {
    return loop.isOfferWaiting();
  }

  /**
   * Makes an empty ledger snapshot if only a ledger snapshot can say what has to be said: that
   * files were withdrawn by a rollback, or, if the head is older than {@code maxAge}, what the head
   * is (so that snapshot expiry does not take it away).
   *
   * @return the ledger's head after that; empty for a table without a ledger
   */
  public Optional<LedgerRoot> settle(Duration maxAge) throws InterruptedException {
    return loop.run(new SettleChange(table, ids.get(), clock.instant().minus(maxAge)));
  }

  /**
   * Makes a root that is not the head the head: the operator's word that its rows are in the table.
   *
   * @param rootLocation the root; the one that the table's property names if empty
   */
  public LedgerRoot adopt(Optional<String> rootLocation) throws InterruptedException {
    return loop.run(new AdoptChange(table, ids.get(), rootLocation));
  }

  /**
   * Starts the ledger anew, without entries: the operator's word that no source file is in the
   * table.
   */
  public LedgerRoot reset() throws InterruptedException {
    return loop.run(new ResetChange(table, ids.get()));
  }

  /**
   * Lets refused or withdrawn files be read again, all such versions of them.
   *
   * @throws FirnException {@link ErrorCode#USAGE} if a file's rows are in the table, {@link
   *     ErrorCode#NOT_FOUND} if the ledger does not know it
   */
  public LedgerRoot replay(Collection<String> locations) throws InterruptedException {
    return loop.run(new ReplayChange(table, ids.get(), clock.instant(), List.copyOf(locations)));
  }

  /**
   * Changes the ledger's state alone: an empty snapshot that names the new root.
   *
   * @param edit asked anew on every attempt
   * @return the new head; empty if the edit found nothing to change
   */
  public Optional<LedgerRoot> edit(StateEdit edit) throws InterruptedException {
    return loop.run(new DayChange(table, ids.get(), edit));
  }
}
