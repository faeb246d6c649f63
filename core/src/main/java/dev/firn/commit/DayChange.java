package dev.firn.commit;

import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/** A change of the state alone, which belongs to days: an empty snapshot with a new root. */
final class DayChange implements LedgerChange<Optional<LedgerRoot>> {
  private final LedgerTable table;
  private final UUID commitId;
  private final StateEdit edit;

  DayChange(LedgerTable table, UUID commitId, StateEdit edit) {
    this.table = table;
    this.commitId = commitId;
    this.edit = edit;
  }

  @Override
  public UUID commitId() {
    return commitId;
  }

  @Override
  public Step<Optional<LedgerRoot>> on(
      TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    Foundation ground = Foundation.of(table, metadata, state, commitId);
    Optional<StateEdit.Edited> edited = edit.on(metadata, ground.head());
    if (edited.isEmpty()) {
      return new Step.Done<>(Optional.empty());
    }
    return new Step.Commit<>(
        ground.next().withState(edited.get().state()), List.of(), List.of(), edited.get().tag());
  }

  @Override
  public Optional<LedgerRoot> committed(LedgerRoot root, long snapshotId, int attempts) {
    return Optional.of(root);
  }
}
