package dev.firn.migrate.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.migrate.folder.HadoopWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogsTest {
  private static final LocalFileIo IO = new LocalFileIo(false);

  @TempDir private Path folder;

  private static OpenedCatalog open(String uri) {
    return Catalogs.open(CatalogAddress.of(uri), IO);
  }

  @Test
  void everySpellingOfASqliteFileIsTheSameCatalog() throws IOException {
    Path real = Files.createDirectories(folder.resolve("real")).toRealPath();
    Files.createSymbolicLink(folder.resolve("link"), real);
    Path file = real.resolve("c.db");
    try (OpenedCatalog first = open("sqlite:" + file)) {
      first.firn("test").createNamespace(Namespace.of("a"), Map.of());
      first.firn("test").createNamespace(Namespace.of("a", "b"), Map.of());
      first.firn("test").createTable(TableIdentifier.of("a", "t"), HadoopWriter.SCHEMA);
      first
          .firn("test")
          .createTable(TableIdentifier.of(Namespace.of("a", "b"), "u"), HadoopWriter.SCHEMA);
    }
    for (String uri :
        List.of(
            "sqlite:" + file,
            "jdbc:sqlite:" + file,
            "sqlite:///" + file,
            file.toString(),
            "sqlite:" + folder.resolve("link/c.db"))) {
      try (OpenedCatalog catalog = open(uri)) {
        assertThat(catalog.id()).as(uri).isEqualTo("sqlite:" + file + "#firn");
        assertThat(catalog.namespaces()).containsExactly(Namespace.of("a"), Namespace.of("a", "b"));
        assertThat(catalog.tables(Namespace.empty())).hasSize(2);
        assertThat(catalog.tables(Namespace.of("a", "b"))).hasSize(1);
        assertThat(catalog.table(TableIdentifier.of("a", "t")).location())
            .startsWith(Locations.of(real.resolve("warehouse")));
      }
    }
  }

  @Test
  void aFolderIsTablesWithoutACatalog() {
    new HadoopWriter(Locations.of(folder.resolve("db/t"))).createIfNotExists(Map.of());
    for (String uri : List.of(folder.toString(), "file://" + folder)) {
      try (OpenedCatalog catalog = open(uri)) {
        assertThat(catalog.tables(Namespace.empty()))
            .containsExactly(TableIdentifier.of("db", "t"));
        assertThat(catalog.namespaces()).containsExactly(Namespace.of("db"));
        assertThat(catalog.table(TableIdentifier.of("db", "t")).schema().columns()).hasSize(1);
        assertThat(catalog.source(Duration.ZERO).tables()).hasSize(1);
        assertThatThrownBy(catalog::target)
            .isInstanceOf(FirnException.class)
            .hasMessageContaining("no pointer that can be swapped");
        assertThatThrownBy(() -> catalog.firn("undo a drop"))
            .hasMessageContaining("can't undo a drop at file://");
      }
    }
  }

  @Test
  void aMissingHiveClientIsAnErrorThatSaysWhatToAdd() {
    assertThatThrownBy(() -> open("thrift://metastore:9083"))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG))
        .hasMessageContaining("org.apache.iceberg.hive.HiveCatalog is not on the class path")
        .hasMessageContaining("iceberg-hive-metastore")
        .hasMessageContaining("FIRN_CLASSPATH");
  }

  @Test
  void aRestServerThatIsNotThereIsAnErrorOfTheCatalog() {
    assertThatThrownBy(() -> open("rest:http://127.0.0.1:1"))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CATALOG))
        .hasMessageContaining("127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://host", "glue:x", "jdbc:mysql://h/d", "/no/such/file"})
  void whatIsNoCatalogIsAnErrorThatSaysWhatIsExpected(String uri) {
    assertThatThrownBy(() -> open(uri))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("expected sqlite:PATH");
  }

  @Test
  void aDatabaseServerNeedsAWarehouse() {
    assertThatThrownBy(() -> open("postgresql://user:secret@host/db"))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("--warehouse")
        .hasMessageNotContaining("secret");
  }

  @Test
  void secretsAreNotPartOfAnId() {
    assertThat(Catalogs.withoutSecrets("postgresql://u:p@h:5432/d?password=x"))
        .isEqualTo("postgresql://h:5432/d");
    assertThat(Catalogs.withoutSecrets("http://h/p@q")).isEqualTo("http://h/p@q");
    assertThat(Optional.of(Catalogs.withoutSecrets("thrift://h:9083"))).contains("thrift://h:9083");
  }
}
