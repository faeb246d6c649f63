package dev.firn.commit;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
import dev.firn.ledger.Segment;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/**
 * What a change builds on.
 *
 * @param head the ledger's head; empty if there is none yet
 * @param next the root after it, before anything of the change is added
 */
record Foundation(Optional<LedgerRoot> head, NextRoot next) {
  /**
   * The base of an ordinary change. After a rollback the next root also says which source files
   * were withdrawn; finding them out writes a segment.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if only an operator can tell
   */
  static Foundation of(
      LedgerTable table, TableMetadata metadata, LedgerState state, UUID commitId) {
    UUID tableUuid = UUID.fromString(metadata.uuid());
    LedgerState checked = table.store().checked(state, tableUuid);
    if (checked instanceof LedgerState.Unknown unknown) {
      throw new FirnException(ErrorCode.LEDGER_UNKNOWN, unknown.reason());
    }
    if (checked instanceof LedgerState.RolledBack back) {
      Optional<LedgerRoot> head = back.head().map(h -> table.store().read(h.rootLocation()));
      LedgerRoot lost = table.store().read(back.lostRootLocation());
      Optional<Segment> withdrawals = table.store().writeWithdrawals(head, lost, commitId);
      NextRoot next = NextRoot.after(head, tableUuid, commitId);
      return new Foundation(head, withdrawals.map(List::of).map(next::adding).orElse(next));
    }
    Optional<LedgerRoot> head =
        checked instanceof LedgerState.Head at
            ? Optional.of(table.store().read(at.rootLocation()))
            : Optional.empty();
    return new Foundation(head, NextRoot.after(head, tableUuid, commitId));
  }
}
