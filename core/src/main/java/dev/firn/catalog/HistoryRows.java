package dev.firn.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** The statements on {@code firn_pointer_history}, whose rows triggers write. */
final class HistoryRows {
  private static final String NAMED =
      " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";

  private final Connection connection;
  private final String catalogName;

  HistoryRows(Connection connection, String catalogName) {
    this.connection = connection;
    this.catalogName = catalogName;
  }

  /**
   * Signs the row that the trigger has just written for a change of this transaction.
   *
   * @param who null to leave what the trigger has put there
   * @param kind null to leave what the trigger has put there
   */
  void sign(TableIdentifier table, @Nullable String who, PointerMove.@Nullable Kind kind)
      throws SQLException {
    String sql =
        "UPDATE firn_pointer_history SET who = coalesce(?, who), operation = coalesce(?, operation)"
            + " WHERE seq = (SELECT max(seq) FROM firn_pointer_history"
            + NAMED
            + ")";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, who);
      statement.setString(2, kind == null ? null : kind.name());
      setName(statement, 3, table);
      statement.executeUpdate();
    }
  }

  /** Changes with every entry that is added by whichever client. */
  long version() throws SQLException {
    String sql =
        "SELECT coalesce(max(seq), 0) FROM firn_pointer_history"
            + " WHERE operation IN ('CREATE', 'REGISTER', 'UNDROP')";
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  boolean hasBeenAt(TableIdentifier table, String location) throws SQLException {
    String sql = "SELECT 1 FROM firn_pointer_history" + NAMED + " AND to_location = ? LIMIT 1";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setName(statement, 1, table);
      statement.setString(4, location);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Newest first, from the name that a table has now back through those that it had. */
  List<PointerMove> lineage(TableIdentifier table, int most) throws SQLException {
    List<PointerMove> moves = new ArrayList<>();
    TableIdentifier name = table;
    long before = Long.MAX_VALUE;
    while (moves.size() < most) {
      TableIdentifier later = name;
      for (PointerMove move : named(name, before, most - moves.size())) {
        before = move.sequence();
        moves.add(move);
        if (move.renamedTo().filter(later::equals).isPresent()) {
          name = move.table();
          break;
        }
      }
      if (name.equals(later)) {
        break;
      }
    }
    return moves;
  }

  private List<PointerMove> named(TableIdentifier name, long before, int most) throws SQLException {
    String sql =
        "SELECT * FROM firn_pointer_history WHERE ((catalog_name = ? AND table_namespace = ? AND"
            + " table_name = ?) OR (catalog_name = ? AND new_namespace = ? AND new_name = ?)) AND"
            + " seq < ? ORDER BY seq DESC LIMIT ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setName(statement, 1, name);
      setName(statement, 4, name);
      statement.setLong(7, before);
      statement.setInt(8, most);
      return moves(statement);
    }
  }

  List<PointerMove> drops(Namespace namespace, int most) throws SQLException {
    String sql =
        "SELECT * FROM firn_pointer_history WHERE catalog_name = ? AND table_namespace = ?"
            + " AND operation IN ('DROP', 'FENCE') AND from_location IS NOT NULL"
            + " AND (iceberg_type IS NULL OR iceberg_type = 'TABLE') ORDER BY seq DESC LIMIT ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, catalogName);
      statement.setString(2, Names.text(namespace));
      statement.setInt(3, most);
      return moves(statement);
    }
  }

  Optional<PointerMove> lastDrop(TableIdentifier table) throws SQLException {
    String sql =
        "SELECT * FROM firn_pointer_history"
            + NAMED
            + " AND operation IN ('DROP', 'FENCE') AND from_location IS NOT NULL"
            + " AND (iceberg_type IS NULL OR iceberg_type = 'TABLE') ORDER BY seq DESC LIMIT 1";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setName(statement, 1, table);
      return moves(statement).stream().findFirst();
    }
  }

  boolean wentOn(PointerMove drop) throws SQLException {
    String sql =
        "SELECT 1 FROM firn_pointer_history WHERE from_location = ? AND operation = 'COMMIT'"
            + " AND seq > ? LIMIT 1";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, drop.from().orElseThrow());
      statement.setLong(2, drop.sequence());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** Removes commits that are older than a moment; what undrop needs stays. */
  int forgetCommits(Instant before) throws SQLException {
    String sql = "DELETE FROM firn_pointer_history WHERE operation = 'COMMIT' AND moved_at < ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, before.toString());
      return statement.executeUpdate();
    }
  }

  private static List<PointerMove> moves(PreparedStatement statement) throws SQLException {
    List<PointerMove> moves = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String newName = rows.getString("new_name");
        moves.add(
            new PointerMove(
                rows.getLong("seq"),
                Instant.parse(rows.getString("moved_at")),
                Optional.ofNullable(rows.getString("who")),
                PointerMove.Kind.valueOf(rows.getString("operation")),
                name(rows.getString("table_namespace"), rows.getString("table_name")),
                newName == null
                    ? Optional.empty()
                    : Optional.of(name(rows.getString("new_namespace"), newName)),
                Optional.ofNullable(rows.getString("from_location")),
                Optional.ofNullable(rows.getString("to_location"))));
      }
    }
    return moves;
  }

  private static TableIdentifier name(String namespace, String name) {
    return TableIdentifier.of(Names.parse(namespace), name);
  }

  private void setName(PreparedStatement statement, int at, TableIdentifier table)
      throws SQLException {
    statement.setString(at, catalogName);
    statement.setString(at + 1, Names.text(table.namespace()));
    statement.setString(at + 2, table.name());
  }
}
