package dev.firn.commit;

import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/** The operator says that no source file is in the table; the ledger starts anew. */
final class ResetChange implements LedgerChange<LedgerRoot> {
  private final LedgerTable table;
  private final UUID commitId;

  ResetChange(LedgerTable table, UUID commitId) {
    this.table = table;
    this.commitId = commitId;
  }

  @Override
  public UUID commitId() {
    return commitId;
  }

  @Override
  public boolean wantsRollbackSettled() {
    return false;
  }

  @Override
  public Step<LedgerRoot> on(TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    Optional<LedgerRoot> known =
        Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER))
            .flatMap(table.store()::find);
    NextRoot next = NextRoot.reset(known, UUID.fromString(metadata.uuid()), commitId);
    return new Step.Commit<>(next, List.of(), List.of());
  }

  @Override
  public LedgerRoot committed(LedgerRoot root, long snapshotId, int attempts) {
    return root;
  }
}
