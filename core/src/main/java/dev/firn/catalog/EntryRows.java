package dev.firn.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/** All entries of all catalogs, and what {@code firn_tables} remembers of the tables behind. */
final class EntryRows {
  private final Connection connection;

  EntryRows(Connection connection) {
    this.connection = connection;
  }

  List<PointerEntries.Entry> all() throws SQLException {
    String sql =
        "SELECT t.catalog_name, t.table_namespace, t.table_name, t.metadata_location, f.uuid,"
            + " f.location FROM iceberg_tables t LEFT JOIN firn_tables f ON"
            + " f.catalog_name = t.catalog_name AND f.table_namespace = t.table_namespace AND"
            + " f.table_name = t.table_name AND f.metadata_location = t.metadata_location"
            + " WHERE t.metadata_location IS NOT NULL"
            + " AND (t.iceberg_type IS NULL OR t.iceberg_type = 'TABLE')";
    List<PointerEntries.Entry> entries = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String uuid = rows.getString(5);
        entries.add(
            new PointerEntries.Entry(
                rows.getString(1),
                TableIdentifier.of(Names.parse(rows.getString(2)), rows.getString(3)),
                rows.getString(4),
                uuid == null
                    ? Optional.empty()
                    : Optional.of(new TableIdentity(uuid, rows.getString(6)))));
      }
    }
    return entries;
  }

  void remember(PointerEntries.Entry entry, TableIdentity identity) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM firn_tables WHERE catalog_name = ? AND table_namespace = ?"
                + " AND table_name = ?")) {
      setName(statement, entry);
      statement.executeUpdate();
    }
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO firn_tables VALUES (?, ?, ?, ?, ?, ?)")) {
      setName(statement, entry);
      statement.setString(4, entry.pointer());
      statement.setString(5, identity.uuid());
      statement.setString(6, identity.location());
      statement.executeUpdate();
    }
  }

  private static void setName(PreparedStatement statement, PointerEntries.Entry entry)
      throws SQLException {
    statement.setString(1, entry.catalogName());
    statement.setString(2, Names.text(entry.table().namespace()));
    statement.setString(3, entry.table().name());
  }
}
