package dev.firn.migrate.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against Iceberg's own operations on tables in folders. */
class FolderTableTest {
  private static final String ELSEWHERE = "sqlite:/x#y as a.b; journal file:///z";

  @TempDir private Path folder;
  private String location = "";
  private HadoopWriter writer = new HadoopWriter("/nowhere");
  private FolderTable table = new FolderTable(new LocalFileIo(false), "/nowhere");

  @BeforeEach
  void createTable() {
    location = Locations.of(folder.resolve("db/t"));
    writer = new HadoopWriter(location);
    writer.createIfNotExists(Map.of());
    table = new FolderTable(new LocalFileIo(false), location);
  }

  private String newest() {
    return ((FolderVersion.Live) table.newest().orElseThrow()).metadataLocation();
  }

  private String movedTo() {
    return ((FolderVersion.Moved) table.newest().orElseThrow()).movedTo();
  }

  private Path metadata(String name) {
    return folder.resolve("db/t/metadata").resolve(name);
  }

  @Test
  void theNewestVersionIsFoundWithAHintAWrongOneAndNone() throws IOException {
    writer.append("a");
    writer.append("b");
    assertThat(newest()).endsWith("/v3.metadata.json");
    for (String hint : List.of("1", "2", "3\n", "77", "", "x", "99999999999")) {
      Files.writeString(metadata("version-hint.text"), hint);
      assertThat(newest()).as("hint '%s'", hint).endsWith("/v3.metadata.json");
    }
    Files.delete(metadata("version-hint.text"));
    assertThat(newest()).endsWith("/v3.metadata.json");
    Files.delete(metadata("v1.metadata.json"));
    assertThat(newest()).endsWith("/v3.metadata.json");
  }

  @Test
  void compressedVersionsOfBothSpellingsAreFound() throws IOException {
    writer.table().updateProperties().set("write.metadata.compression-codec", "gzip").commit();
    assertThat(newest()).endsWith("/v2.gz.metadata.json");
    Files.move(metadata("v2.gz.metadata.json"), metadata("v2.metadata.json.gz"));
    assertThat(newest()).endsWith("/v2.metadata.json.gz");
    assertThat(TableMetadataParser.read(new LocalFileIo(false), newest()).properties())
        .containsKey("write.metadata.compression-codec");
  }

  @Test
  void aFolderWithoutVersionsIsNoTable() {
    assertThat(new FolderTable(new LocalFileIo(false), Locations.of(folder)).newest()).isEmpty();
  }

  @Test
  void aWarehouseListsTablesAtEveryDepth() {
    new HadoopWriter(Locations.of(folder.resolve("db/deep/u"))).createIfNotExists(Map.of());
    new HadoopWriter(Locations.of(folder.resolve("top"))).createIfNotExists(Map.of());
    FolderWarehouse warehouse = new FolderWarehouse(new LocalFileIo(false), Locations.of(folder));
    assertThat(warehouse.tables())
        .containsExactly(
            TableIdentifier.of(Namespace.of("db", "deep"), "u"),
            TableIdentifier.of("db", "t"),
            TableIdentifier.of("top"));
    assertThat(warehouse.table(TableIdentifier.of("db", "t")).newest()).isPresent();
  }

  @Test
  void afterTheFenceNobodyCommitsReadsOrCreates() {
    writer.append("a");
    HadoopWriter late = new HadoopWriter(location);
    late.table();
    late.beforeNextRename(() -> assertThat(table.fence(newest(), ELSEWHERE)).isTrue());
    assertThatThrownBy(() -> late.append("lost")).isInstanceOf(Exception.class);
    assertThat(movedTo()).isEqualTo(ELSEWHERE);
    assertThat(table.isFencedBy(ELSEWHERE)).isTrue();
    for (HadoopWriter each : List.of(writer, late)) {
      for (int attempt = 0; attempt < 5; attempt++) {
        assertThatThrownBy(() -> each.append("b")).isInstanceOf(Exception.class);
      }
    }
    HadoopWriter fresh = new HadoopWriter(location);
    assertThatThrownBy(() -> fresh.createIfNotExists(Map.of())).hasMessageContaining("is missing");
    assertThat(movedTo()).isEqualTo(ELSEWHERE);
    assertThat(metadata("v4.metadata.json")).doesNotExist();
  }

