package dev.firn.catalog;

import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.io.LocalFileIo;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own JdbcCatalog and Firn's at one PostgreSQL database. */
class PostgresJdbcCatalogTest {
  @RegisterExtension static final PostgresDatabases DATABASES = new PostgresDatabases();

  private static final TableIdentifier SIBLING = TableIdentifier.of(DB, "u");

  @TempDir Path folder;
  private FirnCatalog firn;
  private JdbcCatalog stock;

  @BeforeEach
  void open() {
    // Their schema V0 comes first, and is brought to V1.
    stock("V0").close();
    firn =
        new FirnCatalog(
            "lake",
            folder.toString(),
            new LocalFileIo(false),
            JdbcPointerStore.open(DATABASES.address(), "lake"),
            UUID::randomUUID);
    firn.createNamespace(DB);
    stock = stock("V1");
  }

  private JdbcCatalog stock(String schemaVersion) {
    JdbcCatalog opened = new JdbcCatalog();
    opened.initialize(
        "lake",
        Map.of(
            "uri",
            DATABASES.address().toString(),
            "jdbc.user",
            DATABASES.server().user(),
            "jdbc.password",
            DATABASES.server().password(),
            "warehouse",
            folder.toString(),
            "io-impl",
            LocalFileIo.class.getName(),
            LocalFileIo.SYNC_PROPERTY,
            "false",
            "jdbc.schema-version",
            schemaVersion));
    return opened;
  }

  @AfterEach
  void close() {
    stock.close();
    firn.close();
  }

  @Test
  void bothWorkOnEachOthersTablesAndTheHistoryTellsThemApart() throws Exception {
    firn.createTable(TABLE, SCHEMA).newAppend().appendFile(TestTables.file("a")).commit();
    Table theirs = stock.loadTable(TABLE);
    theirs.newAppend().appendFile(TestTables.file("b")).commit();
    stock.renameTable(TABLE, SIBLING);
    firn.loadTable(SIBLING).newAppend().appendFile(TestTables.file("c")).commit();
    stock.dropTable(SIBLING, false);
    assertThat(TestTables.dataFiles(firn.undropTable(SIBLING))).containsExactly("a", "b", "c");
    assertThat(firn.history(SIBLING, 10))
        .extracting(move -> move.kind() + " " + move.who().orElseThrow().contains("firn, process"))
        .containsExactly(
            "UNDROP true",
            "DROP false",
            "COMMIT true",
            "RENAME false",
            "COMMIT false",
            "COMMIT true",
            "CREATE true");
  }

  @Test
  void aTombstoneHoldsItsNameAgainstTheirs() {
    stock.createTable(TABLE, SCHEMA);
    String pointer = firn.pointers().read(TABLE).orElseThrow();
    assertThat(firn.pointers().fence(TABLE, pointer, "elsewhere")).isTrue();
    assertThatThrownBy(() -> stock.createTable(TABLE, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(stock.dropTable(TABLE, false)).isFalse();
    try (JdbcCatalog old = stock("V0")) {
      assertThat(old.dropTable(TABLE, false)).isFalse();
    }
    assertThat(firn.pointers().fenced(TABLE)).contains("elsewhere");
    assertThat(firn.pointers().unfence(TABLE)).isTrue();
    assertThat(firn.undropTable(TABLE).location()).isNotEmpty();
  }

  @Test
  void aWrongPasswordIsAnErrorWithoutThePassword() {
    DatabaseAddress wrong =
        DatabaseAddress.parse(
            DATABASES.address().toString(), Map.of("user", "firn", "password", "geheim"), Map.of());
    assertThatThrownBy(() -> JdbcPointerStore.open(wrong, "lake"))
        .isInstanceOf(PointerStoreException.class)
        .hasMessageContaining(DATABASES.address().toString())
        .hasMessageNotContaining("geheim");
  }
}
