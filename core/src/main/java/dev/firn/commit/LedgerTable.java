package dev.firn.commit;

import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerStore;
import org.apache.iceberg.TableOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table with its ledger.
 *
 * @param name the table's full name, for messages
 * @param operations the catalog's operations on the table; refreshed by every commit
 * @param store the ledger's files
 * @param index look-ups in the ledger
 * @param dayRule names the rule by which days are taken from paths: the path pattern
 */
public record LedgerTable(
    String name, TableOperations operations, LedgerStore store, LedgerIndex index, String dayRule) {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerTable.class);

  /** Deletes a file that nothing names; a failure leaves an orphan and is only logged. */
  void deleteQuietly(String location) {
    try {
      operations.io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("could not delete {}, which nothing refers to: {}", location, e.toString());
    }
  }
}
