package dev.firn.commit;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/** The operator says which root is right; its content becomes the head's. */
final class AdoptChange implements LedgerChange<LedgerRoot> {
  private final LedgerTable table;
  private final UUID commitId;
  private final Optional<String> rootLocation;

  AdoptChange(LedgerTable table, UUID commitId, Optional<String> rootLocation) {
    this.table = table;
    this.commitId = commitId;
    this.rootLocation = rootLocation;
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
    Optional<String> property =
        Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER));
    String chosen =
        rootLocation
            .or(() -> property)
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.USAGE,
                        "the table "
                            + table.name()
                            + " names no root; say which one to adopt, with its location"));
    LedgerRoot named = table.store().read(chosen);
    if (!named.tableUuid().toString().equals(metadata.uuid())) {
      throw new FirnException(
          ErrorCode.USAGE,
          "the root "
              + chosen
              + " belongs to the table with UUID "
              + named.tableUuid()
              + ", not to "
              + table.name()
              + " with UUID "
              + metadata.uuid()
              + "; name a root of this table");
    }
    List<LedgerRoot> others = new ArrayList<>();
    property.flatMap(table.store()::find).ifPresent(others::add);
    headLocation(state).flatMap(table.store()::find).ifPresent(others::add);
    NextRoot next = NextRoot.adopt(named, others, UUID.fromString(metadata.uuid()), commitId);
    return new Step.Commit<>(next, List.of(), List.of());
  }

  private static Optional<String> headLocation(LedgerState state) {
    if (state instanceof LedgerState.Head head) {
      return Optional.of(head.rootLocation());
    }
    if (state instanceof LedgerState.RolledBack back) {
      return back.head().map(LedgerState.Head::rootLocation);
    }
    return state instanceof LedgerState.Unknown unknown
        ? unknown.headRootLocation()
        : Optional.empty();
  }

  @Override
  public LedgerRoot committed(LedgerRoot root, long snapshotId, int attempts) {
    return root;
  }
}
