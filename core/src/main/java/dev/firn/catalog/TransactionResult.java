package dev.firn.catalog;

import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;

/** What became of a commit over several tables. */
public sealed interface TransactionResult {
  /**
   * Every change is in its table.
   *
   * @param metadataLocations the metadata file of each table that was changed
   */
  record Committed(Map<TableIdentifier, String> metadataLocations) implements TransactionResult {}

  /**
   * No change is in any table, and none ever will be. The metadata files that were written were
   * deleted.
   *
   * @param reason one line for a person
   */
  record Conflict(String reason) implements TransactionResult {}

  /**
   * It can't be told whether all or none of the changes are in the tables, or will be. Nothing may
   * be deleted.
   *
   * @param metadataLocations the metadata files that were written, and stay
   * @param cause the last failure of the database
   */
  record Unknown(Map<TableIdentifier, String> metadataLocations, Exception cause)
      implements TransactionResult {}
}
