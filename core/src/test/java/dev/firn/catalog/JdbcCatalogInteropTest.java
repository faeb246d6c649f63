package dev.firn.catalog;

import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.io.LocalFileIo;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Iceberg's own JdbcCatalog and Firn's at one database, taking turns. */
class JdbcCatalogInteropTest {
  private static final Namespace NESTED = Namespace.of("db", "my_ns%");

  @TempDir Path folder;

  private FirnCatalog firn() {
    return FirnCatalog.embedded(
        "lake", folder.resolve("catalog.db"), folder.toString(), TestTables.io());
  }

  private JdbcCatalog iceberg(String schemaVersion) {
    JdbcCatalog catalog = new JdbcCatalog();
    catalog.initialize(
        "lake",
        Map.of(
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            "warehouse",
            folder.toString(),
            "io-impl",
            LocalFileIo.class.getName(),
            LocalFileIo.SYNC_PROPERTY,
            "false",
            "jdbc.schema-version",
            schemaVersion));
    return catalog;
  }

  @Test
  void icebergsCatalogWorksOnATableOfFirn() throws Exception {
    try (FirnCatalog firn = firn();
        JdbcCatalog iceberg = iceberg("V1")) {
      firn.createNamespace(DB, Map.of("owner", "me"));
      firn.createNamespace(NESTED);
      Table ours = firn.createTable(TABLE, SCHEMA);
      ours.newAppend().appendFile(TestTables.file("ours")).commit();

      assertThat(iceberg.listNamespaces()).containsExactly(DB);
      assertThat(iceberg.listNamespaces(DB)).containsExactly(NESTED);
      assertThat(iceberg.loadNamespaceMetadata(DB)).containsEntry("owner", "me");
      assertThat(iceberg.listTables(DB)).containsExactly(TABLE);
      Table theirs = iceberg.loadTable(TABLE);
      theirs.newAppend().appendFile(TestTables.file("theirs")).commit();
      ours.newAppend().appendFile(TestTables.file("ours again")).commit();
      assertThat(TestTables.dataFiles(theirs)).containsExactly("ours", "ours again", "theirs");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"V0", "V1"})
  void firnWorksOnATableOfIcebergsCatalog(String schemaVersion) throws Exception {
    try (JdbcCatalog iceberg = iceberg(schemaVersion);
        FirnCatalog firn = firn()) {
      iceberg.createNamespace(DB);
      iceberg.createNamespace(NESTED, Map.of("owner", "me"));
      Table theirs = iceberg.createTable(TABLE, SCHEMA);
      theirs.newAppend().appendFile(TestTables.file("theirs")).commit();

      assertThat(firn.listNamespaces(DB)).containsExactly(NESTED);
      assertThat(firn.loadNamespaceMetadata(NESTED)).isEqualTo(Map.of("owner", "me"));
      assertThat(firn.loadNamespaceMetadata(DB)).isEmpty();
      Table ours = firn.loadTable(TABLE);
      ours.newAppend().appendFile(TestTables.file("ours")).commit();
      firn.createTable(TableIdentifier.of(NESTED, "made by Firn"), SCHEMA);
      assertThat(TestTables.dataFiles(theirs)).containsExactly("ours", "theirs");
      assertThat(iceberg.listTables(NESTED))
          .containsExactly(TableIdentifier.of(NESTED, "made by Firn"));
      assertThat(iceberg.dropTable(TableIdentifier.of(NESTED, "made by Firn"), true)).isTrue();
      assertThat(iceberg.dropNamespace(NESTED)).isTrue();
      assertThat(firn.namespaceExists(NESTED)).isFalse();
      assertThat(firn.dropTable(TABLE, true)).isTrue();
      assertThat(iceberg.tableExists(TABLE)).isFalse();
    }
  }
}
