package dev.firn.catalog;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;

/**
 * Pointers in the two tables that Iceberg's {@code JdbcCatalog} and pyiceberg's {@code SqlCatalog}
 * use, {@code iceberg_tables} and {@code iceberg_namespace_properties}.
 *
 * <p>Missing tables are created as schema V1 (with {@code iceberg_type}); existing ones are left as
 * they are, V0 or V1. One database may hold several catalogs, told apart by the column {@code
 * catalog_name}: Spark writes its catalog's alias there, pyiceberg the name given to {@code
 * load_catalog}.
 */
public final class JdbcPointerStore implements PointerStore {
  private static final String CREATE_TABLES =
      "CREATE TABLE IF NOT EXISTS iceberg_tables ("
          + "catalog_name VARCHAR(255) NOT NULL,"
          + "table_namespace VARCHAR(255) NOT NULL,"
          + "table_name VARCHAR(255) NOT NULL,"
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

  private final Database database;
  private final String catalogName;

  JdbcPointerStore(SqlDialect dialect, String catalogName) {
    this.database = new Database(dialect);
    this.catalogName = catalogName;
    boolean ready = false;
    try {
      createMissingTables();
      ready = true;
    } finally {
      if (!ready) {
        database.close();
      }
    }
  }

  /**
   * Opens a SQLite database, and creates it if it does not exist; its folder must exist.
   *
   * @param file the database; other processes may use it at the same time, on the same machine
   * @param catalogName what the column {@code catalog_name} holds
   * @throws PointerStoreException if it can't be opened
   */
  public static JdbcPointerStore sqlite(Path file, String catalogName) {
    return new JdbcPointerStore(new SqliteDialect(file), catalogName);
  }

  private void createMissingTables() {
    boolean present =
        database.read(
            "be opened",
            connection ->
                database.dialect().tableExists(connection, "iceberg_tables")
                    && database.dialect().tableExists(connection, "iceberg_namespace_properties"));
    if (present) {
      return;
    }
    database.write(
        "create the catalog's tables",
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute(CREATE_TABLES);
            statement.execute(CREATE_NAMESPACE_PROPERTIES);
          }
          return true;
        });
  }

  private NamespaceRows namespaces(Connection connection) {
    return new NamespaceRows(connection, catalogName);
  }

  private TableRows tables(Connection connection) {
    return new TableRows(connection, catalogName);
  }

  private void requireNamespace(Connection connection, Namespace namespace) throws SQLException {
    if (!namespaces(connection).exists(namespace)) {
      throw new NoSuchNamespaceException("Namespace does not exist: %s", namespace);
    }
  }

  @Override
  public boolean createNamespace(Namespace namespace, Map<String, String> properties) {
    Names.check(namespace);
    checkNotReserved(properties.keySet());
    return database.write(
        "create namespace " + namespace,
        connection -> {
          requireNamespace(connection, Names.parent(namespace));
          if (namespaces(connection).exists(namespace)) {
            return false;
          }
          Map<String, String> all = new TreeMap<>(properties);
          all.put(NamespaceRows.EXISTS, "true");
          namespaces(connection).insert(namespace, all);
          return true;
        });
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return database.read("look for namespace " + namespace, c -> namespaces(c).exists(namespace));
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    int depth = parent.length() + 1;
    return database.read(
        "list the namespaces in " + parent,
        connection -> {
          requireNamespace(connection, parent);
          Set<String> children = new TreeSet<>();
          for (String name : namespaces(connection).below(parent)) {
            if (!name.isEmpty()) {
              String[] levels = Names.parse(name).levels();
              children.add(String.join(".", List.of(levels).subList(0, depth)));
            }
          }
          return children.stream().map(Names::parse).toList();
        });
  }

  @Override
  public Map<String, String> namespaceProperties(Namespace namespace) {
    return database.read(
        "read the properties of namespace " + namespace,
        connection -> {
          requireNamespace(connection, namespace);
          Map<String, String> properties = namespaces(connection).properties(namespace);
          properties.remove(NamespaceRows.EXISTS);
          return properties;
        });
  }

  @Override
  public boolean updateNamespaceProperties(
      Namespace namespace, Map<String, String> set, Set<String> removed) {
    Names.check(namespace);
    checkNotReserved(set.keySet());
    checkNotReserved(removed);
    return database.write(
        "change the properties of namespace " + namespace,
        connection -> {
          requireNamespace(connection, namespace);
          return update(namespaces(connection), namespace, set, removed);
        });
  }

  private static boolean update(
      NamespaceRows rows, Namespace namespace, Map<String, String> set, Set<String> removed)
      throws SQLException {
    Map<String, String> before = rows.properties(namespace);
    Map<String, String> after = new TreeMap<>(before);
    after.keySet().removeAll(removed);
    after.putAll(set);
    boolean different = !after.equals(before);
    // pyiceberg marks only namespaces without properties: without the marker this one could vanish.
    after.put(NamespaceRows.EXISTS, "true");
    Set<String> stale = new HashSet<>(before.keySet());
    stale.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
    rows.delete(namespace, stale);
    after.entrySet().removeIf(entry -> entry.getValue().equals(before.get(entry.getKey())));
    rows.insert(namespace, after);
    return different;
  }

  private static void checkNotReserved(Set<String> keys) {
    if (keys.contains(NamespaceRows.EXISTS)) {
      throw new IllegalArgumentException(
          "can't change the namespace property 'exists': it marks the namespace itself");
    }
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    Names.check(namespace);
    return database.write(
        "drop namespace " + namespace,
        connection -> {
          NamespaceRows rows = namespaces(connection);
          if (!rows.exists(namespace)) {
            return false;
          }
          if (rows.hasTableRow(namespace) || !rows.below(namespace).isEmpty()) {
            throw new NamespaceNotEmptyException(
                "Namespace %s is not empty: drop what is in it first", namespace);
          }
          rows.delete(namespace, rows.properties(namespace).keySet());
          return true;
        });
  }

  @Override
  public Optional<String> read(TableIdentifier table) {
    return database.read("read the pointer of " + table, c -> tables(c).pointer(table));
  }

  @Override
  public List<TableIdentifier> list(Namespace namespace) {
    return database.read(
        "list the tables in " + namespace,
        connection -> {
          requireNamespace(connection, namespace);
          return tables(connection).list(namespace);
        });
  }

  @Override
  public boolean create(TableIdentifier table, String metadataLocation) {
    Names.check(table);
    return database.write(
        "create " + table,
        connection -> {
          requireNamespace(connection, table.namespace());
          if (tables(connection).taken(table)) {
            return false;
          }
          tables(connection).insert(table, metadataLocation);
          return true;
        });
  }

  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    return database.write(
        "move the pointer of " + table, c -> tables(c).compareAndSet(table, expected, next));
  }

  @Override
  public boolean drop(TableIdentifier table, String expected) {
    return database.write("drop " + table, c -> tables(c).delete(table, expected));
  }

  @Override
  public void close() {
    database.close();
  }
}
