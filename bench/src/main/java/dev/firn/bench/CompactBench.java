package dev.firn.bench;

import dev.firn.bench.input.LogFiles;
import dev.firn.bench.input.Scratch;
import dev.firn.bench.report.Report;
import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.FirnSession;
import dev.firn.bench.session.ResettableTable;
import dev.firn.bench.session.SparkPeer;
import dev.firn.bench.session.SparkSql;
import dev.firn.bench.session.TableFacts;
import dev.firn.testkit.engine.Engine;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Firn's compaction beside Spark's {@code rewrite_data_files}, each on the same table made again
 * for every run: one of Firn's landing files, and one of small files as Spark's appends leave them.
 *
 * <p>Both are sessions that stay, and the first run of each is not counted; for Firn also a process
 * of its own for each run, JVM start counted. After every run the rows have to be the same.
 */
final class CompactBench {
  private static final String LANDED = "bench.landed";
  private static final String SMALL = "bench.small";
  private static final int FILES = 600;
  private static final int APPENDS = 10;
  private static final long TARGET_BYTES = 8L << 20;

  private final Path folder;
  private final long rows;
  private final int runs;
  private final BenchCatalog catalog;

  /**
   * @param folder scratch
   * @param rows about so many
   * @param runs of each program on each table
   */
  CompactBench(Path folder, long rows, int runs) {
    this.folder = folder.toAbsolutePath();
    this.rows = rows;
    this.runs = runs;
    this.catalog = new BenchCatalog(this.folder);
  }

  /** A program that compacts a table. */
  private interface Compaction {
    Use compact(String table) throws IOException, InterruptedException;
  }

  /** A program, and what its runs gave. */
  private static final class Runs {
    private final String name;
    private final Compaction compaction;
    private final List<Use> uses = new ArrayList<>();
    private Optional<TableFacts> after = Optional.empty();

    Runs(String name, Compaction compaction) {
      this.name = name;
      this.compaction = compaction;
    }
  }

  /**
   * Runs and reports.
   *
   * @param engines Spark is left out if it is not prepared
   */
  void run(PreparedEngines engines, Report report) throws IOException, InterruptedException {
    Scratch.fresh(folder);
    LogFiles input = LogFiles.write(folder.resolve("in"), 1, FILES, rows);
    report.fact("rows", input.rows());
    report.fact("target size MiB", TARGET_BYTES >> 20);
    land(LANDED);
    compare("landing files of Firn", LANDED, engines, report);
    try (SparkPeer spark = SparkPeer.open(engines, catalog)) {
      if (spark.isThere()) {
        spark.run(SparkSql.createLike(SMALL, LANDED, TARGET_BYTES));
        for (int i = 0; i < APPENDS; i++) {
          spark.run(SparkSql.insert(SMALL, LANDED, "row_id % " + APPENDS + " = " + i));
        }
      }
    }
    if (engines.has(Engine.SPARK)) {
      compare("small files of Spark's appends", SMALL, engines, report);
    }
    Scratch.delete(folder);
  }

  private void compare(String title, String table, PreparedEngines engines, Report report)
      throws IOException, InterruptedException {
    List<Runs> all = new ArrayList<>();
    ResettableTable state = catalog.resettable(table);
    TableFacts before = catalog.facts(table);
    try (FirnSession firn = firn(FirnSession.RUN_FLAGS);
        SparkPeer spark = SparkPeer.open(engines, catalog)) {
      all.add(new Runs("Firn, session", name -> firn(firn, name)));
      all.add(new Runs("Firn, whole process", this::firnProcess));
      if (spark.isThere()) {
        boolean everything = table.equals(LANDED);
        for (boolean sorted : new boolean[] {false, true}) {
          String statement = SparkSql.rewrite(table, sorted, everything, TARGET_BYTES);
          all.add(
              new Runs(
                  sorted ? "Spark sort, session" : "Spark binpack, session",
                  name -> spark.run(statement)));
        }
      }
      // The first round warms the sessions up and is not counted.
      for (int round = 0; round <= runs; round++) {
        for (Runs program : all) {
          state.reset();
          Use use = program.compaction.compact(table);
          program.after = Optional.of(checked(program.name, before, table));
          if (round > 0) {
            program.uses.add(use);
          }
        }
      }
    }
    double firns = before.rows() / Use.median(all.get(0).uses).cpuSeconds();
    for (Runs program : all) {
      report.row(title, cells(program, before, firns));
    }
    state.reset();
  }

  private static Map<String, Object> cells(Runs program, TableFacts before, double firns) {
    TableFacts after = program.after.orElseThrow();
    Use use = Use.median(program.uses);
    double rowsPerCpuSecond = before.rows() / use.cpuSeconds();
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("program", program.name);
    cells.put("rows per CPU second", rowsPerCpuSecond);
    cells.put("Firn's session : this", firns / rowsPerCpuSecond);
    cells.put("CPU s", use.cpuSeconds());
    cells.put("wall s", use.wallSeconds());
    cells.put("peak MiB", use.peakMebibytes());
    cells.put("files before", before.files());
    cells.put("files after", after.files());
    cells.put("MB before", before.bytes() / 1_000_000);
    cells.put("MB after", after.bytes() / 1_000_000);
    return cells;
  }

  private TableFacts checked(String program, TableFacts before, String table) throws IOException {
    TableFacts after = catalog.facts(table);
    if (!after.sums().equals(before.sums())) {
      throw new IllegalStateException(
          program + " changed rows of " + table + ": " + before.sums() + " -> " + after.sums());
    }
    if (after.landingFiles() > 0) {
      throw new IllegalStateException(
          program + " left " + after.landingFiles() + " landing files in " + table);
    }
    return after;
  }

  /** Lands the rows in commits of half a second, and compacts nothing. */
  private void land(String table) throws IOException {
    Path pipeline = pipeline(table);
    try (FirnSession firn = firn(FirnSession.RUN_FLAGS)) {
      firn.run("run", pipeline.toString(), "--once", "--quiet");
    }
    catalog.set(table, "write.target-file-size-bytes", Long.toString(TARGET_BYTES));
  }

  private Path pipeline(String table) throws IOException {
    return Files.writeString(
        folder.resolve(table + ".yaml"),
        LogFiles.pipeline(table, folder.resolve("in"))
            + "commit: {interval: 500ms}\ncompaction: {after-files: 0}\n");
  }

  private FirnSession firn(List<String> flags) throws IOException {
    return new FirnSession(List.of(), flags, folder.resolve("firn.log"));
  }

  private Use firn(FirnSession session, String table) throws IOException, InterruptedException {
    Path pipeline = pipeline(table);
    return Use.of(session::use, () -> session.run("compact", "-p", pipeline.toString()));
  }

  private Use firnProcess(String table) throws IOException, InterruptedException {
    Path pipeline = pipeline(table);
    long begin = System.nanoTime();
    try (FirnSession session = firn(FirnSession.SHORT_FLAGS)) {
      session.run("compact", "-p", pipeline.toString());
      double wall = (System.nanoTime() - begin) / 1e9;
      return new Use(session.use().cpuSeconds(), wall, session.use().peakResidentBytes());
    }
  }
}
