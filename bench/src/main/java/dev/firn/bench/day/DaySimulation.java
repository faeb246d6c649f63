package dev.firn.bench.day;

import dev.firn.pipeline.DayDesk;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;

/**
 * One day of 20 producers and the first part of the next, ingested by the pipeline itself under a
 * clock that goes on when a minute's files are in the table. Only the waits are simulated.
 */
final class DaySimulation {
  static final int PRODUCERS = 20;
  static final int ACTIONS = 300;
  static final long TARGET_BYTES = 8L << 20;
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final int PERIODS_A_MINUTE = 2;
  private static final int MINUTES = 1440;
  private static final int LATENESS_MINUTES = 15;

  /** The next day goes on at this pace while the first one closes: faster than real time. */
  private static final long NEXT_DAY_MINUTE_MILLIS = 2_000;

  private static final long READY_WITHIN_MILLIS = 300_000;
  private static final long LOOK_NANOS = 2_000_000;

  private final Path folder;
  private final int rowsPerFile;
  private final LocalDate day;
  private final SimulatedClock clock;
  private final TableGauge gauge = new TableGauge();
  private long written;

  /**
   * What was measured.
   *
   * @param rows of the day
   * @param gauge files and bytes
   * @param filesAtEnd data files alive at midnight, before closing
   * @param stages wall time from the end of the wait for late files, in order
   * @param seconds wall time of the whole day's ingest
   */
  record Result(long rows, TableGauge gauge, long filesAtEnd, List<Stage> stages, double seconds) {}

  /** A phase and when it was first seen, in milliseconds since the wait for late files ended. */
  record Stage(String phase, long millis) {}

  DaySimulation(Path folder, int rowsPerFile, LocalDate day) {
    this.folder = folder;
    this.rowsPerFile = rowsPerFile;
    this.day = day;
    this.clock = new SimulatedClock(day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  /** Runs it; what it wrote stays. */
  Result run() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("incoming"));
    PipelineConfig config = PipelineConfig.load(pipelineFile());
    Environment real = Environment.system();
    Environment environment =
        new Environment(
            clock, real.ids(), real.storage(), real.pointers(), real.sources(), real.notices());
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      TableOperations operations = table.operations();
      new BaseTable(operations, table.name())
          .updateProperties()
          .set(TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, Long.toString(TARGET_BYTES))
          .commit();
      Pipeline pipeline = new Pipeline(table, environment, false);
      CompletableFuture<Void> running = CompletableFuture.runAsync(() -> runQuietly(pipeline));
      try {
        return simulate(table, new DayDesk(table, environment), pipeline, running);
      } finally {
        pipeline.stop();
        running.handle((done, failure) -> done).join();
      }
    }
  }

  private Result simulate(
      OpenedTable table, DayDesk desk, Pipeline pipeline, CompletableFuture<Void> running)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    ingest(table, pipeline, running, day, 0, MINUTES);
    double seconds = (System.nanoTime() - begin) / 1e9;
    long filesAtEnd = gauge.filesNow();
    LocalDate next = day.plusDays(1);
    ingest(table, pipeline, running, next, 0, LATENESS_MINUTES);
    long closed = System.nanoTime();
    List<Stage> stages = new ArrayList<>();
    int minute = LATENESS_MINUTES;
    String phase = "";
    long nextMinute = closed;
    while (!phase.equals("published")) {
      check(running);
      if (System.nanoTime() >= nextMinute) {
        ingest(table, pipeline, running, next, minute, minute + 1);
        minute++;
        nextMinute += NEXT_DAY_MINUTE_MILLIS * 1_000_000;
      }
      String now = desk.day(day.toString()).phase();
      long millis = (System.nanoTime() - closed) / 1_000_000;
      if (!now.equals(phase)) {
        stages.add(new Stage(now, millis));
        phase = now;
      }
      if (millis > READY_WITHIN_MILLIS) {
        throw new IllegalStateException("the day is " + phase + " after " + millis + " ms");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    gauge.look(table.refresh());
    long rows = (long) rowsPerFile * PRODUCERS * PERIODS_A_MINUTE * MINUTES;
    return new Result(rows, gauge, filesAtEnd, List.copyOf(stages), seconds);
  }

  /** Lets minutes go by: their files arrive, are read, the minute ends, they are committed. */
  private void ingest(
      OpenedTable table,
      Pipeline pipeline,
      CompletableFuture<Void> running,
      LocalDate of,
      int first,
      int end)
      throws IOException, InterruptedException {
    LogGenerator generator =
        new LogGenerator(
            GeneratorPlan.of(of.getDayOfMonth(), of)
                .withProducers(PRODUCERS)
                .withPeriods(PERIOD, end * PERIODS_A_MINUTE)
                .withRowsPerFile(rowsPerFile)
                .withActions(ACTIONS, 1.1));
    List<GeneratedFile> files =
        generator.files().stream().sorted(Comparator.comparingLong(GeneratedFile::number)).toList();
    int aMinute = PRODUCERS * PERIODS_A_MINUTE;
    Replay replay =
        new Replay(generator, folder.resolve("incoming"), Pacer.atOnce(), new Replay.Listener() {});
    for (int minute = first; minute < end; minute++) {
      replay.run(files.subList(minute * aMinute, (minute + 1) * aMinute));
      written += aMinute;
      await(running, () -> pipeline.progress().filesRead() >= written);
      clock.advance(Duration.ofMinutes(1));
      await(running, () -> pipeline.progress().filesCommitted() >= written);
      gauge.look(table.refresh());
      if (minute % 120 == 0) {
        System.err.printf(
            Locale.ROOT, "%s minute %d: %d data files%n", of, minute, gauge.filesNow());
      }
    }
  }

  private static void await(CompletableFuture<Void> running, BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      check(running);
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static void check(CompletableFuture<Void> running) {
    if (running.isDone()) {
      running.join();
      throw new IllegalStateException("the pipeline ended");
    }
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
        table: bench.actions
        source:
          folder: incoming
          pattern: "%s"
          settle: 0s
        event-time: {column: ts}
        partition: [days(ts), action]
        commit: {interval: 60s}
        day: {lateness: %dm, check: 100ms, first: "%s"}
        storage: {fsync: false}
        %s"""
            .formatted(LogSchema.PATH_PATTERN, LATENESS_MINUTES, day, LogSchema.YAML));
  }
}
