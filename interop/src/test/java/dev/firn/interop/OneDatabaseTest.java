package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.FirnCatalog;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.testkit.engine.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Firn, Spark and pyiceberg as clients of one SQLite file, at the same time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OneDatabaseTest {
  private static final Namespace LAKE = Namespace.of("lake");

  private Path folder;
  private FirnCatalog firn;
  private SqlSession spark;
  private PythonClient python;

  @BeforeAll
  void open(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    Path root = Path.of(System.getProperty("firn.root"));
    Path work = Files.createDirectories(root.resolve("interop/target/engines-work"));
    Engines engines = new Engines(root, work, folder);
    engines.prepare();
    Path database = folder.resolve("catalog.db");
    firn =
        FirnCatalog.embedded(
            "firn", database, warehouse().toUri().toString(), new LocalFileIo(false));
    firn.createNamespace(LAKE);
    python = engines.talkWithPython(database);
    spark = engines.talkWithSpark(database, warehouse());
  }

  @AfterAll
  void close() {
    if (spark != null) {
      spark.close();
    }
    if (python != null) {
      python.close();
    }
    if (firn != null) {
      firn.close();
    }
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }

  private static TableIdentifier table(String name) {
    return TableIdentifier.of(LAKE, name);
  }

  /** A table with three rows, made and filled by one of the three. */
  private void make(String by, String name) throws IOException {
    switch (by) {
      case "firn" -> firn.createTable(table(name), SmallTables.SCHEMA);
      case "spark" ->
          spark.sql(
              "CREATE TABLE firn.lake."
                  + name
                  + " (id BIGINT NOT NULL, name STRING) USING iceberg");
      default -> {
        String location = warehouse().resolve("lake/by-python-" + name).toUri().toString();
        python.ask("create", Map.of("table", "lake." + name, "location", location));
      }
    }
    append(by, name, 1);
  }

  /** Appends three rows with the ids from the given one on; their names tell who wrote them. */
  private void append(String by, String name, long id) throws IOException {
    switch (by) {
      case "firn" -> SmallTables.append(firn.loadTable(table(name)), id, by, by, by);
      case "spark" ->
          spark.sql(
              "INSERT INTO firn.lake."
                  + name
                  + " VALUES (%d, 'spark'), (%d, 'spark'), (%d, 'spark')"
                      .formatted(id, id + 1, id + 2));
      default ->
          python.ask(
              "append",
              Map.of(
                  "table",
                  "lake." + name,
                  "rows",
                  List.of(List.of(id, by), List.of(id + 1, by), List.of(id + 2, by))));
    }
  }

  private void rename(String by, String from, String to) throws IOException {
    switch (by) {
      case "firn" -> firn.renameTable(table(from), table(to));
      case "spark" -> spark.sql("ALTER TABLE firn.lake." + from + " RENAME TO lake." + to);
      default -> python.ask("rename", Map.of("old", "lake." + from, "new", "lake." + to));
    }
  }

  private void drop(String by, String name) throws IOException {
    switch (by) {
      case "firn" -> firn.dropTable(table(name), false);
      case "spark" -> spark.sql("DROP TABLE firn.lake." + name);
      default -> python.ask("drop", Map.of("table", "lake." + name));
    }
  }

  /** What all three read, after it was seen that they read the same. */
  private List<String> rows(String name) throws IOException {
    List<String> rows = SmallTables.rows(firn.loadTable(table(name)));
    assertThat(spark.sql("SELECT id, name FROM firn.lake." + name)).isEqualTo(rows);
    assertThat(python.rows("rows", Map.of("table", "lake." + name))).isEqualTo(rows);
    return rows;
  }

  private List<String> tables() throws IOException {
    List<String> tables = firn.listTables(LAKE).stream().map(TableIdentifier::name).toList();
    assertThat(python.rows("tables", Map.of("namespace", "lake"))).isEqualTo(tables);
    assertThat(spark.sql("SHOW TABLES IN firn.lake"))
        .isEqualTo(tables.stream().map(name -> "lake\t" + name + "\tfalse").toList());
    return tables;
  }

  private List<Path> files(Table table) throws IOException {
    try (Stream<Path> all = Files.walk(Locations.localPath(table.location()))) {
      return all.filter(Files::isRegularFile).filter(path -> !isChecksum(path)).sorted().toList();
    }
  }

  /** Hadoop, below Spark, writes a checksum beside each of its files. */
  private static boolean isChecksum(Path path) {
    return path.getFileName().toString().endsWith(".crc");
  }

  @Test
  void eachSeesWhatTheOthersMakeAppendAndRename() throws IOException {
    List<String> writers = List.of("firn", "spark", "python");
    for (String by : writers) {
      make(by, "shared_" + by);
    }
    assertThat(tables()).contains("shared_firn", "shared_python", "shared_spark");
    for (String of : writers) {
      for (String by : writers) {
        append(by, "shared_" + of, 10L * (1 + writers.indexOf(by)));
      }
      assertThat(rows("shared_" + of))
          .hasSize(12)
          .contains("1\t" + of, "12\tfirn", "22\tspark", "32\tpython");
    }
    String join =
        "SELECT a.id, a.name, b.name, c.name FROM firn.lake.shared_firn a"
            + " JOIN firn.lake.shared_spark b ON a.id = b.id"
            + " JOIN firn.lake.shared_python c ON a.id = c.id";
    List<String> joined =
        python.rows(
            "join",
            Map.of(
                "names", List.of("lake.shared_firn", "lake.shared_spark", "lake.shared_python")));
    assertThat(joined).hasSize(12).contains("1\tfirn\tspark\tpython", "21\tspark\tspark\tspark");
    assertThat(spark.sql(join)).isEqualTo(joined);

    // Each renames a table of another one: nothing moves, and all read it under the new name.
    for (int i = 0; i < writers.size(); i++) {
      String of = "shared_" + writers.get(i);
      String by = writers.get((i + 1) % writers.size());
      Table before = firn.loadTable(table(of));
      List<Path> files = files(before);
      rename(by, of, "renamed_by_" + by);
      Table after = firn.loadTable(table("renamed_by_" + by));
      assertThat(after.location()).isEqualTo(before.location());
      assertThat(files(after)).isEqualTo(files);
      assertThat(rows("renamed_by_" + by)).hasSize(12);
      append(by, "renamed_by_" + by, 100);
      assertThat(rows("renamed_by_" + by)).hasSize(15);
    }
    assertThat(tables()).noneMatch(name -> name.startsWith("shared_"));
  }

  @Test
  void aDropByAnyOfThemIsUndoneWithTheSameSnapshotAndRows() throws IOException {
    for (String by : List.of("spark", "python", "firn")) {
      String name = "dropped_by_" + by;
      make("spark", name);
      append("firn", name, 10);
      Table before = firn.loadTable(table(name));
      List<Path> files = files(before);
      List<String> rows = rows(name);

      drop(by, name);
      assertThat(tables()).doesNotContain(name);
      // Nothing but the name is gone.
      assertThat(files(before)).isEqualTo(files).isNotEmpty();
      System.out.println(files.size() + " files left after the drop by " + by);

      Table undropped = firn.undropTable(table(name));
      assertThat(undropped.uuid()).isEqualTo(before.uuid());
      assertThat(undropped.currentSnapshot().snapshotId())
          .isEqualTo(before.currentSnapshot().snapshotId());
      assertThat(rows(name)).isEqualTo(rows).hasSize(6);
      append("python", name, 20);
      assertThat(rows(name)).hasSize(9);
    }
  }

  @Test
  void aDropIsNotUndoneOverATableThatGotTheNameSince() throws IOException {
    make("firn", "taken");
    append("spark", "taken", 10);
    drop("spark", "taken");
    make("python", "taken");
    List<String> rows = rows("taken");
    assertThatThrownBy(() -> firn.undropTable(table("taken"))).hasMessageContaining("taken");
    assertThat(rows("taken")).isEqualTo(rows).hasSize(3);
  }

  @Test
  void aMetadataFileIsATableAgainOnceItIsRegistered() throws IOException {
    make("python", "registered");
    append("spark", "registered", 10);
    Table before = firn.loadTable(table("registered"));
    String metadata = ((HasTableOperations) before).operations().current().metadataFileLocation();
    drop("python", "registered");
    firn.registerTable(table("registered"), metadata);
    assertThat(rows("registered")).hasSize(6);

    // And the other way round: let go by Firn, registered by Spark.
    assertThat(firn.unregisterTable(table("registered"))).isEqualTo(metadata);
    spark.sql(
        "CALL firn.system.register_table(table => 'lake.registered', metadata_file => '"
            + metadata
            + "')");
    append("firn", "registered", 20);
    assertThat(rows("registered")).hasSize(9);
  }
}
