package dev.firn.bench;

import dev.firn.bench.day.DayBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Runs a benchmark by its name. */
public final class Bench {
  private static final String USAGE =
      "usage: bench/run ingest|partitions [ROWS [RUNS]], bench/run bigfile [MIB], bench/run day [ROWS],"
          + " bench/run commit [COMMITS [RUNS]], or bench/run plan [FILES [CODEC]]";

  private static final long BIG_FILE_MIB = 2048;
  private static final int COMMITS = 480;
  private static final int DAY_ROWS = 10_000_000;
  private static final int PLAN_FILES = 100_000;

  private Bench() {}

  /**
   * {@code ingest [rows [runs]]}: rows per CPU second beside DuckDB, and a profile. {@code
   * partitions [rows [runs]]}: does the number of partitions cost anything? {@code bigfile [MiB]}:
   * a file larger than the heap. {@code commit [commits [runs]]}: 16 writers on one table, beside
   * Iceberg's JdbcCatalog. {@code day [rows]}: a simulated day, its files and its closing. {@code
   * plan [files [codec]]}: planning beside Iceberg's, by default 100,000 files and zstd manifests.
   */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    List<String> words = List.of(args);
    String name = words.isEmpty() ? "" : words.get(0);
    int rows = words.size() > 1 ? Integer.parseInt(words.get(1)) : 2_000_000;
    int runs = words.size() > 2 && !name.equals("plan") ? Integer.parseInt(words.get(2)) : 3;
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "firn-bench-" + name);
    switch (name) {
      case "partitions" -> System.exit(new PartitionsBench(folder, rows, runs).run() ? 0 : 1);
      case "day" -> {
        IngestBench.deleteTree(folder);
        int dayRows = words.size() > 1 ? rows : DAY_ROWS;
        System.exit(new DayBench(folder, dayRows).run() ? 0 : 1);
      }
      case "commit" -> {
        int commits = words.size() > 1 ? rows : COMMITS;
        System.exit(new CommitBench(folder, commits, runs, true).run() ? 0 : 1);
      }
      case "bigfile" -> {
        long mebibytes = words.size() > 1 ? Long.parseLong(words.get(1)) : BIG_FILE_MIB;
        System.exit(new BigFileBench(folder, mebibytes << 20).run() ? 0 : 1);
      }
      case "plan" -> {
        int files = words.size() > 1 ? rows : PLAN_FILES;
        String codec = words.size() > 2 ? words.get(2) : "zstd";
        System.exit(new PlanBench(files, codec).run() ? 0 : 1);
      }
      case "ingest" -> {
        Files.createDirectories(folder);
        Optional<Path> launcher =
            Optional.ofNullable(System.getProperty("firn.launcher")).map(Path::of);
        new IngestBench(folder, rows, runs, launcher).run(2);
      }
      default -> {
        System.err.println(USAGE);
        System.exit(2);
      }
    }
  }
}
