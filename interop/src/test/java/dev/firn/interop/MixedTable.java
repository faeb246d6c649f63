package dev.firn.interop;

import dev.firn.cli.Main;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.Table;

/**
 * The demo's table after others have written to it too: landing files of open and of other days,
 * files of the default spec by Iceberg's, Spark's and pyiceberg's writers, old manifests in gzip
 * and new ones in zstd.
 */
final class MixedTable {
  static final String NAME = "logs.actions";
  static final String ACTION = "search_002";
  private static final long SPARK_ROW_IDS = 1_000_000_000_000L;
  private static final long PYTHON_ROW_ID = 7L;
  private static final int MORE_FILES = 200;

  /** More than get landing files of their own, so that some land without partitions. */
  private static final int OLD_DAYS = 6;

  private static final int FILES_OF_AN_OLD_DAY = 20;

  private final Path folder;
  private final LocalDate day;
  private long rows;

  /**
   * @param folder the demo's
   * @param day the demo's; has to be open still, so yesterday
   */
  MixedTable(Path folder, LocalDate day) {
    this.folder = folder;
    this.day = day;
  }

  Path database() {
    return folder.resolve("firn.db");
  }

  Path warehouse() {
    return folder.resolve("warehouse");
  }

  Path pipeline() {
    return folder.resolve("pipeline.yaml");
  }

  LocalDate day() {
    return day;
  }

  /** The number of rows there should be. */
  long rows() {
    return rows;
  }

  OpenedTable open() {
    return OpenedTable.open(PipelineConfig.load(pipeline()), Environment.system());
  }

  static Table iceberg(OpenedTable opened) {
    return opened.catalog().loadTable(TableRows.name(opened.name()));
  }

  /** Runs the demo, then rewrites a landing file into the default spec; the rewritten times. */
  RewrittenFile demo() throws IOException, InterruptedException {
    run(
        "demo",
        "--open-day",
        "--dir",
        folder.toString(),
        "--seed",
        "7",
        "--producers",
        "2",
        "--rows",
        "20",
        "--seconds",
        "6",
        "--day",
        day.toString());
    landMore();
    try (OpenedTable opened = open()) {
      Table table = iceberg(opened);
      rows = Long.parseLong(table.currentSnapshot().summary().get("total-records"));
      table
          .updateProperties()
          .set("write.manifest.compression-codec", "zstd")
          // Hundreds of tiny files: engines would make a task of every few of them otherwise.
          .set("read.split.open-file-cost", "16384")
          .commit();
      return RewrittenFile.rewriteLargest(table);
    }
  }

  /** Spark copies the rows of a time, under other ids, through its own catalog. */
  void appendWithSpark(Engines engines, Instant from, Instant until)
      throws IOException, InterruptedException {
    String columns =
        "ts, action, user_id, session, device, country, url, status, duration_ms, bytes, geo, referrer";
    String where =
        " where t.ts >= "
            + Dialect.SPARK.literal(from)
            + " and t.ts < "
            + Dialect.SPARK.literal(until);
    String table = "firn." + NAME;
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put(
        "insert",
        "insert into "
            + table
            + " by name select t.row_id + "
            + SPARK_ROW_IDS
            + " as row_id, "
            + columns
            + " from "
            + table
            + " t"
            + where);
    statements.put(
        "inserted", "select count(*) from " + table + " t where t.row_id >= " + SPARK_ROW_IDS);
    Map<String, List<String>> count = engines.spark(this, statements);
    rows += Long.parseLong(count.get("inserted").get(0));
  }

  /** pyiceberg appends one row through its own catalog. */
  void appendWithPython(Engines engines, Instant time) throws IOException, InterruptedException {
    engines.python(
        engines.script("append.py"),
        database().toString(),
        NAME,
        Long.toString(PYTHON_ROW_ID),
        time.atOffset(ZoneOffset.UTC).toString(),
        ACTION);
    rows++;
  }

  /**
   * A running ingester that merges nothing lands files of the day, and of more days before it than
   * get a file of their own, in one commit.
   */
  private void landMore() throws IOException, InterruptedException {
    int files = writeDays(20, "web-04-");
    Path patient =
        Files.writeString(
            folder.resolve("patient.yaml"),
            Files.readString(pipeline()).replace("interval: 1s", "interval: 5s")
                + "compaction:\n  after-files: 0\n");
    try (OpenedTable opened =
        OpenedTable.open(PipelineConfig.load(patient), Environment.system())) {
      Pipeline pipeline = new Pipeline(opened, Environment.system(), false);
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(
              () -> {
                try {
                  pipeline.run();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      long deadline = System.nanoTime() + Duration.ofMinutes(3).toNanos();
      while (pipeline.progress().filesCommitted() < files) {
        if (running.isDone() || System.nanoTime() > deadline) {
          running.getNow(null);
          throw new AssertionError("landed only " + pipeline.progress());
        }
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      pipeline.stop();
      running.join();
    }
  }

  /**
   * Firn goes on after others have written: a new producer on the same day, and files of days long
   * before, as a backlog.
   *
   * @return how many files are new
   */
  int ingestMore() throws IOException, InterruptedException {
    int files = writeDays(8, "web-03-");
    run("run", pipeline().toString(), "--once", "--quiet");
    return files;
  }

  private int writeDays(long seed, String producer) throws IOException, InterruptedException {
    write(GeneratorPlan.of(seed, day).withProducers(4), MORE_FILES, producer);
    for (int i = 1; i <= OLD_DAYS; i++) {
      GeneratorPlan plan = GeneratorPlan.of(seed + i, day.minusDays(i)).withProducers(4);
      write(plan, FILES_OF_AN_OLD_DAY, producer);
    }
    return MORE_FILES + OLD_DAYS * FILES_OF_AN_OLD_DAY;
  }

  private void write(GeneratorPlan plan, int periods, String producer)
      throws IOException, InterruptedException {
    LogGenerator generator =
        new LogGenerator(plan.withPeriods(Duration.ofSeconds(30), periods).withRowsPerFile(20));
    List<GeneratedFile> files =
        generator.files().stream().filter(file -> file.path().contains(producer)).toList();
    new Replay(generator, folder.resolve("incoming"), Pacer.atOnce(), new Replay.Listener() {})
        .run(files);
    rows += files.stream().mapToLong(file -> file.truth().rows()).sum();
  }

  private static void run(String... arguments) {
    int exit = Main.execute(arguments);
    if (exit != 0) {
      throw new AssertionError("firn " + String.join(" ", arguments) + " ended with " + exit);
    }
  }
}
