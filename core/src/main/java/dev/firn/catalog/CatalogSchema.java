package dev.firn.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The tables of a catalog: those of Iceberg's clients, in schema V1, and Firn's own beside them.
 *
 * <p>A database that a client left in schema V0 (without {@code iceberg_type}) gets the column, as
 * Iceberg's own client adds it; clients of either version go on working. Everything is made in one
 * transaction, once; what is there already is left alone. docs/catalogs.md describes each column.
 */
final class CatalogSchema {
  static final String TABLES = "iceberg_tables";
  static final String NAMESPACES = "iceberg_namespace_properties";
  static final String TYPE = "iceberg_type";
  static final String HISTORY = "firn_pointer_history";
  static final String IDENTITIES = "firn_tables";

  /** The type of a tombstone's row; the column takes five characters. */
  static final String MOVED = "MOVED";

  /** The type of a tombstone that is about to be removed, which its guard lets pass. */
  static final String FREED = "FREED";

  private static final String NAME =
      "catalog_name VARCHAR(255) NOT NULL,"
          + "table_namespace VARCHAR(255) NOT NULL,"
          + "table_name VARCHAR(255) NOT NULL,";

  private static final String CREATE_TABLES =
      "CREATE TABLE IF NOT EXISTS iceberg_tables ("
          + NAME
          + "metadata_location VARCHAR(1000),"
          + "previous_metadata_location VARCHAR(1000),"
          + "iceberg_type VARCHAR(5),"
          + "PRIMARY KEY (catalog_name, table_namespace, table_name))";
  private static final String CREATE_NAMESPACE_PROPERTIES =
      "CREATE TABLE IF NOT EXISTS iceberg_namespace_properties ("
          + "catalog_name VARCHAR(255) NOT NULL,"
          + "namespace VARCHAR(255) NOT NULL,"
          + "property_key VARCHAR(255),"
          + "property_value VARCHAR(1000),"
          + "PRIMARY KEY (catalog_name, namespace, property_key))";
  private static final String CREATE_IDENTITIES =
      "CREATE TABLE IF NOT EXISTS firn_tables ("
          + NAME
          + "metadata_location VARCHAR(1000) NOT NULL,"
          + "uuid VARCHAR(36) NOT NULL,"
          + "location VARCHAR(1000) NOT NULL,"
          + "PRIMARY KEY (catalog_name, table_namespace, table_name))";

  /** The columns of the history but its key, which the databases number in their own ways. */
  static final String HISTORY_COLUMNS =
      "moved_at VARCHAR(30) NOT NULL,"
          + "who VARCHAR(255),"
          + "operation VARCHAR(10) NOT NULL,"
          + NAME
          + "iceberg_type VARCHAR(5),"
          + "new_namespace VARCHAR(255),"
          + "new_name VARCHAR(255),"
          + "from_location VARCHAR(1000),"
          + "to_location VARCHAR(1000)";

  static final String HISTORY_BY_NAME =
      "CREATE INDEX IF NOT EXISTS firn_pointer_history_name ON firn_pointer_history"
          + " (catalog_name, table_namespace, table_name, seq)";
  static final String HISTORY_BY_NEW_NAME =
      "CREATE INDEX IF NOT EXISTS firn_pointer_history_new_name ON firn_pointer_history"
          + " (catalog_name, new_namespace, new_name) WHERE new_name IS NOT NULL";

  private CatalogSchema() {}

  /** Makes what is missing, within a transaction. */
  static void create(Connection connection, SqlDialect dialect) throws SQLException {
    dialect.lockSchema(connection);
    if (dialect.schemaIsReady(connection)) {
      return;
    }
    execute(connection, CREATE_TABLES);
    execute(connection, CREATE_NAMESPACE_PROPERTIES);
    if (!dialect.columnExists(connection, TABLES, TYPE)) {
      execute(connection, "ALTER TABLE iceberg_tables ADD COLUMN iceberg_type VARCHAR(5)");
    }
    execute(connection, CREATE_IDENTITIES);
    for (String statement : dialect.historyStatements()) {
      execute(connection, statement);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
