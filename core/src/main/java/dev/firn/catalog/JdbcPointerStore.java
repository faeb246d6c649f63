package dev.firn.catalog;

import dev.firn.catalog.database.CatalogSchema;
import dev.firn.catalog.database.Database;
import dev.firn.catalog.database.Names;
import dev.firn.catalog.database.NamespaceRows;
import dev.firn.catalog.database.PostgresDialect;
import dev.firn.catalog.database.SqlDialect;
import dev.firn.catalog.database.SqliteDialect;
import dev.firn.catalog.database.TableRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.jspecify.annotations.Nullable;

/**
 * Pointers in the two tables that Iceberg's {@code JdbcCatalog} and pyiceberg's {@code SqlCatalog}
 * use, {@code iceberg_tables} and {@code iceberg_namespace_properties}, and Firn's own beside them.
 *
 * <p>Missing tables are created; a database in schema V0 (without {@code iceberg_type}) is brought
 * to V1, which its other clients don't notice. Triggers write the history, whoever moves a pointer.
 * One database may hold several catalogs, told apart by the column {@code catalog_name}: Spark
 * writes its catalog's alias there, pyiceberg the name given to {@code load_catalog}.
 */
public final class JdbcPointerStore implements PointerStore {
  /** What a tombstone's row has in the place of a metadata file; no client can open it. */
  static final String TOMBSTONE = "firn-moved:";

  /** The width of the column. */
  private static final int MAX_LOCATION = 1000;

  private static final int MAX_WHO = 255;

  private final Database database;
  private final String catalogName;
  private final @Nullable String who;
  private final Turns turns;

  JdbcPointerStore(SqlDialect dialect, String catalogName) {
    this.database = new Database(dialect, PointerStoreException::new);
    this.catalogName = catalogName;
    this.who = dialect.knowsClients() ? null : signature();
    this.turns = new Turns(dialect, catalogName, this::read, Turns.STEP);
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
    return new JdbcPointerStore(new SqliteDialect(file, UnaryOperator.identity()), catalogName);
  }

  /**
   * Opens a database; a SQLite file is created if it does not exist, its folder must exist.
   *
   * @param catalogName what the column {@code catalog_name} holds
   * @throws PointerStoreException if it can't be opened
   */
  public static JdbcPointerStore open(DatabaseAddress address, String catalogName) {
    return open(address, catalogName, UnaryOperator.identity());
  }

  /**
   * The same with something between the store and each connection that it opens, for tests of what
   * happens when connections fail.
   */
  public static JdbcPointerStore open(
      DatabaseAddress address, String catalogName, UnaryOperator<Connection> wrapper) {
    SqlDialect dialect =
        address.file().isPresent()
            ? new SqliteDialect(address.file().get(), wrapper)
            : new PostgresDialect(
                new PostgresDialect.Address(
                    address.url(), address.user(), address.password(), signature()),
                wrapper);
    return new JdbcPointerStore(dialect, catalogName);
  }

  /** Who the rows of this process are from: the user and the process. */
  static String signature() {
    String text =
        "firn, process "
            + ProcessHandle.current().pid()
            + " of "
            + System.getProperty("user.name", "?");
    return text.substring(0, Math.min(MAX_WHO, text.length()));
  }

  private void createMissingTables() {
    SqlDialect dialect = database.dialect();
    if (database.read("be opened", dialect::schemaIsReady)) {
      return;
    }
    database.write(
        "create the catalog's tables",
        connection -> {
          CatalogSchema.create(connection, dialect);
          return true;
        });
  }

  private HistoryRows history(Connection connection) {
    return new HistoryRows(connection, catalogName);
  }

  /** Signs a row of the history where the database's trigger could not. */
  private void sign(Connection connection, TableIdentifier table) throws SQLException {
    if (who != null) {
      history(connection).sign(table, who, null);
    }
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
  public boolean taken(TableIdentifier table) {
    return database.read("look for " + table, c -> tables(c).taken(table));
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
        "create " + table, connection -> create(connection, table, metadataLocation));
  }

