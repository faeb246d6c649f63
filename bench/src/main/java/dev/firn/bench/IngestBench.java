package dev.firn.bench;

import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Rows per CPU second of {@code firn run --once}, beside DuckDB on the same files: 30-second files
 * of 20 producers, 300 actions. Firn's clock stops when all rows are committed.
 *
 * <p>Firn writes a file per partition of the table's own spec, in a table with a ledger; DuckDB
 * writes a file per partition too, and nothing that says which files belong together.
 */
final class IngestBench {
  private static final int PRODUCERS = 20;
  private static final int FILES = 600;
  private static final int ACTIONS = 300;

  private final Path folder;
  private final int rowsPerFile;
  private final int runs;
  private final Optional<Path> launcher;

  /**
   * @param folder scratch, with room for the input and the output of a run
   * @param rows about so many, in 600 files
   * @param runs of each program on each number of cores
   * @param launcher the {@code firn} script
   */
  IngestBench(Path folder, int rows, int runs, Optional<Path> launcher) {
    this.folder = folder;
    this.rowsPerFile = Math.max(1, rows / FILES);
    this.runs = runs;
    this.launcher = launcher;
  }

  /**
   * Runs and prints.
   *
   * @param coresMax 1 or 2: on one core, or on one and then on two
   */
  void run(int coresMax) throws IOException, InterruptedException {
    Replay.Written input = generate();
    long rows = (long) rowsPerFile * FILES;
    System.out.printf(
        Locale.ROOT,
        "%,d rows of %d bytes in %d files: %d MB, %d MB as gzip; load before: %s%n",
        rows,
        input.rawBytes() / rows,
        FILES,
        input.rawBytes() / 1_000_000,
        input.bytes() / 1_000_000,
        load());
    System.out.println(
        "| cores | program | rows per CPU second | wall s | peak MiB | Firn : DuckDB |");
    System.out.println("|---|---|---|---|---|---|");
    for (int cores = 1; cores <= coresMax; cores++) {
      compare(cores, rows);
    }
    profile(coresMax, rows);
    System.out.println("load after: " + load());
  }

  private void compare(int cores, long rows) throws IOException, InterruptedException {
    List<FirnProcess.Result> firn = new ArrayList<>();
    List<FirnProcess.Result> duckdb = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      firn.add(checked(rows, firn(new FirnProcess.Launch(taskset(cores), launcher, List.of()))));
      duckdb.add(checked(rows, duckdb(cores)));
    }
    double ratio =
        median(firn, FirnProcess.Result::rowsPerCpuSecond)
            / median(duckdb, FirnProcess.Result::rowsPerCpuSecond);
    print(cores, "firn run --once", firn, String.format(Locale.ROOT, "%.2f", ratio));
    print(cores, "DuckDB", duckdb, "");
  }

  private static void print(
      int cores, String program, List<FirnProcess.Result> results, String ratio) {
    System.out.printf(
        Locale.ROOT,
        "| %d | %s | %,.0f | %.1f | %.0f | %s |%n",
        cores,
        program,
        median(results, FirnProcess.Result::rowsPerCpuSecond),
        median(results, FirnProcess.Result::wallSeconds),
        median(results, result -> result.peakResidentBytes() / 1048576.0),
        ratio);
  }

  private void profile(int cores, long rows) throws IOException, InterruptedException {
    Path stacks = folder.resolve("stacks.txt");
    Files.deleteIfExists(stacks);
    List<String> flags = List.of(StackProfile.agentFlag(folder, stacks));
    FirnProcess.Launch launch = new FirnProcess.Launch(taskset(cores), launcher, flags);
    FirnProcess.Result result = checked(rows, firn(launch));
    System.out.printf(
        Locale.ROOT,
        "%nwhere Firn's %.1f CPU seconds went (cores: %d):%n%n",
        result.cpuSeconds(),
        cores);
    System.out.println(StackProfile.read(stacks).table());
  }

  private Replay.Written generate() throws IOException, InterruptedException {
    Path incoming = incoming();
    GeneratorPlan plan =
        GeneratorPlan.of(1, LocalDate.now(ZoneOffset.UTC).minusDays(1))
            .withProducers(PRODUCERS)
            .withPeriods(Duration.ofSeconds(30), FILES / PRODUCERS)
            .withRowsPerFile(rowsPerFile)
            .withActions(ACTIONS, 1.1);
    LogGenerator generator = new LogGenerator(plan);
    deleteTree(incoming);
    return new Replay(generator, incoming, Pacer.atOnce(), new Replay.Listener() {})
        .run(generator.files());
  }

  private Path incoming() {
    return folder.resolve("incoming");
  }

  private FirnProcess.Result firn(FirnProcess.Launch launch)
      throws IOException, InterruptedException {
    Path work = folder.resolve("firn");
    deleteTree(work);
    Files.createDirectories(work);
    Path pipeline =
        Files.writeString(
            work.resolve("pipeline.yaml"),
            """
            table: bench.actions
            source:
              folder: ../incoming
              pattern: "%s"
              settle: 0s
            event-time: {column: ts}
            partition: [days(ts), action]
            storage: {fsync: false}
            %s"""
                .formatted(LogSchema.PATH_PATTERN, LogSchema.YAML));
    FirnProcess.Result result = FirnProcess.runOnce(pipeline, launch);
    deleteTree(work);
    return result;
  }

  private FirnProcess.Result duckdb(int cores) throws IOException, InterruptedException {
    Path target = folder.resolve("duckdb");
    deleteTree(target);
    FirnProcess.Result result = DuckDbIngest.run(taskset(cores), incoming(), target, cores);
    deleteTree(target);
    return result;
  }

  private static List<String> taskset(int cores) {
    return List.of("taskset", "-c", cores == 1 ? "0" : "0,1");
  }

  private static FirnProcess.Result checked(long rows, FirnProcess.Result result) {
    if (result.rows() != rows) {
      throw new IllegalStateException("wrote " + result.rows() + " rows of " + rows);
    }
    return result;
  }

  private static double median(
      List<FirnProcess.Result> results, ToDoubleFunction<FirnProcess.Result> figure) {
    double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** What runs on the machine besides: processes that want a core, averaged over a minute. */
  private static double load() {
    return java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Deletes a folder with all that is in it, if it is there. */
  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
