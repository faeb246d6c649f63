package dev.firn.bench;

import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The same number of rows with 30 and with 3,000 partitions in the default spec, in a heap of 512
 * MiB: landing must cost the same, within 20 %.
 */
final class PartitionsBench {
  private static final int FEW = 30;
  private static final int MANY = 3_000;
  private static final int ROWS_PER_FILE = 4_000;
  private static final int PRODUCERS = 20;
  private static final double TOLERANCE = 0.20;
  private static final List<String> FLAGS =
      List.of("-Xmx512m", "-XX:+UseParallelGC", "-Xshare:auto");

  private final Path folder;
  private final int rows;
  private final int runs;

  PartitionsBench(Path folder, int rows, int runs) {
    this.folder = folder;
    this.rows = rows;
    this.runs = runs;
  }

  /** Runs and prints; whether the ratio is within the tolerance. */
  boolean run() throws IOException, InterruptedException {
    long generatedFew = generate(FEW);
    long generatedMany = generate(MANY);
    List<FirnProcess.Result> few = new ArrayList<>();
    List<FirnProcess.Result> many = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      few.add(ingest(FEW, i, generatedFew));
      many.add(ingest(MANY, i, generatedMany));
    }
    print(FEW, few);
    print(MANY, many);
    double ratio = median(many) / median(few);
    System.out.printf(
        Locale.ROOT,
        "rows per CPU second with %,d partitions are %.2f of those with %d (at least %.2f wanted)%n",
        MANY,
        ratio,
        FEW,
        1 - TOLERANCE);
    return ratio >= 1 - TOLERANCE;
  }

  private long generate(int actions) throws IOException, InterruptedException {
    Path incoming = folder.resolve("in-" + actions + "-" + rows);
    int files = Math.max(1, rows / ROWS_PER_FILE);
    int producers = Math.min(PRODUCERS, files);
    GeneratorPlan plan =
        GeneratorPlan.of(1, LocalDate.now(ZoneOffset.UTC).minusDays(1))
            .withProducers(producers)
            .withPeriods(java.time.Duration.ofSeconds(30), files / producers)
            .withRowsPerFile(Math.min(rows, ROWS_PER_FILE))
            .withActions(actions, 0.5);
    LogGenerator generator = new LogGenerator(plan);
    if (!Files.exists(incoming)) {
      new Replay(generator, incoming, Pacer.atOnce(), new Replay.Listener() {})
          .run(generator.files());
    }
    return generator.files().stream().mapToLong(file -> file.truth().rows()).sum();
  }

  private FirnProcess.Result ingest(int actions, int run, long expectedRows)
      throws IOException, InterruptedException {
    Path work = folder.resolve("run-" + actions + "-" + run);
    deleteTree(work);
    Files.createDirectories(work);
    Path pipeline =
        Files.writeString(
            work.resolve("pipeline.yaml"),
            """
            table: bench.actions
            source:
              folder: ../in-%d-%d
              pattern: "%s"
              settle: 0s
            event-time: {column: ts}
            partition: [days(ts), action]
            storage: {fsync: false}
            %s"""
                .formatted(actions, rows, LogSchema.PATH_PATTERN, LogSchema.YAML));
    FirnProcess.Result result = FirnProcess.runOnce(pipeline, FirnProcess.Launch.ofFlags(FLAGS));
    deleteTree(work);
    if (result.rows() != expectedRows) {
      throw new IllegalStateException("wrote " + result.rows() + " rows of " + expectedRows);
    }
    return result;
  }

  private static void print(int actions, List<FirnProcess.Result> results) {
    long peak = results.stream().mapToLong(FirnProcess.Result::peakResidentBytes).max().orElse(0);
    double wall =
        results.stream()
            .mapToDouble(FirnProcess.Result::wallSeconds)
            .sorted()
            .toArray()[results.size() / 2];
    System.out.printf(
        Locale.ROOT,
        "%,5d partitions: %,d rows, median %,.0f rows per CPU second, %.1f s wall, peak resident %d MiB, -Xmx512m%n",
        actions,
        results.get(0).rows(),
        median(results),
        wall,
        peak >> 20);
  }

  private static double median(List<FirnProcess.Result> results) {
    double[] sorted =
        results.stream().mapToDouble(FirnProcess.Result::rowsPerCpuSecond).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
