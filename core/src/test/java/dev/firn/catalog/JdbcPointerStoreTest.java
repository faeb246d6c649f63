package dev.firn.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdbcPointerStoreTest {
  private static final String V0_TABLES =
      "CREATE TABLE iceberg_tables (catalog_name VARCHAR(255) NOT NULL, table_namespace"
          + " VARCHAR(255) NOT NULL, table_name VARCHAR(255) NOT NULL, metadata_location"
          + " VARCHAR(1000), previous_metadata_location VARCHAR(1000), PRIMARY KEY (catalog_name,"
          + " table_namespace, table_name))";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("catalog.db");
  }

  @Nested
  class OnSchemaV1 extends PointerStoreContract {
    @Override
    PointerStore open() {
      return JdbcPointerStore.sqlite(file(), "firn");
    }
  }

  @Nested
  class OnSchemaV0 extends PointerStoreContract {
    @BeforeEach
    @Override
    void openStore() {
      execute(V0_TABLES);
      super.openStore();
    }

    @Override
    PointerStore open() {
      return JdbcPointerStore.sqlite(file(), "firn");
    }

    @Test
    void theTypeIsAddedAsIcebergAddsIt() {
      execute(
          "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
              + " metadata_location) VALUES ('firn', 'db', 'old', '0')");
      try (PointerStore store = open()) {
        store.create(TableIdentifier.of("db", "t"), "1");
        assertThat(store.compareAndSet(TableIdentifier.of("db", "old"), "0", "1")).isTrue();
      }
      assertThat(rows("SELECT * FROM iceberg_tables ORDER BY table_name"))
          .containsExactly(
              List.of("firn", "db", "old", "1", "0", "null"),
              List.of("firn", "db", "t", "1", "null", "TABLE"));
    }
  }

  @Test
  void theRowsAreThoseOfIcebergsJdbcCatalog() {
    try (PointerStore store = JdbcPointerStore.sqlite(file(), "firn")) {
      store.createNamespace(Namespace.of("a"), Map.of());
      store.createNamespace(Namespace.of("a", "b"), Map.of("k", "v"));
      TableIdentifier table = TableIdentifier.of("a", "b", "t");
      store.create(table, "1");
      store.compareAndSet(table, "1", "2");
    }
    assertThat(
            rows(
                "SELECT catalog_name, table_namespace, table_name, metadata_location,"
                    + " previous_metadata_location, iceberg_type FROM iceberg_tables"))
        .containsExactly(List.of("firn", "a.b", "t", "2", "1", "TABLE"));
    assertThat(
            rows(
                "SELECT catalog_name, namespace, property_key, property_value FROM"
                    + " iceberg_namespace_properties ORDER BY namespace, property_key"))
        .containsExactly(
            List.of("firn", "a", "exists", "true"),
            List.of("firn", "a.b", "exists", "true"),
            List.of("firn", "a.b", "k", "v"));
  }

  @Test
  void viewsAreNoTablesButTheirNamesAreTaken() {
    try (PointerStore store = JdbcPointerStore.sqlite(file(), "firn")) {
      store.createNamespace(Namespace.of("a"), Map.of());
      execute("INSERT INTO iceberg_tables VALUES ('firn', 'a', 'v', '1', NULL, 'VIEW')");
      execute("INSERT INTO iceberg_tables VALUES ('firn', 'a', 't', '1', NULL, NULL)");
      TableIdentifier view = TableIdentifier.of("a", "v");
      assertThat(store.read(view)).isEmpty();
      assertThat(store.list(Namespace.of("a"))).containsExactly(TableIdentifier.of("a", "t"));
      assertThat(store.create(view, "2")).isFalse();
    }
  }

  @Test
  void catalogsInOneDatabaseDoNotSeeEachOther() {
    try (PointerStore one = JdbcPointerStore.sqlite(file(), "one");
        PointerStore two = JdbcPointerStore.sqlite(file(), "two")) {
      one.createNamespace(Namespace.of("a"), Map.of());
      one.create(TableIdentifier.of("a", "t"), "1");
      assertThat(two.namespaceExists(Namespace.of("a"))).isFalse();
      assertThat(two.read(TableIdentifier.of("a", "t"))).isEmpty();
    }
  }

  @Test
  void namespacesThatOnlyTablesOrChildrenMakeExistToo() {
    try (PointerStore store = JdbcPointerStore.sqlite(file(), "firn")) {
      execute("INSERT INTO iceberg_tables VALUES ('firn', 'x.y', 't', '1', NULL, 'TABLE')");
      assertThat(store.namespaceExists(Namespace.of("x"))).isTrue();
      assertThat(store.listNamespaces(Namespace.empty())).containsExactly(Namespace.of("x"));
      assertThat(store.listNamespaces(Namespace.of("x"))).containsExactly(Namespace.of("x", "y"));
      assertThat(store.list(Namespace.of("x", "y"))).hasSize(1);
    }
  }

  @Test
  void c26_aDatabaseThatPyicebergMadeIsReadAndWritten() throws Exception {
    Path metadata = folder.resolve("00003-8d01e4aa-d143-49c9-898e-b5e477577b70.metadata.json");
    copyResource("catalog.db", file());
    copyResource(metadata.getFileName().toString(), metadata);
    TableIdentifier table = TableIdentifier.of("repro", "merch_v1");
    try (PointerStore store = JdbcPointerStore.sqlite(file(), "repro")) {
      assertThat(store.listNamespaces(Namespace.empty())).containsExactly(Namespace.of("repro"));
      assertThat(store.namespaceProperties(Namespace.of("repro"))).isEmpty();
      assertThat(store.list(Namespace.of("repro"))).containsExactly(table);
      // The file names a relative path of the machine that it was made on.
      String relative = store.read(table).orElseThrow();
      assertThat(relative).endsWith("/" + metadata.getFileName());
      assertThat(store.compareAndSet(table, relative, metadata.toString())).isTrue();

      FirnCatalog catalog =
          new FirnCatalog("repro", folder.toString(), TestTables.io(), store, UUID::randomUUID);
      assertThat(catalog.loadTable(table).schema().columns()).isNotEmpty();
      catalog.createTable(TableIdentifier.of("repro", "ours"), TestTables.SCHEMA);
    }
    assertThat(rows("SELECT * FROM iceberg_tables")).hasSize(2).allMatch(row -> row.size() == 6);
  }

  private static void copyResource(String name, Path target) throws IOException {
    try (InputStream in =
        JdbcPointerStoreTest.class.getResourceAsStream("pyiceberg-sqlite/" + name)) {
      Files.copy(Objects.requireNonNull(in, name), target);
    }
  }

  @Test
  void aLongTransactionOfSomebodyElseIsWaitedFor() throws Exception {
    TableIdentifier table = TableIdentifier.of("a", "t");
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (PointerStore store = JdbcPointerStore.sqlite(file(), "firn")) {
      store.createNamespace(Namespace.of("a"), Map.of());
      store.create(table, "1");
      try (Connection other = connect();
          Statement statement = other.createStatement()) {
        statement.execute("BEGIN IMMEDIATE");
        Future<Boolean> waiting = pool.submit(() -> store.compareAndSet(table, "1", "2"));
        assertThat(store.read(table)).contains("1");
        assertThat(waiting.isDone()).isFalse();
        statement.execute("COMMIT");
        assertThat(waiting.get()).isTrue();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void aNewDatabaseCanBeOpenedByManyAtOnce() throws Exception {
    int openers = 8;
    CyclicBarrier together = new CyclicBarrier(openers);
    ExecutorService pool = Executors.newFixedThreadPool(openers);
    try {
      List<Future<Boolean>> done = new ArrayList<>();
      for (int i = 0; i < openers; i++) {
        Namespace namespace = Namespace.of("n" + i);
        done.add(
            pool.submit(
                () -> {
                  together.await();
                  try (PointerStore store = JdbcPointerStore.sqlite(file(), "firn")) {
                    return store.createNamespace(namespace, Map.of());
                  }
                }));
      }
      for (Future<Boolean> one : done) {
        assertThat(one.get()).isTrue();
      }
    } finally {
      pool.shutdown();
    }
    assertThat(rows("SELECT * FROM iceberg_namespace_properties")).hasSize(openers);
  }

  @Test
  void aFileThatIsNoDatabaseIsNamed() throws Exception {
    Files.writeString(file(), "this is no database, although it is long enough to look".repeat(50));
    assertThatThrownBy(() -> JdbcPointerStore.sqlite(file(), "firn"))
        .isInstanceOf(PointerStoreException.class)
        .hasMessageContaining(file().toString());
    assertThatThrownBy(() -> JdbcPointerStore.sqlite(folder.resolve("missing/x.db"), "firn"))
        .isInstanceOf(PointerStoreException.class);
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private List<List<String>> rows(String sql) {
    List<List<String>> result = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(rows.getString(i)));
        }
        result.add(row);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return result;
  }
}
