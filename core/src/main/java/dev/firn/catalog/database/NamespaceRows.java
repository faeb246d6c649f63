package dev.firn.catalog.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Namespace;

/**
 * The statements on {@code iceberg_namespace_properties}.
 *
 * <p>A namespace is its property rows; one without properties of its own has the row {@code exists
 * = true}, which Iceberg's Java client always writes and hides. No pattern matching: {@code LIKE}
 * takes {@code _} and {@code %} of a name for wildcards and ignores case.
 */
public final class NamespaceRows {
  /** The marker of a namespace. */
  public static final String EXISTS = "exists";

  private static final String NAMES =
      "SELECT namespace FROM iceberg_namespace_properties WHERE catalog_name = ?%s"
          + " UNION SELECT table_namespace FROM iceberg_tables WHERE catalog_name = ?%s";
  private static final String BELOW_NAMESPACE = " AND substr(namespace, 1, ?) = ?";
  private static final String BELOW_TABLE_NAMESPACE = " AND substr(table_namespace, 1, ?) = ?";

  private final Connection connection;
  private final String catalogName;

  /** The rows of one catalog, on a connection. */
  public NamespaceRows(Connection connection, String catalogName) {
    this.connection = connection;
    this.catalogName = catalogName;
  }

  /** Whether it was made, or a table or a namespace is in it; the root always is. */
  public boolean exists(Namespace namespace) throws SQLException {
    if (namespace.isEmpty()) {
      return true;
    }
    return hasPropertyRow(namespace) || hasTableRow(namespace) || !below(namespace).isEmpty();
  }

  private boolean hasPropertyRow(Namespace namespace) throws SQLException {
    return any(
        "SELECT 1 FROM iceberg_namespace_properties WHERE catalog_name = ? AND namespace = ?",
        namespace);
  }

  /** Whether a table or view is directly in the namespace. */
  public boolean hasTableRow(Namespace namespace) throws SQLException {
    return any(
        "SELECT 1 FROM iceberg_tables WHERE catalog_name = ? AND table_namespace = ?", namespace);
  }

  private boolean any(String sql, Namespace namespace) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql + " LIMIT 1")) {
      statement.setString(1, catalogName);
      statement.setString(2, Names.text(namespace));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** The written names of all namespaces at any depth below one, those of table rows included. */
  public Set<String> below(Namespace parent) throws SQLException {
    boolean root = parent.isEmpty();
    String sql =
        root
            ? NAMES.replace("%s", "")
            : NAMES.replaceFirst("%s", BELOW_NAMESPACE).replaceFirst("%s", BELOW_TABLE_NAMESPACE);
    Set<String> names = new TreeSet<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int at = 1;
      for (int half = 0; half < 2; half++) {
        statement.setString(at++, catalogName);
        if (!root) {
          String prefix = Names.text(parent) + ".";
          statement.setInt(at++, prefix.codePointCount(0, prefix.length()));
          statement.setString(at++, prefix);
        }
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  /** All properties, the marker too; sorted. */
  public Map<String, String> properties(Namespace namespace) throws SQLException {
    String sql =
        "SELECT property_key, property_value FROM iceberg_namespace_properties"
            + " WHERE catalog_name = ? AND namespace = ?";
    Map<String, String> properties = new TreeMap<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, catalogName);
      statement.setString(2, Names.text(namespace));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String value = rows.getString(2);
          properties.put(rows.getString(1), value == null ? "" : value);
        }
      }
    }
    return properties;
  }

  /** Adds rows; none of the keys may be there. */
  public void insert(Namespace namespace, Map<String, String> properties) throws SQLException {
    String sql =
        "INSERT INTO iceberg_namespace_properties"
            + " (catalog_name, namespace, property_key, property_value) VALUES (?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (Map.Entry<String, String> property : properties.entrySet()) {
        statement.setString(1, catalogName);
        statement.setString(2, Names.text(namespace));
        statement.setString(3, property.getKey());
        statement.setString(4, property.getValue());
        statement.executeUpdate();
      }
    }
  }

  /** Removes the rows of some keys. */
  public void delete(Namespace namespace, Collection<String> keys) throws SQLException {
    String sql =
        "DELETE FROM iceberg_namespace_properties"
            + " WHERE catalog_name = ? AND namespace = ? AND property_key = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (String key : keys) {
        statement.setString(1, catalogName);
        statement.setString(2, Names.text(namespace));
        statement.setString(3, key);
        statement.executeUpdate();
      }
    }
  }
}
