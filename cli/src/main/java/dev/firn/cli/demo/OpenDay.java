package dev.firn.cli;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.FileTotals;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.generate.FaultMix;
import dev.firn.testkit.generate.FileKind;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Oracle;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import dev.firn.testkit.generate.RowAudit;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.iceberg.Snapshot;

/** The demo: generator and pipeline side by side, then the books are compared. */
final class Demo {
  private static final String MARKER = ".firn-demo";

  /** Shares of odd files, a little higher than a bad week has them. */
  private static final Map<FileKind, Double> FAULTS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(FileKind.LATE, 0.02),
              Map.entry(FileKind.NOTICE_TWICE, 0.01),
              Map.entry(FileKind.COPY, 0.002),
              Map.entry(FileKind.OVERWRITE, 0.002),
              Map.entry(FileKind.BAD_CHECKSUM, 0.002),
              Map.entry(FileKind.TRUNCATED, 0.002),
              Map.entry(FileKind.REPAIRED, 0.002),
              Map.entry(FileKind.ZERO_BYTES, 0.005),
              Map.entry(FileKind.NO_ROWS, 0.003),
              Map.entry(FileKind.BAD_ROWS, 0.02),
              Map.entry(FileKind.MANY_MEMBERS, 0.02),
              Map.entry(FileKind.ZSTD, 0.05),
              Map.entry(FileKind.PLAIN, 0.02),
              Map.entry(FileKind.CRLF, 0.005),
              Map.entry(FileKind.HIDDEN, 0.003),
              Map.entry(FileKind.TEMPORARY, 0.003)));

  /** What is run. */
  record Settings(
      Path folder, long seed, int producers, int rowsPerFile, int seconds, LocalDate day) {}

  /** A line of the books. */
  record Line(String what, long expected, long found, String source) {
    boolean ok() {
      return expected == found;
    }
  }

  /** The books at the end. */
  record Balance(
      boolean ok,
      List<Line> lines,
      long dataFiles,
      long commits,
      long lostRows,
      long doubledRows,
      List<String> examples) {
    void print() {
      Output.line("");
      Output.line("%-18s %25s %25s   %s", "", "generated", "found", "found by");
      for (Line line : lines) {
        Output.line(
            "%-18s %25s %25s   %s%s",
            line.what(),
            Output.count(line.expected()),
            Output.count(line.found()),
            line.source(),
            line.ok() ? "" : "   <-- WRONG");
      }
      Output.line("%-18s %25s %25s   %s", "rows lost", "", Output.count(lostRows), "row by row");
      Output.line(
          "%-18s %25s %25s   %s", "rows doubled", "", Output.count(doubledRows), "row by row");
      Output.line(
          "%-18s %25s %25s   in %s commits",
          "data files", "", Output.count(dataFiles), Output.count(commits));
      examples.forEach(example -> Output.line("  %s", example));
    }
  }

  private final Settings settings;
  private final Consumer<String> say;

  Demo(Settings settings, Consumer<String> say) {
    this.settings = settings;
    this.say = say;
  }

  Balance run() throws IOException, InterruptedException {
    prepareFolder();
    PipelineConfig config = PipelineConfig.load(writePipelineFile());
    GeneratorPlan plan =
        GeneratorPlan.of(settings.seed(), settings.day())
            .withProducers(settings.producers())
            .withRowsPerFile(settings.rowsPerFile())
            .withFaults(new FaultMix(FAULTS));
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
      return compare(table, new Oracle(files, Oracle.OnOverwrite.REJECT));
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

  private Balance compare(OpenedTable table, Oracle oracle) throws IOException {
    say.accept("reading the table back with Iceberg's own reader");
    Oracle.Totals expected = oracle.totals();
    LedgerRoot root = table.head().orElseThrow();
    FileTotals ingested = root.totals().of(FileStatus.INGESTED);
    FileTotals rejected = root.totals().of(FileStatus.REJECTED);
    RowAudit audit = oracle.audit();
    TableRows rows =
        TableRows.read(
            table.catalog().loadTable(TableRows.name(table.name())), "row_id", audit::add);
    RowAudit.Verdict verdict = audit.verdict();
    List<Line> lines =
        List.of(
            new Line("files ingested", expected.ingested(), ingested.files(), "the ledger"),
            new Line("files rejected", expected.rejected(), rejected.files(), "the ledger"),
            new Line("rows in", expected.rowsIn(), ingested.rowsIn(), "the ledger"),
            new Line(
                "rows rejected", expected.rowsRejected(), ingested.rowsRejected(), "the ledger"),
            new Line("rows written", expected.rowsWritten(), ingested.rowsWritten(), "the ledger"),
            new Line("rows in the table", expected.rowsWritten(), rows.count(), "Iceberg's reader"),
            new Line("sum of row_id", expected.idSum(), rows.sum(), "Iceberg's reader"));
    boolean ok = verdict.isRight() && lines.stream().allMatch(Line::ok);
    Snapshot snapshot = table.refresh().currentSnapshot();
    return new Balance(
        ok,
        lines,
        Long.parseLong(snapshot.summary().getOrDefault("total-data-files", "0")),
        table.operations().current().snapshots().size(),
        verdict.lost(),
        verdict.doubled() + verdict.alien(),
        verdict.examples());
  }

  private void prepareFolder() throws IOException {
    Path folder = settings.folder();
    if (Files.exists(folder) && !Files.exists(folder.resolve(MARKER))) {
      throw new FirnException(
          ErrorCode.USAGE,
          "the folder "
              + folder
              + " is there and no earlier demo made it; name another one with --dir");
    }
    if (Files.exists(folder)) {
      deleteTree(folder);
    }
    Files.createDirectories(folder.resolve("incoming"));
    Files.writeString(
        folder.resolve(MARKER),
        "made by firn demo, which deletes this folder when it runs again\n");
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

  static void deleteTree(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, java.io.IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
