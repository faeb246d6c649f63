package dev.firn.commit;

import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerStore;
import org.apache.iceberg.TableOperations;

/**
 * A table with its ledger.
 *
 * @param name the table's full name, for messages
 * @param operations the catalog's operations on the table; refreshed by every commit
 * @param store the ledger's files
 * @param index look-ups in the ledger
 * @param dayRule names the rule by which days are taken from paths: the path pattern
 * @param landingState what a landing commit does to the ledger's state
 */
public record LedgerTable(
    String name,
    TableOperations operations,
    LedgerStore store,
    LedgerIndex index,
    String dayRule,
    LandingStateRule landingState) {
  /** A table whose landing commits leave the ledger's state as it is. */
  public LedgerTable(
      String name,
      TableOperations operations,
      LedgerStore store,
      LedgerIndex index,
      String dayRule) {
    this(name, operations, store, index, dayRule, LandingStateRule.NONE);
  }
}
