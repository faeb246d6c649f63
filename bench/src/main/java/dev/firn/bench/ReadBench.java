package dev.firn.bench;

import dev.firn.bench.input.LogFiles;
import dev.firn.bench.input.Scratch;
import dev.firn.bench.report.Report;
import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.FirnSession;
import dev.firn.bench.session.SparkPeer;
import dev.firn.bench.session.SparkSql;
import dev.firn.bench.session.TableFacts;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Reading a day, and an action of a day, from Firn's table while the day is open and once it is
 * compacted, beside a table of the same rows that Spark wrote at once.
 *
 * <p>The table has two days. The open day has full files of what was compacted while it was open, a
 * merged landing file, and landing files that came since. Queries read all columns.
 */
final class ReadBench {
  private static final String FIRN = "bench.firn";
  private static final String BATCH = "bench.batch";
  private static final int FILES_PER_DAY = 400;
  private static final int DAYS = 2;
  private static final String ACTION = "click_001";
  private static final int MERGED_OF_TEN = 9;

  /** A read takes some tens of milliseconds, and CPU time is told in steps of ten. */
  private static final int DUCKDB_READS = 10;

  private final Path folder;
  private final long rows;
  private final int runs;
  private final long targetBytes;
  private final BenchCatalog catalog;

  /**
   * @param rows about so many, of two days together
   * @param runs of each query, after one that is not counted
   * @param targetBytes size of a full file, for Firn and Spark
   */
  ReadBench(Path folder, long rows, int runs, long targetBytes) {
    this.folder = folder.toAbsolutePath();
    this.rows = rows;
    this.runs = runs;
    this.targetBytes = targetBytes;
    this.catalog = new BenchCatalog(this.folder);
  }

  /**
   * What is asked.
   *
   * @param where SQL that Spark and DuckDB both take
   * @param filter the same for planning
   */
  private record Query(String name, String where, Expression filter) {
    static List<Query> of(LocalDate day) {
      String from = day + " 00:00:00+00:00";
      String to = day.plusDays(1) + " 00:00:00+00:00";
      String where = "ts >= timestamp '" + from + "' and ts < timestamp '" + to + "'";
      Expression filter =
          Expressions.and(
              Expressions.greaterThanOrEqual("ts", from.replace(' ', 'T')),
              Expressions.lessThan("ts", to.replace(' ', 'T')));
      return List.of(
          new Query("one day", where, filter),
          new Query(
              "one action of one day",
              where + " and action = '" + ACTION + "'",
              Expressions.and(filter, Expressions.equal("action", ACTION))));
    }

    /** DuckDB's literals with an offset have a type of their own. */
    String duckWhere() {
      return where.replace("timestamp '", "timestamptz '");
    }
  }

  /**
   * Runs and reports; without Spark nothing is compared, only read.
   *
   * @throws IllegalStateException if two programs or tables give different answers
   */
  void run(PreparedEngines engines, Report report)
      throws IOException, InterruptedException, SQLException {
    Scratch.fresh(folder);
    LocalDate day = land();
    try (SparkPeer spark = SparkPeer.open(engines, catalog);
        Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      statement.execute("set timezone = 'UTC'");
      statement.execute("set threads = 2");
      if (spark.isThere()) {
        spark.run(SparkSql.createLike(BATCH, FIRN, targetBytes));
        spark.run(SparkSql.insert(BATCH, FIRN, "true"));
        describe("batch, by Spark", BATCH, report);
      }
      describe("open", FIRN, report);
      compare("open", day, spark, statement, report);
      compact("--day", day.toString());
      describe("ready", FIRN, report);
      compare("ready", day, spark, statement, report);
    }
    Scratch.delete(folder);
  }

  /** Lands two days; most of them are merged as an ingester does while a day is open. */
  private LocalDate land() throws IOException, InterruptedException {
    Path incoming = Files.createDirectories(folder.resolve("in"));
    Path waiting = Files.createDirectories(folder.resolve("waiting"));
    LogFiles before = LogFiles.write(incoming, DAYS, FILES_PER_DAY, rows / DAYS);
    LogFiles open = LogFiles.write(waiting, 1, FILES_PER_DAY, rows / DAYS);
    int count = 0;
    List<Path> late = new ArrayList<>();
    for (Path file : files(waiting)) {
      if (count++ % 10 < MERGED_OF_TEN) {
        move(file, waiting, incoming);
      } else {
        late.add(file);
      }
    }
    try (FirnSession firn = session()) {
      firn.run("run", pipeline().toString(), "--once", "--quiet");
      catalog.set(FIRN, "write.target-file-size-bytes", Long.toString(targetBytes));
      firn.run("compact", "-p", pipeline().toString(), "--full-files-only");
      for (Path file : late) {
        move(file, waiting, incoming);
      }
      firn.run("run", pipeline().toString(), "--once", "--quiet");
    }
    compact("--day", before.day().toString());
    return open.day();
  }