  private boolean create(Connection connection, TableIdentifier table, String metadataLocation)
      throws SQLException {
    requireNamespace(connection, table.namespace());
    if (tables(connection).taken(table)) {
      return false;
    }
    tables(connection).insert(table, metadataLocation);
    sign(connection, table);
    return true;
  }

  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    return database.swap(
        "move the pointer of " + table, connection -> move(connection, table, expected, next));
  }

  private boolean move(Connection connection, TableIdentifier table, String expected, String next)
      throws SQLException {
    boolean moved = tables(connection).compareAndSet(table, expected, next);
    if (moved) {
      sign(connection, table);
    }
    return moved;
  }

  @Override
  public boolean drop(TableIdentifier table, String expected) {
    return database.swap("drop " + table, connection -> drop(connection, table, expected));
  }

  private boolean drop(Connection connection, TableIdentifier table, String expected)
      throws SQLException {
    boolean dropped = tables(connection).delete(table, expected);
    if (dropped) {
      sign(connection, table);
    }
    return dropped;
  }

  @Override
  public boolean rename(TableIdentifier from, TableIdentifier to) {
    Names.check(to);
    return database.write(
        "rename " + from + " to " + to,
        connection -> {
          TableRows rows = tables(connection);
          if (rows.pointer(from).isEmpty()) {
            return false;
          }
          requireNamespace(connection, to.namespace());
          if (rows.taken(to)) {
            throw new AlreadyExistsException("%s", taken(rows, to));
          }
          rows.rename(from, to);
          sign(connection, from);
          return true;
        });
  }

  private static String taken(TableRows rows, TableIdentifier table) throws SQLException {
    return rows.tombstone(table)
        .map(to -> "Table already exists: " + table + "; it has moved to " + movedTo(to))
        .orElse("Table already exists: " + table + " (or a view)");
  }

  @Override
  public Optional<PointerChange> apply(List<PointerChange> changes) {
    checkApart(changes);
    List<PointerChange> sorted = new ArrayList<>(changes);
    // In one order for all, so that two transactions do not wait for each other.
    sorted.sort(Comparator.comparing(change -> change.table().toString()));
    try {
      return database.write(
          "change " + changes.size() + " pointers at once",
          connection -> {
            for (PointerChange change : sorted) {
              if (!apply(connection, change)) {
                throw new NotMade(change);
              }
            }
            return Optional.empty();
          });
    } catch (NotMade e) {
      return Optional.of(e.change);
    }
  }

  private static void checkApart(List<PointerChange> changes) {
    Set<TableIdentifier> seen = new HashSet<>();
    for (PointerChange change : changes) {
      Names.check(change.table());
      if (!seen.add(change.table())) {
        throw new IllegalArgumentException(
            "can't change " + change.table() + " twice in one transaction");
      }
    }
  }

  private boolean apply(Connection connection, PointerChange change) throws SQLException {
    if (change instanceof PointerChange.Create create) {
      return create(connection, create.table(), create.metadataLocation());
    }
    if (change instanceof PointerChange.Move move) {
      return move(connection, move.table(), move.expected(), move.next());
    }
    PointerChange.Drop drop = (PointerChange.Drop) change;
    return drop(connection, drop.table(), drop.expected());
  }

  /** Undoes a transaction of several changes. */
  private static final class NotMade extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient PointerChange change;

    NotMade(PointerChange change) {
      super("not made: " + change);
      this.change = change;
    }
  }

  @Override
  public PointerEntries entries() {
    return database.write(
        "list all tables",
        connection ->
            new PointerEntries(
                new EntryRows(connection).all(), catalogName, history(connection).version()));
  }

  @Override
  public void remember(Map<PointerEntries.Entry, TableIdentity> identities) {
    database.write(
        "remember the identity of " + identities.size() + " tables",
        connection -> {
          EntryRows rows = new EntryRows(connection);
          for (Map.Entry<PointerEntries.Entry, TableIdentity> known : identities.entrySet()) {
            rows.remember(known.getKey(), known.getValue());
          }
          return true;
        });
  }

  @Override
  public Added add(
      TableIdentifier table, String metadataLocation, PointerMove.Kind kind, long version) {
    Names.check(table);
    return database.write(
        "add " + table,
        connection -> {
          database.dialect().lockEntries(connection);
          requireNamespace(connection, table.namespace());
          if (tables(connection).taken(table)) {
            return Added.TAKEN;
          }
          if (history(connection).version() != version) {
            return Added.CHANGED;
          }
          tables(connection).insert(table, metadataLocation);
          history(connection).sign(table, who, kind);
          return Added.ADDED;
        });
  }

  @Override
  public List<PointerMove> history(TableIdentifier table, int most) {
    return database.read(
        "read the history of " + table, connection -> history(connection).lineage(table, most));
  }

  @Override
  public List<PointerMove> drops(Namespace namespace, int most) {
    return database.read(
        "read the drops in " + namespace, connection -> history(connection).drops(namespace, most));
  }

  @Override
  public Optional<PointerMove> lastDrop(TableIdentifier table) {
    return database.read(
        "read the last drop of " + table, connection -> history(connection).lastDrop(table));
  }

  @Override
  public boolean wentOn(PointerMove drop) {
    return database.read(
        "read what followed the drop of " + drop.table(),
        connection -> history(connection).wentOn(drop));
  }

  @Override
  public boolean hasBeenAt(TableIdentifier table, String metadataLocation) {
    return database.read(
        "read the history of " + table,
        connection -> history(connection).hasBeenAt(table, metadataLocation));
  }

  @Override
  public boolean fence(TableIdentifier table, String expected, String movedTo) {
    String tombstone = TOMBSTONE + movedTo;
    if (tombstone.length() > MAX_LOCATION) {
      throw new IllegalArgumentException(
          "can't keep '" + movedTo + "' in a tombstone: it is longer than " + MAX_LOCATION);
    }
    return database.swap(
        "fence " + table,
        connection -> {
          boolean fenced = tables(connection).fence(table, expected, tombstone);
          if (fenced) {
            sign(connection, table);
          }
          return fenced;
        });
  }

  @Override
  public Optional<String> fenced(TableIdentifier table) {
    return database
        .read("look for a tombstone of " + table, c -> tables(c).tombstone(table))
        .map(JdbcPointerStore::movedTo);
  }

  private static String movedTo(String tombstone) {
    return tombstone.startsWith(TOMBSTONE) ? tombstone.substring(TOMBSTONE.length()) : tombstone;
  }

  @Override
  public int forgetCommits(Instant before) {
    return database.write(
        "forget commits before " + before, connection -> history(connection).forgetCommits(before));
  }

  @Override
  public boolean unfence(TableIdentifier table) {
    return database.write(
        "remove the tombstone of " + table,
        connection -> {
          boolean removed = tables(connection).deleteTombstone(table);
          if (removed) {
            sign(connection, table);
          }
          return removed;
        });
  }

  @Override
  public Turn turn(TableIdentifier table) {
    return turns.take(table);
  }

  @Override
  public void close() {
    database.close();
  }
}
