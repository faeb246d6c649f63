package dev.firn.upkeep;

import dev.firn.ledger.LedgerStore;
import java.util.Optional;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableOperations;

/**
 * A table for upkeep.
 *
 * @param name its full name, for messages
 * @param operations used by nobody else meanwhile
 * @param ledger the files of its ledger, if it has one
 */
public record TableFiles(String name, TableOperations operations, Optional<LedgerStore> ledger) {
  /** Iceberg's view of it. */
  Table table() {
    return new BaseTable(operations, name);
  }
}
