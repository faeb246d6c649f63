package dev.firn.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The statements on {@code iceberg_tables}.
 *
 * <p>The column {@code iceberg_type} is there or not (schema V1 or V0), and another client may add
 * it at any time, so it is looked for in each answer. Null means a table.
 */
final class TableRows {
  private static final String TYPE = "iceberg_type";
  private static final String TABLE = "TABLE";
  private static final String KEY =
      " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";

  private final Connection connection;
  private final String catalogName;

  TableRows(Connection connection, String catalogName) {
    this.connection = connection;
    this.catalogName = catalogName;
  }

  /** The pointer of a table; empty for a view too. */
  Optional<String> pointer(TableIdentifier table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT * FROM iceberg_tables" + KEY)) {
      setKey(statement, 1, table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && isTable(rows)
            ? Optional.ofNullable(rows.getString("metadata_location"))
            : Optional.empty();
      }
    }
  }

  /** Whether a table or view has the name. */
  boolean taken(TableIdentifier table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT 1 FROM iceberg_tables" + KEY)) {
      setKey(statement, 1, table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  List<TableIdentifier> list(Namespace namespace) throws SQLException {
    String sql =
        "SELECT * FROM iceberg_tables WHERE catalog_name = ? AND table_namespace = ?"
            + " ORDER BY table_name";
    List<TableIdentifier> tables = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, catalogName);
      statement.setString(2, Names.text(namespace));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          if (isTable(rows)) {
            tables.add(TableIdentifier.of(namespace, rows.getString("table_name")));
          }
        }
      }
    }
    return tables;
  }

  void insert(TableIdentifier table, String metadataLocation) throws SQLException {
    boolean typed = hasTypeColumn();
    String sql =
        "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name, metadata_location,"
            + (typed
                ? " previous_metadata_location, iceberg_type)"
                : " previous_metadata_location)")
            + (typed ? " VALUES (?, ?, ?, ?, NULL, ?)" : " VALUES (?, ?, ?, ?, NULL)");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setKey(statement, 1, table);
      statement.setString(4, metadataLocation);
      if (typed) {
        statement.setString(5, TABLE);
      }
      statement.executeUpdate();
    }
  }

  boolean compareAndSet(TableIdentifier table, String expected, String next) throws SQLException {
    String sql =
        "UPDATE iceberg_tables SET metadata_location = ?, previous_metadata_location = ?"
            + KEY
            + " AND metadata_location = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, next);
      statement.setString(2, expected);
      setKey(statement, 3, table);
      statement.setString(6, expected);
      return statement.executeUpdate() == 1;
    }
  }

  boolean delete(TableIdentifier table, String expected) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM iceberg_tables" + KEY + " AND metadata_location = ?")) {
      setKey(statement, 1, table);
      statement.setString(4, expected);
      return statement.executeUpdate() == 1;
    }
  }

  private void setKey(PreparedStatement statement, int at, TableIdentifier table)
      throws SQLException {
    statement.setString(at, catalogName);
    statement.setString(at + 1, Names.text(table.namespace()));
    statement.setString(at + 2, table.name());
  }

  private boolean hasTypeColumn() throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT * FROM iceberg_tables WHERE 1 = 0");
        ResultSet rows = statement.executeQuery()) {
      return typeColumn(rows) > 0;
    }
  }

  private static boolean isTable(ResultSet rows) throws SQLException {
    int column = typeColumn(rows);
    if (column == 0) {
      return true;
    }
    String type = rows.getString(column);
    return type == null || type.equals(TABLE);
  }

  /** The number of the type column, from 1; 0 if there is none. */
  private static int typeColumn(ResultSet rows) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnName(i).toLowerCase(Locale.ROOT).equals(TYPE)) {
        return i;
      }
    }
    return 0;
  }
}
