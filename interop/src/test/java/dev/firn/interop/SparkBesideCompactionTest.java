package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.io.LocalFileIo;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.engine.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Spark deletes, updates, overwrites and rewrites rows that have landed or are being compacted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SparkBesideCompactionTest {
  private static final String DAY = "2021-05-03";
  private static final int ROWS = 600;

  private Path folder;
  private SqlSession spark;

  @BeforeAll
  void open(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    Path root = Path.of(System.getProperty("firn.root"));
    Path work = Files.createDirectories(root.resolve("interop/target/engines-work"));
    Engines engines = new Engines(root, work, folder);
    engines.prepare();
    spark = engines.talkWithSpark(folder.resolve("firn.db"), folder.resolve("warehouse"));
  }

  @AfterAll
  void close() {
    if (spark != null) {
      spark.close();
    }
  }

  /** A pipeline whose table has a day in a few landing files. */
  private PipelineConfig landed(String name) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve(name));
    Path file =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            """
            table: logs.%s
            source.folder: %s
            source.settle: 0s
            event-time.column: ts
            event-time.past: 20000d
            commit.interval: 100ms
            storage.fsync: false
            compaction.after-files: 0
            json.unknown: ignore
            day.gather: 0s
            publish.folder: days-%s
            schema: {ts: timestamptz, action: string, id: long}
            partition: [days(ts), action]
            """
                .formatted(name, name, name));
    PipelineConfig config = PipelineConfig.load(file);
    for (int part = 0; part < 3; part++) {
      int from = part * ROWS / 3;
      Files.writeString(
          folder.resolve(name).resolve("part-" + part + ".json"),
          IntStream.range(from, from + ROWS / 3)
              .mapToObj(SparkBesideCompactionTest::row)
              .collect(Collectors.joining()));
      run(config);
    }
    return config;
  }

  private static String row(int id) {
    return "{\"ts\":\"2021-05-03T%02d:%02d:00Z\",\"action\":\"a%d\",\"id\":%d}%n"
        .formatted(id / 60, id % 60, id % 4, id);
  }

  private static void run(PipelineConfig config) throws InterruptedException {
    try (OpenedTable table = TableSetup.openOrCreate(config, Environment.system())) {
      new Pipeline(table, Environment.system(), true).run();
    }
  }

  private static DayDesk.Answer closeDays(PipelineConfig config) throws InterruptedException {
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      DayDesk desk = new DayDesk(table, Environment.system());
      desk.close();
      return desk.why(DAY);
    }
  }

  private static void compact(PipelineConfig config, Compactor.Yield yield)
      throws InterruptedException {
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      table
          .compactor(Environment.system(), OptionalLong.empty())
          .compact(CompactionScope.EVERYTHING, yield);
    }
  }

  /** Actions by id, by Iceberg's reader; an id that is there twice has both. */
  private Map<Long, String> rows(String name) throws IOException {
    Map<Long, String> found = new TreeMap<>();
    try (OpenedCatalog catalog =
        Catalogs.open(
            CatalogAddress.of("sqlite:" + folder.resolve("firn.db")), new LocalFileIo(false))) {
      Table table = catalog.table(TableIdentifier.of("logs", name));
      try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
        for (Record row : rows) {
          found.merge(
              (Long) row.getField("id"), (String) row.getField("action"), (a, b) -> a + "+" + b);
        }
      }
    }
    return found;
  }

  private Map<Long, String> rowsOfSpark(String name) throws IOException {
    Map<Long, String> found = new TreeMap<>();
    for (String line : spark.sql("SELECT id, action FROM firn.logs." + name)) {
      String[] cells = line.split("\t");
      found.merge(Long.parseLong(cells[0]), cells[1], (a, b) -> a + "+" + b);
    }
    return found;
  }

  private static Map<Long, String> all() {
    Map<Long, String> rows = new TreeMap<>();
    for (long id = 0; id < ROWS; id++) {
      rows.put(id, "a" + id % 4);
    }
    return rows;
  }

  private void mergeOnRead(String name) throws IOException {
    spark.sql(
        "ALTER TABLE firn.logs."
            + name
            + " SET TBLPROPERTIES ('write.delete.mode'='merge-on-read',"
            + " 'write.update.mode'='merge-on-read', 'write.merge.mode'='merge-on-read')");
  }

  @Test
  void rowsDeletedOrUpdatedBeforeAndDuringACompactionStaySo() throws Exception {
    PipelineConfig config = landed("merged");
    mergeOnRead("merged");
    Map<Long, String> expected = all();
    spark.sql("DELETE FROM firn.logs.merged WHERE id IN (3, 250, 599)");
    spark.sql("UPDATE firn.logs.merged SET action = 'changed' WHERE id IN (4, 300)");
    List.of(3L, 250L, 599L).forEach(expected::remove);
    List.of(4L, 300L).forEach(id -> expected.put(id, "changed"));
    assertThat(rows("merged")).isEqualTo(expected);

    AtomicBoolean done = new AtomicBoolean();
    compact(
        config,
        () -> {
          if (done.compareAndSet(false, true)) {
            try {
              spark.sql("DELETE FROM firn.logs.merged WHERE id = 7");
              spark.sql("UPDATE firn.logs.merged SET action = 'late' WHERE id = 8");
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          }
        });
    expected.remove(7L);
    expected.put(8L, "late");
    assertThat(rows("merged")).isEqualTo(expected);
    assertThat(rowsOfSpark("merged")).isEqualTo(expected);
    spark.sql("DELETE FROM firn.logs.merged WHERE id = 11");
    expected.remove(11L);
    compact(config, Compactor.Yield.NEVER);
    assertThat(rowsOfSpark("merged")).isEqualTo(expected);
    assertThat(closeDays(config).ready()).isTrue();
    assertThat(rows("merged")).isEqualTo(expected);
  }

  @Test
  void ofTwoCompactionsAtOnceOneGivesWayAndNoRowChanges() throws Exception {
    PipelineConfig config = landed("twice");
    String rewrite =
        "CALL firn.system.rewrite_data_files(table => 'logs.twice',"
            + " options => map('rewrite-all', 'true'))";
    AtomicBoolean done = new AtomicBoolean();
    compact(
        config,
        () -> {
          if (done.compareAndSet(false, true)) {
            try {
              spark.sql(rewrite);
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          }
        });
    assertThat(rows("twice")).as("Spark was first").isEqualTo(all());

    List<String> failures = new ArrayList<>();
    Thread other =
        new Thread(
            () -> {
              try {
                spark.sql(rewrite);
              } catch (IOException | IllegalStateException | AssertionError e) {
                failures.add(e.getMessage());
              }
            });
    other.start();
    while (other.isAlive()) {
      compact(config, Compactor.Yield.NEVER);
    }
    other.join();
    assertThat(failures)
        .as("where Spark gave way it says so")
        .allMatch(text -> text.contains("Spark failed"));
    assertThat(rows("twice")).isEqualTo(all());
    assertThat(rowsOfSpark("twice")).isEqualTo(all());
  }

  @Test
  void dynamicOverwriteHoldsADayThatIsNotCompactedAndWorksOnOneThatIs() throws Exception {
    PipelineConfig config = landed("overwritten");
    spark.sql("SET spark.sql.sources.partitionOverwriteMode=dynamic");
    String overwrite =
        "INSERT OVERWRITE firn.logs.overwritten VALUES"
            + " (timestamp '2021-05-03 10:00:00', 'a1', %d)";
    spark.sql(overwrite.formatted(1));
    DayDesk.Answer answer = closeDays(config);
    assertThat(answer.ready()).isFalse();
    assertThat(answer.line().heldBy()).isPresent();
    assertThat(answer.reasons()).anyMatch(line -> line.contains("dynamic overwrite"));
    assertThat(rows("overwritten")).as("what the contract warns of").containsEntry(1L, "a1+a1");

    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      new DayDesk(table, Environment.system()).accept(DAY);
    }
    assertThat(closeDays(config).ready()).isTrue();
    spark.sql(overwrite.formatted(1001));
    Map<Long, String> expected = all();
    expected.values().removeIf("a1"::equals);
    expected.put(1001L, "a1");
    assertThat(rows("overwritten")).as("the partition was replaced").isEqualTo(expected);
    assertThat(closeDays(config).line().heldBy()).isEmpty();
  }
}