  @Test
  void withoutAHintTheTableCannotBeReadEither() throws IOException {
    assertThat(table.fence(newest(), ELSEWHERE)).isTrue();
    Files.delete(metadata("version-hint.text"));
    HadoopWriter fresh = new HadoopWriter(location);
    assertThatThrownBy(() -> fresh.createIfNotExists(Map.of()))
        .hasMessageContaining("format-version");
    assertThat(movedTo()).isEqualTo(ELSEWHERE);
  }

  @Test
  void aWriterWithAnOldStateIsToldOfAConflict() {
    writer.append("a");
    var base = writer.table();
    assertThat(table.fence(newest(), ELSEWHERE)).isTrue();
    var operations = ((org.apache.iceberg.BaseTable) base).operations();
    var next =
        org.apache.iceberg.TableMetadata.buildFrom(operations.current())
            .setProperties(Map.of("k", "v"))
            .build();
    assertThatThrownBy(() -> operations.commit(operations.current(), next))
        .isInstanceOf(CommitFailedException.class);
  }

  @Test
  void aFenceThatComesAfterACommitLeavesNothingBehind() throws IOException {
    String before = newest();
    writer.append("a");
    Map<String, Long> files = sizes();
    assertThat(table.fence(before, ELSEWHERE)).isFalse();
    assertThat(sizes()).isEqualTo(files);
    writer.append("b");
    assertThat(HadoopWriter.files(writer.table())).containsExactly("a", "b");
  }

  @Test
  void aFenceLeftHalfWayIsMadeWhole() throws IOException {
    assertThat(table.fence(newest(), ELSEWHERE)).isTrue();
    Files.delete(metadata("v2.gz.metadata.json"));
    Files.writeString(metadata("version-hint.text"), "1");
    Files.delete(metadata("v4.metadata.json"));
    assertThat(table.isFencedBy(ELSEWHERE)).isTrue();
    assertThat(metadata("v4.metadata.json")).exists();
    assertThat(metadata("v2.gz.metadata.json")).exists();
    assertThat(metadata("version-hint.text")).hasContent("5");
  }

  @Test
  void aWriterThatGotPastAHalfFenceKeepsItsCommit() throws IOException {
    assertThat(table.fence(newest(), ELSEWHERE)).isTrue();
    byte[] tombstone = Files.readAllBytes(metadata("v2.metadata.json"));
    Files.delete(metadata("v2.metadata.json"));
    Files.delete(metadata("v2.gz.metadata.json"));
    Files.delete(metadata("v4.metadata.json"));
    Files.writeString(metadata("version-hint.text"), "1");
    HadoopWriter gzip = new HadoopWriter(location);
    gzip.table().updateProperties().set("write.metadata.compression-codec", "gzip").commit();
    Files.write(metadata("v2.metadata.json"), tombstone);
    assertThat(newest()).endsWith("/v2.gz.metadata.json");
    assertThat(table.isFencedBy(ELSEWHERE)).isFalse();
    assertThat(metadata("v2.metadata.json")).doesNotExist();
    assertThat(table.fence(newest(), ELSEWHERE)).isTrue();
    assertThat(metadata("v3.metadata.json")).exists();
    assertThat(movedTo()).isEqualTo(ELSEWHERE);
  }

  @Test
  void aWriterThatReplacedTheFenceIsFound() throws IOException {
    String before = newest();
    assertThat(table.fence(before, ELSEWHERE)).isTrue();
    // What Hadoop's local file system does to a writer that had looked before.
    Files.copy(
        metadata("v1.metadata.json"),
        metadata("v2.metadata.json"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(table.isFencedBy(ELSEWHERE)).isFalse();
    assertThat(newest()).endsWith("/v2.metadata.json");
    writer.append("a");
    assertThat(newest()).endsWith("/v3.metadata.json");
  }

  private Map<String, Long> sizes() throws IOException {
    Map<String, Long> sizes = new java.util.TreeMap<>();
    try (var files = Files.list(folder.resolve("db/t/metadata"))) {
      for (Path file : files.toList()) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }
}
