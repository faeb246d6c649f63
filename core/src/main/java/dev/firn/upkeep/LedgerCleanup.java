package dev.firn.upkeep;

import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerKeys;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.LedgerStore;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.TableMetadata;

/** Deletes roots and segments of the ledger that no snapshot leads to any more. */
final class LedgerCleanup {
  private LedgerCleanup() {}

  /**
   * Deletes; nothing as long as the ledger's head is unknown or a rollback is not recorded.
   *
   * @param olderThan files that were written later stay
   * @return how many files
   */
  static int run(TableFiles table, Instant olderThan) {
    if (table.ledger().isEmpty()) {
      return 0;
    }
    LedgerStore store = table.ledger().get();
    TableMetadata metadata = table.operations().refresh();
    if (!(LedgerHead.of(metadata, store) instanceof LedgerState.Head)) {
      return 0;
    }
    Set<String> roots = new HashSet<>();
    metadata
        .snapshots()
        .forEach(
            snapshot ->
                Optional.ofNullable(snapshot.summary().get(LedgerKeys.SUMMARY_LEDGER))
                    .ifPresent(roots::add));
    Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER))
        .filter(root -> !root.isEmpty())
        .ifPresent(roots::add);
    return store.collectGarbage(roots, olderThan);
  }
}
