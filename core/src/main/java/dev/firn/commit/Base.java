package dev.firn.commit;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/**
 * What a change builds on.
 *
 * @param head the ledger's head; empty if there is none yet
 * @param next the root after it, before anything is added
 * @param withdrawn source files that a rollback took out of the table and that are to be recorded so
 */
record Base(Optional<LedgerRoot> head, NextRoot next, List<LedgerEntry> withdrawn) {
  /**
   * The base of an ordinary change.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if only an operator can tell
   */
  static Base of(
      LedgerTable table, TableMetadata metadata, LedgerState state, UUID commitId, Instant now) {
    UUID tableUuid = UUID.fromString(metadata.uuid());
    if (state instanceof LedgerState.Unknown unknown) {
      throw new FirnException(ErrorCode.LEDGER_UNKNOWN, unknown.reason());
    }
    if (state instanceof LedgerState.RolledBack back) {
      Optional<LedgerRoot> head = back.head().map(h -> table.store().read(h.rootLocation()));
      LedgerRoot lost = table.store().read(back.lostRootLocation());
      return new Base(
          head,
          NextRoot.after(head, tableUuid, commitId),
          table.store().withdrawn(head, lost, now, commitId));
    }
    Optional<LedgerRoot> head =
        state instanceof LedgerState.Head at
            ? Optional.of(table.store().read(at.rootLocation()))
            : Optional.empty();
    return new Base(head, NextRoot.after(head, tableUuid, commitId), List.of());
  }
}
