package dev.firn.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Runs a benchmark by its name. */
public final class Bench {
  private static final String USAGE =
      "usage: bench/run ingest|partitions [ROWS [RUNS]], bench/run bigfile [MIB],"
          + " bench/run commit [COMMITS [RUNS]], bench/run plan [FILES [CODEC]],"
          + " or bench/run plan-process [FILES [RUNS]]";

  private static final long BIG_FILE_MIB = 2048;
  private static final int COMMITS = 480;
  private static final int PLAN_FILES = 100_000;
  private static final int PROCESS_FILES = 1_000;
  private static final int PROCESSES = 10;

  private Bench() {}

  /**
   * {@code ingest [rows [runs]]}: rows per CPU second beside DuckDB, and a profile. {@code
   * partitions [rows [runs]]}: does the number of partitions cost anything? {@code bigfile [MiB]}:
   * a file larger than the heap. {@code commit [commits [runs]]}: 16 writers on one table, beside
   * Iceberg's JdbcCatalog. {@code plan [files [codec]]}: planning beside Iceberg's, by default
   * 100,000 files and zstd manifests; pyiceberg's too, where {@code $FIRN_PYTHON} or python3 has
   * it. {@code plan-process [files [runs]]}: {@code firn plan} as a process, from its start to its
   * end.
   */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    List<String> words = List.of(args);
    String name = words.isEmpty() ? "" : words.get(0);
    int rows = words.size() > 1 ? Integer.parseInt(words.get(1)) : 2_000_000;
    int runs = words.size() > 2 && !name.equals("plan") ? Integer.parseInt(words.get(2)) : 3;
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "firn-bench-" + name);
    switch (name) {
      case "partitions" -> System.exit(new PartitionsBench(folder, rows, runs).run() ? 0 : 1);
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
        boolean same = new PlanBench(files, codec).run();
        new PyIcebergPlans(folder, files).run();
        System.exit(same ? 0 : 1);
      }
      case "plan-process" -> {
        int files = words.size() > 1 ? rows : PROCESS_FILES;
        int processes = words.size() > 2 ? runs : PROCESSES;
        Optional<Path> launcher =
            Optional.ofNullable(System.getProperty("firn.launcher")).map(Path::of);
        System.exit(new PlanProcessBench(folder, files, processes, launcher).run() ? 0 : 1);
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
