package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody reads ten times a second while files arrive, are committed and are compacted. */
final class SteadyReaderTest {
  private static final int FILES = 400;
  private static final int ROWS_PER_FILE = 500;

  /** 50 minutes in 20 seconds. */
  private static final double SPEEDUP = 150;

  private static final long PAUSE_MILLIS = 100;

  @TempDir private Path folder;

  /** What a look found of one source file. */
  private record Seen(long rows, long sum) {}

  @Test
  void aReaderBesideIngestAndCompactionSeesEveryRowOnceAndForGood() throws Exception {
    Files.createDirectories(folder.resolve("incoming"));
    LogGenerator generator = generator();
    List<GeneratedFile> files = generator.files();
    PipelineConfig config = PipelineConfig.load(pipelineFile());
    Environment environment = Environment.system();
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      new BaseTable(table.operations(), table.name())
          .updateProperties()
          .set(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, Long.toString(256 << 10))
          .commit();
      AtomicBoolean ended = new AtomicBoolean();
      CompletableFuture<Integer> reader =
          CompletableFuture.supplyAsync(() -> read(config, files, ended));
      Pipeline pipeline = new Pipeline(table, environment, false);
      CompletableFuture<Void> running = CompletableFuture.runAsync(() -> runQuietly(pipeline));
      new Replay(
              generator,
              folder.resolve("incoming"),
              Pacer.accelerated(SPEEDUP),
              new Replay.Listener() {})
          .run(files);
      while (pipeline.progress().filesCommitted() < files.size() && !running.isDone()) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      pipeline.stop();
      running.get();
      table
          .compactor(environment, OptionalLong.empty())
          .compact(CompactionScope.EVERYTHING, Compactor.Yield.NEVER);
      TimeUnit.MILLISECONDS.sleep(2 * PAUSE_MILLIS);
      ended.set(true);
      int looks = reader.get();
      long compactions = compactions(table.refresh().snapshots());
      System.out.println(
          "steady reader: " + looks + " looks, " + compactions + " compactions beside them");
      assertThat(looks).isGreaterThan(20);
      assertThat(compactions).isGreaterThan(1);
    }
  }

  private static long compactions(List<Snapshot> snapshots) {
    return snapshots.stream().filter(each -> each.summary().containsKey("firn.compaction")).count();
  }

  private static LogGenerator generator() {
    return new LogGenerator(
        GeneratorPlan.of(7, LocalDate.now(ZoneOffset.UTC).minusDays(1))
            .withProducers(4)
            .withPeriods(Duration.ofSeconds(30), FILES / 4)
            .withRowsPerFile(ROWS_PER_FILE)
            .withActions(20, 1.1));
  }

  /** Looks until told to end and the last look has found everything; the number of looks. */
  private int read(PipelineConfig config, List<GeneratedFile> files, AtomicBoolean ended) {
    Map<Long, Long> sums =
        files.stream().collect(Collectors.toMap(GeneratedFile::number, GeneratedFile::idSum));
    Map<Long, Seen> before = new HashMap<>();
    int looks = 0;
    try (OpenedTable table = OpenedTable.open(config, Environment.system());
        Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      boolean last;
      do {
        last = ended.get();
        Map<Long, Seen> now = look(table.operations(), statement);
        compare(before, now, sums);
        before = now;
        looks++;
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } while (!last);
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    assertThat(before).hasSize(files.size());
    before.values().forEach(seen -> assertThat(seen.rows()).isEqualTo(ROWS_PER_FILE));
    return looks;
  }

  private static Map<Long, Seen> look(TableOperations operations, Statement statement)
      throws SQLException, IOException {
    operations.refresh();
    List<String> locations = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        new BaseTable(operations, "steady").newScan().planFiles()) {
      tasks.forEach(task -> locations.add("'" + Path.of(URI.create(task.file().location())) + "'"));
    }
    Map<Long, Seen> seen = new HashMap<>();
    if (locations.isEmpty()) {
      return seen;
    }
    String query =
        "select row_id >> "
            + GeneratedFile.LINE_BITS
            + ", count(*), sum(row_id)::bigint from read_parquet(["
            + String.join(", ", locations)
            + "]) group by 1";
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        seen.put(rows.getLong(1), new Seen(rows.getLong(2), rows.getLong(3)));
      }
    }
    return seen;
  }

  private static void compare(Map<Long, Seen> before, Map<Long, Seen> now, Map<Long, Long> sums) {
    now.forEach(
        (file, seen) -> {
          assertThat(seen.rows()).as("rows of file %s", file).isLessThanOrEqualTo(ROWS_PER_FILE);
          if (seen.rows() == ROWS_PER_FILE) {
            assertThat(seen.sum()).as("ids of file %s", file).isEqualTo(sums.get(file));
          }
        });
    before.forEach(
        (file, seen) -> {
          assertThat(now).as("files seen before").containsKey(file);
          assertThat(now.get(file).rows()).as("file %s", file).isGreaterThanOrEqualTo(seen.rows());
          assertThat(now.get(file).sum()).as("file %s", file).isGreaterThanOrEqualTo(seen.sum());
        });
  }

  private static void runQuietly(Pipeline pipeline) {
    try {
      pipeline.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Path pipelineFile() throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        table: logs.steady
        source: {folder: incoming, pattern: "%s", settle: 0s}
        event-time: {column: ts}
        partition: [days(ts), action]
        commit: {interval: 200ms}
        compaction: {after-files: 6}
        storage: {fsync: false}
        %s"""
            .formatted(LogSchema.PATH_PATTERN, LogSchema.YAML));
  }
}
