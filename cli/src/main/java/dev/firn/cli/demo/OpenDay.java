package dev.firn.cli.demo;

import dev.firn.cli.Output;
import dev.firn.cli.ProgressPrinter;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Oracle;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One day that stays open: generator and pipeline side by side, then the books are compared. */
final class OpenDay {
  /** What is run. */
  record Settings(
      Path folder, long seed, int producers, int rowsPerFile, int seconds, LocalDate day) {}

  private final Settings settings;
  private final Consumer<String> say;

  OpenDay(Settings settings, Consumer<String> say) {
    this.settings = settings;
    this.say = say;
  }

  Books.Balance run() throws IOException, InterruptedException {
    DemoFolder.prepare(settings.folder());
    PipelineConfig config = PipelineConfig.load(writePipelineFile());
    GeneratorPlan plan =
        GeneratorPlan.of(settings.seed(), settings.day())
            .withProducers(settings.producers())
            .withRowsPerFile(settings.rowsPerFile())
            .withFaults(Faults.mix());
    LogGenerator generator = new LogGenerator(plan);
    List<GeneratedFile> files = generator.files();
    say.accept(
        settings.producers()
            + " producers upload a file every 30 seconds of "
            + settings.day()
            + ": "
            + Output.count(files.size())
            + " uploads in about "
            + settings.seconds()
            + " s, seed "
            + settings.seed());
    Environment environment = Environment.system();
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      ingest(table, environment, generator, files);
      say.accept("reading the table back with Iceberg's own reader");
      return Books.compare(
          table, new Oracle(files, Oracle.OnOverwrite.REJECT), OptionalLong.empty());
    }
  }

  private void ingest(
      OpenedTable table, Environment environment, LogGenerator generator, List<GeneratedFile> files)
      throws IOException, InterruptedException {
    Pipeline pipeline = new Pipeline(table, environment, false);
    CompletableFuture<Void> running = CompletableFuture.runAsync(() -> runQuietly(pipeline));
    boolean terminal = System.console() != null && System.getenv("TERM") != null;
    try (ProgressPrinter printer = new ProgressPrinter(pipeline::progress, System.err, terminal)) {
      upload(table, generator, files, running);
      say.accept("the day is over; everything that still arrives is being committed");
      awaitQuiet(pipeline, running);
      pipeline.stop();
      running.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FirnException f ? f : new IllegalStateException(e.getCause());
    }
  }

  /**
   * Uploads the first versions in their order, and beside them the second ones, each as soon as its
   * first one is committed: so both versions are seen, and nothing else has to wait.
   */
  private void upload(
      OpenedTable table,
      LogGenerator generator,
      List<GeneratedFile> files,
      CompletableFuture<Void> running)
      throws IOException, InterruptedException, ExecutionException {
    Path incoming = settings.folder().resolve("incoming");
    double speed = Duration.ofDays(1).toSeconds() / (double) settings.seconds();
    Replay.Listener waiting = waitForFirstVersion(table, incoming, running);
    CompletableFuture<Void> seconds =
        CompletableFuture.runAsync(
            () -> {
              try {
                new Replay(generator, incoming, Pacer.accelerated(speed), waiting)
                    .run(files.stream().filter(file -> file.upload() > 1).toList());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    new Replay(generator, incoming, Pacer.accelerated(speed), new Replay.Listener() {})
        .run(files.stream().filter(file -> file.upload() == 1).toList());
    seconds.get();
  }

  private static void runQuietly(Pipeline pipeline) {
    try {
      pipeline.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Both versions of a path are to be seen: the second is held back until the first is committed.
   */
  private static Replay.Listener waitForFirstVersion(
      OpenedTable table, Path incoming, CompletableFuture<Void> running) {
    return new Replay.Listener() {
      @Override
      public void beforeOverwrite(GeneratedFile file) {
        String location = Locations.canonical(incoming.resolve(file.path()).toString());
        FileKey key = new FileKey(location, Optional.of(dayOf(file)));
        while (!running.isDone()) {
          Optional<LedgerRoot> head = table.head();
          if (head.isPresent()
              && !table
                  .index()
                  .lookup(head.get(), List.of(key))
                  .getOrDefault(location, List.of())
                  .isEmpty()) {
            return;
          }
          LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
      }
    };
  }

  private static LocalDate dayOf(GeneratedFile file) {
    String[] parts = file.path().split("/", 4);
    return LocalDate.of(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  /** Waits until two sweeps have found nothing new. */
  private static void awaitQuiet(Pipeline pipeline, CompletableFuture<Void> running) {
    long quietSince = System.nanoTime();
    long seen = -1;
    while (!running.isDone()) {
      long now = pipeline.progress().filesCommitted() + pipeline.progress().filesKnown();
      if (now != seen || pipeline.progress().backlog() > 0) {
        seen = now;
        quietSince = System.nanoTime();
      }
      if (System.nanoTime() - quietSince > Duration.ofSeconds(4).toNanos()) {
        return;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }

  private Path writePipelineFile() throws IOException {
    return Files.writeString(
        settings.folder().resolve("pipeline.yaml"),
        """
        # Written by firn demo.
        table: logs.actions
        catalog:
          uri: sqlite:firn.db
        warehouse: warehouse
        source:
          folder: incoming
          pattern: "%s"
          settle: 0s          # the generator renames complete files into place
          sweep: 2s
        event-time:
          column: ts
        partition:
          - days(ts)
          - action
        commit:
          interval: 1s
        storage:
          fsync: false        # a demonstration need not survive a power cut
        %s"""
            .formatted(LogSchema.PATH_PATTERN, LogSchema.YAML));
  }
}
