package dev.firn.catalog;

import java.util.List;

/**
 * The history's table and triggers in SQLite.
 *
 * <p>SQLite knows no client, so that {@code who} stays empty but for Firn's own rows, which it
 * signs in the same transaction. The guards make a tombstone immovable for clients that don't know
 * of it: their statement finds no row.
 */
final class SqliteHistory {
  /** The last thing that is made: when it is there, all is. */
  static final String LAST_TRIGGER = "firn_guard_update";

  private static final String INSERT =
      "INSERT INTO firn_pointer_history (moved_at, operation, catalog_name, table_namespace,"
          + " table_name, iceberg_type, new_namespace, new_name, from_location, to_location)"
          + " VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ";
  private static final String OLD_NAME = "OLD.catalog_name, OLD.table_namespace, OLD.table_name, ";
  private static final String RENAMED =
      "(OLD.table_namespace <> NEW.table_namespace OR OLD.table_name <> NEW.table_name)";

  static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE IF NOT EXISTS firn_pointer_history (seq INTEGER PRIMARY KEY,"
              + CatalogSchema.HISTORY_COLUMNS
              + ")",
          CatalogSchema.HISTORY_BY_NAME,
          CatalogSchema.HISTORY_BY_NEW_NAME,
          "CREATE TRIGGER IF NOT EXISTS firn_history_insert AFTER INSERT ON iceberg_tables BEGIN "
              + INSERT
              + "'CREATE', NEW.catalog_name, NEW.table_namespace, NEW.table_name,"
              + " NEW.iceberg_type, NULL, NULL, NULL, NEW.metadata_location); END",
          "CREATE TRIGGER IF NOT EXISTS firn_history_update AFTER UPDATE ON iceberg_tables"
              + " WHEN OLD.metadata_location IS NOT NEW.metadata_location OR "
              + RENAMED
              + " BEGIN "
              + INSERT
              + "CASE WHEN NEW.iceberg_type = 'MOVED' THEN 'FENCE' WHEN "
              + RENAMED
              + " THEN 'RENAME' ELSE 'COMMIT' END, "
              + OLD_NAME
              + "OLD.iceberg_type, CASE WHEN "
              + RENAMED
              + " THEN NEW.table_namespace END, CASE WHEN "
              + RENAMED
              + " THEN NEW.table_name END, OLD.metadata_location, NEW.metadata_location); END",
          "CREATE TRIGGER IF NOT EXISTS firn_history_delete AFTER DELETE ON iceberg_tables BEGIN "
              + INSERT
              + "CASE WHEN OLD.iceberg_type = 'FREED' THEN 'UNFENCE' ELSE 'DROP' END, "
              + OLD_NAME
              + "OLD.iceberg_type, NULL, NULL, OLD.metadata_location, NULL); END",
          "CREATE TRIGGER IF NOT EXISTS firn_guard_delete BEFORE DELETE ON iceberg_tables"
              + " WHEN OLD.iceberg_type = 'MOVED' BEGIN SELECT RAISE(IGNORE); END",
          "CREATE TRIGGER IF NOT EXISTS "
              + LAST_TRIGGER
              + " BEFORE UPDATE ON iceberg_tables WHEN OLD.iceberg_type = 'MOVED'"
              + " AND NEW.iceberg_type IS NOT 'FREED' BEGIN SELECT RAISE(IGNORE); END");

  private SqliteHistory() {}
}
