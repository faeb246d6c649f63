package dev.firn.day;

import dev.firn.commit.StateEdit;
import dev.firn.ledger.LedgerRoot;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;

/** The table as a coordinator sees and changes it. One thread. */
public interface DayLedger {
  /**
   * The table, loaded afresh.
   *
   * @param head the ledger's head by that metadata
   */
  record View(TableMetadata metadata, Optional<LedgerRoot> head) {}

  /**
   * Loads.
   *
   * @throws dev.firn.error.FirnException if storage or catalog fails, or the head is unknown
   */
  View view();

  /**
   * Commits a change of the state; as {@link dev.firn.commit.Committer#edit}.
   *
   * @return the new head; empty if there was nothing to change
   */
  Optional<LedgerRoot> edit(StateEdit edit) throws InterruptedException;
}
