package dev.firn.commit;

import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerChanges;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/** Refused or withdrawn files are to be read again. */
final class ReplayChange implements LedgerChange<LedgerRoot> {
  private final LedgerTable table;
  private final UUID commitId;
  private final Instant now;
  private final List<String> locations;

  /**
   * @param locations the files to be replayed, all refused or withdrawn versions of them
   */
  ReplayChange(LedgerTable table, UUID commitId, Instant now, List<String> locations) {
    this.table = table;
    this.commitId = commitId;
    this.now = now;
    this.locations = locations;
  }

  @Override
  public UUID commitId() {
    return commitId;
  }

  @Override
  public Step<LedgerRoot> on(TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    Foundation ground = Foundation.of(table, metadata, state, commitId);
    List<FileKey> keys =
        locations.stream().map(location -> new FileKey(location, Optional.empty())).toList();
    // The days of the paths are not known here, and need not be: this index goes by hash alone.
    LedgerIndex index = new LedgerIndex(table.operations().io(), "");
    Map<String, List<LedgerEntry>> found =
        ground.head().map(head -> index.entries(head, keys)).orElse(Map.of());
    List<LedgerEntry> entries = LedgerChanges.replay(locations, found, now, commitId);
    return new Step.Commit<>(ground.next(), List.of(), entries);
  }

  @Override
  public LedgerRoot committed(LedgerRoot root, long snapshotId, int attempts) {
    return root;
  }
}
