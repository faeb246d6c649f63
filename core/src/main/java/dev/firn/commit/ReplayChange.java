package dev.firn.commit;

import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.LedgerEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/** Refused or withdrawn files are to be read again. */
final class ReplayChange implements LedgerChange<LedgerRoot> {
  private final LedgerTable table;
  private final UUID commitId;
  private final Instant now;
  private final List<LedgerEntry> files;

  /**
   * @param files what the ledger knows of the files to be replayed
   */
  ReplayChange(LedgerTable table, UUID commitId, Instant now, List<LedgerEntry> files) {
    this.table = table;
    this.commitId = commitId;
    this.now = now;
    this.files = files;
  }

  @Override
  public UUID commitId() {
    return commitId;
  }

  @Override
  public Step<LedgerRoot> on(TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    Base base = Base.of(table, metadata, state, commitId, now);
    List<LedgerEntry> entries = new ArrayList<>(base.withdrawn());
    entries.addAll(table.store().replay(base.head(), files, now, commitId));
    return new Step.Commit<>(base.next(), List.of(), entries);
  }

  @Override
  public LedgerRoot committed(LedgerRoot root, long snapshotId, int attempts) {
    return root;
  }
}