  private static List<Path> files(Path root) throws IOException {
    try (var all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void move(Path file, Path from, Path to) throws IOException {
    Path target = to.resolve(from.relativize(file));
    Files.createDirectories(to.resolve(from.relativize(file.getParent())));
    Files.move(file, target);
  }

  private void compact(String... words) throws IOException {
    try (FirnSession firn = session()) {
      List<String> command = new ArrayList<>(List.of("compact", "-p", pipeline().toString()));
      command.addAll(List.of(words));
      firn.run(command.toArray(String[]::new));
    }
  }

  private FirnSession session() throws IOException {
    return new FirnSession(List.of(), FirnSession.RUN_FLAGS, folder.resolve("firn.log"));
  }

  private Path pipeline() throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        LogFiles.pipeline(FIRN, folder.resolve("in"))
            + "commit: {interval: 500ms}\ncompaction: {after-files: 0}\n");
  }

  private void describe(String state, String table, Report report) throws IOException {
    TableFacts facts = catalog.facts(table);
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("table", state);
    cells.put("rows", facts.rows());
    cells.put("files", facts.files());
    cells.put("of those landing files", facts.landingFiles());
    cells.put("MB", facts.bytes() / 1e6);
    report.row("tables", cells);
  }

  private void compare(
      String state, LocalDate day, SparkPeer spark, Statement duckdb, Report report)
      throws IOException, InterruptedException {
    for (Query query : Query.of(day)) {
      List<Use> firnDuck = new ArrayList<>();
      List<Use> batchDuck = new ArrayList<>();
      List<Use> firnSpark = new ArrayList<>();
      List<Use> batchSpark = new ArrayList<>();
      for (int round = 0; round <= runs; round++) {
        List<Use> ignored = new ArrayList<>();
        boolean counts = round > 0;
        String answer = duck(FIRN, query, duckdb, counts ? firnDuck : ignored);
        if (spark.isThere()) {
          same(answer, duck(BATCH, query, duckdb, counts ? batchDuck : ignored));
          same(answer, spark(FIRN, query, spark, counts ? firnSpark : ignored));
          same(answer, spark(BATCH, query, spark, counts ? batchSpark : ignored));
        }
      }
      row(state, query, "DuckDB", firnDuck, batchDuck, report);
      if (spark.isThere()) {
        row(state, query, "Spark", firnSpark, batchSpark, report);
      }
    }
  }

  private static void row(
      String state, Query query, String engine, List<Use> firn, List<Use> batch, Report report) {
    Map<String, Object> cells = new LinkedHashMap<>();
    Use firns = Use.median(firn);
    cells.put("read", query.name());
    cells.put("while", state);
    cells.put("by", engine);
    cells.put("Firn's table, CPU s", firns.cpuSeconds());
    cells.put("wall s", firns.wallSeconds());
    if (batch.isEmpty()) {
      cells.put("CPU : batch", "");
      cells.put("wall : batch", "");
    } else {
      Use batches = Use.median(batch);
      cells.put("CPU : batch", firns.cpuSeconds() / batches.cpuSeconds());
      cells.put("wall : batch", firns.wallSeconds() / batches.wallSeconds());
    }
    report.row("time to read, ratios to the batch table", cells);
  }

  private static void same(String expected, String found) {
    if (!expected.equals(found)) {
      throw new IllegalStateException("answers differ: " + expected + " and " + found);
    }
  }

  /** Plans with Iceberg, which is not counted, and reads with DuckDB in this process. */
  private String duck(String table, Query query, Statement duckdb, List<Use> uses)
      throws IOException, InterruptedException {
    List<FileScanTask> tasks =
        catalog.ask(table, opened -> TableFacts.plan(opened, query.filter()));
    String sql = TableFacts.SUMS + TableFacts.readParquet(tasks) + " where " + query.duckWhere();
    List<String> answer = new ArrayList<>();
    Use use =
        Use.ofThisProcess(
            () -> {
              try {
                for (int i = 0; i < DUCKDB_READS; i++) {
                  answer.add(TableFacts.row(duckdb, sql));
                }
              } catch (SQLException e) {
                throw new IOException("reading " + table + " with DuckDB", e);
              }
            });
    uses.add(
        new Use(
            use.cpuSeconds() / DUCKDB_READS,
            use.wallSeconds() / DUCKDB_READS,
            use.peakResidentBytes()));
    return answer.get(0);
  }

  private static String spark(String table, Query query, SparkPeer spark, List<Use> uses)
      throws IOException, InterruptedException {
    List<String> answer = new ArrayList<>();
    uses.add(spark.query(TableFacts.SUMS + "firn." + table + " where " + query.where(), answer));
    return answer.get(0);
  }
}
