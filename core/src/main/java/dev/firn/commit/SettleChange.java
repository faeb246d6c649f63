package dev.firn.commit;

import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/** Records withdrawn files, or renews a head that has grown old; else changes nothing. */
final class SettleChange implements LedgerChange<Optional<LedgerRoot>> {
  private final LedgerTable table;
  private final UUID commitId;
  private final Instant renewBefore;

  /**
   * @param renewBefore a head committed before this is renewed
   */
  SettleChange(LedgerTable table, UUID commitId, Instant renewBefore) {
    this.table = table;
    this.commitId = commitId;
    this.renewBefore = renewBefore;
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
  public Step<Optional<LedgerRoot>> on(
      TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    Foundation ground = Foundation.of(table, metadata, state, commitId);
    boolean wasRolledBack = state instanceof LedgerState.RolledBack;
    if (!wasRolledBack && !isOld(metadata, state)) {
      return new Step.Done<>(ground.head());
    }
    return new Step.Commit<>(ground.next(), List.of(), List.of());
  }

  private boolean isOld(TableMetadata metadata, LedgerState state) {
    if (!(state instanceof LedgerState.Head head)) {
      return false;
    }
    Snapshot snapshot = metadata.snapshot(head.snapshotId());
    return snapshot.timestampMillis() < renewBefore.toEpochMilli();
  }

  @Override
  public Optional<LedgerRoot> committed(LedgerRoot root, long snapshotId, int attempts) {
    return Optional.of(root);
  }
}
