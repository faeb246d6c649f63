package dev.firn.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The statements on {@code iceberg_tables}. A table's row has the type {@code TABLE}, or none if a
 * client that knows only schema V0 wrote it.
 */
final class TableRows {
  private static final String TABLE = "TABLE";
  private static final String IS_TABLE = " AND (iceberg_type IS NULL OR iceberg_type = 'TABLE')";
  private static final String KEY =
      " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";

  private final Connection connection;
  private final String catalogName;

  TableRows(Connection connection, String catalogName) {
    this.connection = connection;
    this.catalogName = catalogName;
  }

  /** The pointer of a table; empty for a view or a tombstone too. */
  Optional<String> pointer(TableIdentifier table) throws SQLException {
    return location("SELECT metadata_location FROM iceberg_tables" + KEY + IS_TABLE, table);
  }

  /** What a tombstone says; empty for everything else. */
  Optional<String> tombstone(TableIdentifier table) throws SQLException {
    return location(
        "SELECT metadata_location FROM iceberg_tables" + KEY + " AND iceberg_type = 'MOVED'",
        table);
  }

  private Optional<String> location(String sql, TableIdentifier table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setKey(statement, 1, table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
      }
    }
  }

  /** Whether a table, a view or a tombstone has the name. */
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
        "SELECT table_name FROM iceberg_tables WHERE catalog_name = ? AND table_namespace = ?"
            + IS_TABLE
            + " ORDER BY table_name";
    List<TableIdentifier> tables = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, catalogName);
      statement.setString(2, Names.text(namespace));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          tables.add(TableIdentifier.of(namespace, rows.getString(1)));
        }
      }
    }
    return tables;
  }

  void insert(TableIdentifier table, String metadataLocation) throws SQLException {
    String sql =
        "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name, metadata_location,"
            + " previous_metadata_location, iceberg_type) VALUES (?, ?, ?, ?, NULL, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setKey(statement, 1, table);
      statement.setString(4, metadataLocation);
      statement.setString(5, TABLE);
      statement.executeUpdate();
    }
  }

  boolean compareAndSet(TableIdentifier table, String expected, String next) throws SQLException {
    return swap(table, expected, next, "");
  }

  /** The pointer becomes a tombstone. */
  boolean fence(TableIdentifier table, String expected, String tombstone) throws SQLException {
    return swap(table, expected, tombstone, ", iceberg_type = 'MOVED'");
  }

  private boolean swap(TableIdentifier table, String expected, String next, String more)
      throws SQLException {
    String sql =
        "UPDATE iceberg_tables SET metadata_location = ?, previous_metadata_location = ?"
            + more
            + KEY
            + IS_TABLE
            + " AND metadata_location = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, next);
      statement.setString(2, expected);
      setKey(statement, 3, table);
      statement.setString(6, expected);
      return statement.executeUpdate() == 1;
    }
  }

  boolean rename(TableIdentifier from, TableIdentifier to) throws SQLException {
    String sql = "UPDATE iceberg_tables SET table_namespace = ?, table_name = ?" + KEY + IS_TABLE;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, Names.text(to.namespace()));
      statement.setString(2, to.name());
      setKey(statement, 3, from);
      return statement.executeUpdate() == 1;
    }
  }

  boolean delete(TableIdentifier table, String expected) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM iceberg_tables" + KEY + IS_TABLE + " AND metadata_location = ?")) {
      setKey(statement, 1, table);
      statement.setString(4, expected);
      return statement.executeUpdate() == 1;
    }
  }

  /** Removes a tombstone, past the trigger that guards it. */
  boolean deleteTombstone(TableIdentifier table) throws SQLException {
    String free =
        "UPDATE iceberg_tables SET iceberg_type = 'FREED'" + KEY + " AND iceberg_type = 'MOVED'";
    String delete = "DELETE FROM iceberg_tables" + KEY + " AND iceberg_type = 'FREED'";
    return update(free, table) == 1 && update(delete, table) == 1;
  }

  private int update(String sql, TableIdentifier table) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setKey(statement, 1, table);
      return statement.executeUpdate();
    }
  }

  private void setKey(PreparedStatement statement, int at, TableIdentifier table)
      throws SQLException {
    statement.setString(at, catalogName);
    statement.setString(at + 1, Names.text(table.namespace()));
    statement.setString(at + 2, table.name());
  }
}
