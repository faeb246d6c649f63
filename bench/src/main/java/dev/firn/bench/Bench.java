package dev.firn.bench;

import dev.firn.bench.day.DayBench;
import dev.firn.bench.growth.AgeBench;
import dev.firn.bench.growth.GrowthBench;
import dev.firn.bench.ingest.IngestComparison;
import dev.firn.bench.report.Report;
import dev.firn.testkit.engine.PreparedEngines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/** Runs a benchmark by its name. */
public final class Bench {
  private static final String USAGE =
      """
      usage: bench/run NAME [NUMBER [RUNS]] [--json FILE] [--brief]
        ingest [ROWS [RUNS [RUNS_OF_ENGINES]]]
                                  log files into a table: Firn, DuckDB, Spark, Flink, and the
                                  limit, on five inputs (--brief: on one)
        profile [ROWS [RUNS]]     Firn beside DuckDB on one core and two, and where the time goes
        compact [ROWS [RUNS]]     Firn's compaction beside Spark's rewrite_data_files
        read [ROWS [RUNS]]        reading Firn's table beside one that Spark wrote at once
        growth [ROWS]             rows per CPU second as rows, partitions, files grow in number
        age [KNOWN [COMMITS]]     the same as known files and commits grow in number
        partitions [ROWS [RUNS]]  does the number of partitions cost anything?
        bigfile [MIB]             a file larger than the heap
        commit [COMMITS [RUNS]]   16 writers on one table, beside Iceberg's JdbcCatalog
        plan [FILES [CODEC]]      planning beside Iceberg's and pyiceberg's
        plan-process [FILES [RUNS]]  firn plan as a process, from its start to its end
        day [ROWS]                a simulated day: its files, and how long closing takes
      """;

  private static final int ROWS = 2_000_000;
  private static final int RUNS = 3;
  private static final int READ_RUNS = 5;
  private static final int INGEST_RUNS = 5;
  private static final long BIG_FILE_MIB = 2048;
  private static final int COMMITS = 480;
  private static final int DAY_ROWS = 10_000_000;
  private static final int AGE_FILES = 1_000;
  private static final int AGE_ROWS = 200_000;
  private static final int KNOWN_FILES = 10_000_000;
  private static final int PAST_COMMITS = 100_000;
  private static final int PLAN_FILES = 100_000;
  private static final int PROCESS_FILES = 1_000;
  private static final int PROCESSES = 10;
  private static final long READ_TARGET_BYTES = 2L << 20;

  private Bench() {}

  /** Runs the benchmark that the words name; exit code 1 if it found what must not be. */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    Words words = Words.of(args);
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "firn-bench-" + words.name());
    System.exit(run(words, folder) ? 0 : 1);
  }

  private static boolean run(Words words, Path folder)
      throws IOException, InterruptedException, SQLException {
    int rows = (int) words.number(0, ROWS);
    int runs = (int) words.number(1, RUNS);
    switch (words.name()) {
      case "partitions" -> {
        return new PartitionsBench(folder, rows, runs).run();
      }
      case "commit" -> {
        return new CommitBench(folder, (int) words.number(0, COMMITS), runs, true).run();
      }
      case "bigfile" -> {
        return new BigFileBench(folder, words.number(0, BIG_FILE_MIB) << 20).run();
      }
      case "plan" -> {
        int files = (int) words.number(0, PLAN_FILES);
        boolean same = new PlanBench(files, words.word(1, "zstd")).run();
        new PyIcebergPlans(folder, files).run();
        return same;
      }
      case "plan-process" -> {
        int files = (int) words.number(0, PROCESS_FILES);
        int processes = (int) words.number(1, PROCESSES);
        return new PlanProcessBench(folder, files, processes, launcher()).run();
      }
      case "day" -> {
        IngestBench.deleteTree(folder);
        return new DayBench(folder, (int) words.number(0, DAY_ROWS)).run();
      }
      case "growth" -> growth(words, folder);
      case "age" -> age(words, folder);
      case "ingest", "compact", "read" -> withPeers(words, folder);
      case "profile" -> {
        Files.createDirectories(folder);
        new IngestBench(folder, rows, runs, launcher()).run(2);
      }
      default -> {
        System.err.print(USAGE);
        System.exit(2);
      }
    }
    return true;
  }

  private static void growth(Words words, Path folder) throws IOException, InterruptedException {
    try (Report report = new Report(words.name(), System.out, words.json())) {
      new GrowthBench(folder, words.number(0, ROWS), launcher()).run(report);
    }
  }

  private static void age(Words words, Path folder) throws IOException, InterruptedException {
    try (Report report = new Report(words.name(), System.out, words.json())) {
      AgeBench bench = new AgeBench(folder, AGE_FILES, AGE_ROWS, launcher());
      bench.ledger((int) words.number(0, KNOWN_FILES), report);
      bench.history((int) words.number(1, PAST_COMMITS), report);
    }
  }

  private static Optional<Path> launcher() {
    return Optional.ofNullable(System.getProperty("firn.launcher")).map(Path::of);
  }

  private static void withPeers(Words words, Path folder)
      throws IOException, InterruptedException, SQLException {
    PreparedEngines engines = engines(folder);
    engines.prepare();
    int rows = (int) words.number(0, ROWS);
    try (Report report = new Report(words.name(), System.out, words.json())) {
      switch (words.name()) {
        case "compact" ->
            new CompactBench(folder, rows, (int) words.number(1, RUNS)).run(engines, report);
        case "ingest" -> {
          int runs = (int) words.number(1, INGEST_RUNS);
          IngestComparison.Sizes sizes =
              new IngestComparison.Sizes(rows, runs, (int) words.number(2, runs), !words.isBrief());
          new IngestComparison(folder, sizes, launcher()).run(engines, report);
        }
        default ->
            new ReadBench(folder, rows, (int) words.number(1, READ_RUNS), READ_TARGET_BYTES)
                .run(engines, report);
      }
    }
  }

  /** The engines of the project's folder; logs and leavings go beside the benchmark's folder. */
  private static PreparedEngines engines(Path folder) throws IOException {
    Path root = Path.of(System.getProperty("firn.root", "."));
    Path leavings = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-log"));
    return new PreparedEngines(root, leavings, leavings);
  }
}
