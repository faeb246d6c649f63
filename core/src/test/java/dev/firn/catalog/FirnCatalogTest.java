package dev.firn.catalog;

import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirnCatalogTest {
  @TempDir Path folder;
  private final AtomicLong lastId = new AtomicLong();
  private FirnCatalog catalog;

  @BeforeEach
  void open() {
    PointerStore store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "firn");
    catalog =
        new FirnCatalog(
            "firn",
            folder.resolve("warehouse").toString(),
            TestTables.io(),
            store,
            () -> new UUID(lastId.incrementAndGet() << 32, 0));
    catalog.createNamespace(DB);
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  @Test
  void aTableHasALocationOfItsOwnAndFirnsDefaults() {
    Table table = catalog.createTable(TABLE, SCHEMA);
    assertThat(table.location()).isEqualTo(Locations.of(folder.resolve("warehouse/db/t-00000001")));
    assertThat(metadata(table).metadataFileLocation())
        .isEqualTo(
            table.location()
                + "/metadata/00000-00000002-0000-0000-0000-000000000000.metadata.json");
    assertThat(metadata(table).formatVersion()).isEqualTo(2);
    assertThat(table.properties())
        .containsEntry("write.metadata.delete-after-commit.enabled", "true")
        .containsEntry("write.metadata.previous-versions-max", "100")
        .containsEntry("history.expire.max-snapshot-age-ms", "86400000")
        .containsEntry("write.parquet.compression-codec", "zstd");
    assertThat(table.name()).isEqualTo("firn.db.t");
  }

  @Test
  void theOwnersPropertiesAndLocationWin() {
    Table table =
        catalog
            .buildTable(TABLE, SCHEMA)
            .withProperty("format-version", "3")
            .withProperty("write.parquet.compression-codec", "gzip")
            .withLocation("file:" + folder + "/own//place/")
            .create();
    assertThat(metadata(table).formatVersion()).isEqualTo(3);
    assertThat(table.location()).isEqualTo(Locations.of(folder.resolve("own/place")));
    assertThat(table.properties()).containsEntry("write.parquet.compression-codec", "gzip");
  }

  @Test
  void formatVersionOneIsRefused() {
    assertThatThrownBy(
            () -> catalog.buildTable(TABLE, SCHEMA).withProperty("format-version", "1").create())
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining("format-version=1");
    assertThat(catalog.tableExists(TABLE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a%20b", "a+b", "a#b?c", "ü İı 雪", "a/../../b", "a.b"})
  void oddTableNamesWorkAndStayInTheWarehouse(String name) throws IOException {
    TableIdentifier identifier = TableIdentifier.of(DB, name);
    Table table = catalog.createTable(identifier, SCHEMA);
    table.newAppend().appendFile(TestTables.file("a")).commit();
    assertThat(Files.list(folder.resolve("warehouse/db"))).hasSize(1);
    assertThat(TestTables.dataFiles(catalog.loadTable(identifier))).containsExactly("a");
    assertThat(catalog.listTables(DB)).containsExactly(identifier);
    assertThat(catalog.dropTable(identifier, true)).isTrue();
    assertThat(filesIn(folder.resolve("warehouse"))).isZero();
  }

  @Test
  void aNameCanBeGivenAgainWithoutSharingALocation() {
    String first = catalog.createTable(TABLE, SCHEMA).location();
    catalog.dropTable(TABLE, false);
    assertThat(catalog.createTable(TABLE, SCHEMA).location()).isNotEqualTo(first);
  }

  @Test
  void purgingDeletesTheTablesFilesAndDroppingDoesNot() throws IOException {
    Table table = catalog.createTable(TABLE, SCHEMA);
    table.newAppend().appendFile(TestTables.file("a")).commit();
    assertThat(catalog.dropTable(TABLE, false)).isTrue();
    long kept = filesIn(folder.resolve("warehouse"));
    assertThat(kept).isGreaterThan(3);
    assertThat(catalog.dropTable(TABLE, true)).isFalse();

    catalog.createTable(TABLE, SCHEMA).newAppend().appendFile(TestTables.file("a")).commit();
    assertThat(catalog.dropTable(TABLE, true)).isTrue();
    assertThat(filesIn(folder.resolve("warehouse"))).isEqualTo(kept);
    assertThatThrownBy(() -> catalog.loadTable(TABLE)).isInstanceOf(NoSuchTableException.class);
  }

  @Test
  void tablesAreStrictAboutNamesAndNamespaces() throws IOException {
    TableIdentifier elsewhere = TableIdentifier.of("missing", "t");
    assertThatThrownBy(() -> catalog.createTable(elsewhere, SCHEMA))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> catalog.buildTable(elsewhere, SCHEMA).createTransaction())
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> catalog.listTables(Namespace.of("missing")))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> catalog.createTable(TableIdentifier.of("t"), SCHEMA))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder.resolve("warehouse")).doesNotExist();
    catalog.createTable(TABLE, SCHEMA);
    assertThatThrownBy(() -> catalog.createTable(TABLE, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(catalog.tableExists(TableIdentifier.of("t"))).isFalse();
    assertThat(catalog.dropTable(TableIdentifier.of("t"), true)).isFalse();
  }

  @Test
  void namespacesAreCreatedListedAndDropped() {
    Namespace nested = Namespace.of("db", "x");
    catalog.createNamespace(nested, Map.of("owner", "me"));
    assertThatThrownBy(() -> catalog.createNamespace(nested))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(catalog.listNamespaces()).containsExactly(DB);
    assertThat(catalog.listNamespaces(DB)).containsExactly(nested);
    assertThat(catalog.loadNamespaceMetadata(nested)).isEqualTo(Map.of("owner", "me"));
    catalog.setProperties(nested, Map.of("a", "b"));
    catalog.removeProperties(nested, Set.of("owner"));
    assertThat(catalog.loadNamespaceMetadata(nested)).isEqualTo(Map.of("a", "b"));
    assertThatThrownBy(() -> catalog.dropNamespace(DB))
        .isInstanceOf(NamespaceNotEmptyException.class);
    assertThat(catalog.dropNamespace(nested)).isTrue();
    assertThat(catalog.dropNamespace(nested)).isFalse();
  }

  @Test
  void replacingKeepsTheTablesOwnProperties() {
    Table table =
        catalog
            .buildTable(TABLE, SCHEMA)
            .withProperty("write.parquet.compression-codec", "gzip")
            .withProperty("format-version", "3")
            .create();
    Transaction replace =
        catalog.buildTable(TABLE, SCHEMA).withProperty("a", "b").createOrReplaceTransaction();
    replace.commitTransaction();
    table.refresh();
    assertThat(table.properties())
        .containsEntry("write.parquet.compression-codec", "gzip")
        .containsEntry("a", "b");
    assertThat(metadata(table).formatVersion()).isEqualTo(3);
  }

  @Test
  void aCreateTransactionMakesTheTableWithItsFirstFiles() throws IOException {
    Transaction create = catalog.buildTable(TABLE, SCHEMA).createTransaction();
    create.newAppend().appendFile(TestTables.file("a")).commit();
    assertThat(catalog.tableExists(TABLE)).isFalse();
    create.commitTransaction();
    assertThat(TestTables.dataFiles(catalog.loadTable(TABLE))).containsExactly("a");
  }

  @Test
  void metadataFilesAreCompressedNumberedAndCleanedUp() throws IOException {
    Table table =
        catalog
            .buildTable(TABLE, SCHEMA)
            .withProperty("write.metadata.compression-codec", "gzip")
            .withProperty("write.metadata.previous-versions-max", "2")
            .create();
    for (int i = 0; i < 5; i++) {
      table.updateProperties().set("i", Integer.toString(i)).commit();
    }
    assertThat(TestTables.metadataFiles(folder))
        .extracting(file -> file.getFileName().toString().replaceAll("-.*?\\.", "."))
        .containsExactly(
            "00003.gz.metadata.json", "00004.gz.metadata.json", "00005.gz.metadata.json");
    assertThat(catalog.loadTable(TABLE).properties()).containsEntry("i", "4");
  }

  @Test
  void metadataTablesAreLoaded() throws IOException {
    catalog.createTable(TABLE, SCHEMA).newAppend().appendFile(TestTables.file("a")).commit();
    Table snapshots = catalog.loadTable(TableIdentifier.of("db", "t", "snapshots"));
    assertThat(snapshots.schema().findField("snapshot_id")).isNotNull();
  }

  @Test
  void anEmbeddedCatalogMakesItsFolder() {
    Path file = folder.resolve("deep/down/catalog.db");
    String warehouse = folder.resolve("w2").toString();
    try (FirnCatalog embedded =
        FirnCatalog.embedded("lake", file, warehouse, new LocalFileIo(false))) {
      embedded.createNamespace(DB);
      embedded.createTable(TABLE, SCHEMA);
    }
    try (FirnCatalog again =
        FirnCatalog.embedded("lake", file, warehouse, new LocalFileIo(false))) {
      assertThat(again.listTables(DB)).containsExactly(TABLE);
      assertThat(again.loadTable(TABLE).schema().sameSchema(SCHEMA)).isTrue();
    }
  }

  @Test
  void itIsReadyAsItIsMade() {
    assertThatThrownBy(() -> catalog.initialize("x", Map.of()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static TableMetadata metadata(Table table) {
    return Objects.requireNonNull(((HasTableOperations) table).operations().current());
  }

  private static long filesIn(Path root) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      return paths.filter(Files::isRegularFile).count();
    }
  }
}
