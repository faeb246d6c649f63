package dev.firn.bench.session;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table of a catalog in a SQLite file that can be made again what it was: its metadata is a tree
 * of files that never change, so that the pointer alone says which of its states it has. Nobody
 * else may use the table.
 */
public final class ResettableTable {
  private final Path database;
  private final TableIdentifier table;
  private final Path location;
  private final String pointer;
  private final Set<Path> files;

  /**
   * Remembers a table as it is.
   *
   * @param location of the table, a local URI
   */
  public ResettableTable(Path database, TableIdentifier table, String location) throws IOException {
    this.database = database;
    this.table = table;
    this.location = Path.of(URI.create(location));
    this.pointer = readPointer();
    this.files = new HashSet<>(list());
  }

  /** Makes the table what it was and deletes files that it did not have. */
  public void reset() throws IOException {
    try (Connection connection = connect();
        PreparedStatement update =
            connection.prepareStatement(
                "update iceberg_tables set metadata_location = ?"
                    + " where table_namespace = ? and table_name = ?")) {
      update.setString(1, pointer);
      update.setString(2, table.namespace().toString());
      update.setString(3, table.name());
      if (update.executeUpdate() != 1) {
        throw new IOException(table + " is not in " + database);
      }
    } catch (SQLException e) {
      throw new IOException("resetting " + table + " in " + database, e);
    }
    for (Path file : list()) {
      if (!files.contains(file)) {
        Files.delete(file);
      }
    }
  }

  private String readPointer() throws IOException {
    try (Connection connection = connect();
        PreparedStatement query =
            connection.prepareStatement(
                "select metadata_location from iceberg_tables"
                    + " where table_namespace = ? and table_name = ?")) {
      query.setString(1, table.namespace().toString());
      query.setString(2, table.name());
      try (ResultSet found = query.executeQuery()) {
        if (!found.next()) {
          throw new IOException(table + " is not in " + database);
        }
        return found.getString(1);
      }
    } catch (SQLException e) {
      throw new IOException("reading where " + table + " is in " + database, e);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + database);
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> all = Files.walk(location)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
