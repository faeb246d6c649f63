package dev.firn.cli.demo;

import dev.firn.cli.Output;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Oracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.PropertyUtil;

/** Three days in a minute: everything that can go wrong does, and each day is signalled once. */
final class Days {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Duration LATENESS = Duration.ofHours(3);
  private static final int ACTIONS = 30;
  private static final double KILL_AT = 0.4;
  private static final long REAL_WAIT_MILLIS = 180_000;
  private static final long LOOK_MILLIS = 100;

  private final Settings settings;
  private final Consumer<String> say;
  private final Instant begin;
  private final Duration length;
  private final double speed;

  /**
   * What is run.
   *
   * @param day the first day
   * @param days how many
   * @param seconds how long they take
   */
  record Settings(
      Path folder,
      long seed,
      int producers,
      int rowsPerFile,
      int seconds,
      LocalDate day,
      int days,
      ZoneId zone) {}

  Days(Settings settings, Consumer<String> say) {
    this.settings = settings;
    this.say = say;
    this.begin = settings.day().atStartOfDay(settings.zone()).toInstant();
    this.length = Duration.between(begin, start(settings.days()));
    this.speed = length.toSeconds() / (double) settings.seconds();
  }

  private Instant start(int day) {
    return settings.day().plusDays(day).atStartOfDay(settings.zone()).toInstant();
  }

  Books.Balance run() throws IOException, InterruptedException {
    DemoFolder.prepare(settings.folder());
    Files.createDirectories(settings.folder().resolve("notices"));
    Path file = writePipelineFile();
    PipelineConfig config = PipelineConfig.load(file);
    TableSetup.openOrCreate(config, Environment.system()).close();
    DemoClock clock = new DemoClock(System.currentTimeMillis(), begin, speed);
    Uploads uploads = uploads(clock);
    describe(uploads);
    try (OpenedTable table = OpenedTable.open(config, DemoIngester.environment(clock));
        DayWatch watch = new DayWatch(config, clock, settings.zone(), say)) {
      watch.start();
      play(table, clock, uploads, watch);
      say.accept("reading the table back with Iceberg's own reader");
      table.refresh();
      return Books.compare(
          table,
          new Oracle(uploads.files(), Oracle.OnOverwrite.REJECT),
          OptionalLong.of(batchFiles(table)));
    }
  }

  private Uploads uploads(DemoClock clock) {
    GeneratorPlan plan =
        GeneratorPlan.of(settings.seed(), settings.day())
            .withZone(settings.zone())
            .withProducers(settings.producers())
            .withPeriods(PERIOD, (int) length.dividedBy(PERIOD))
            .withRowsPerFile(settings.rowsPerFile())
            .withActions(ACTIONS, 1.1)
            .withFaults(Faults.mix());
    Duration thirdDay = Duration.between(begin, start(2));
    Uploads.Silence silence =
        new Uploads.Silence(
            producer(settings.producers()), thirdDay.minusHours(3), thirdDay.plusHours(6));
    String latecomer = settings.day().toString().replace('-', '/') + "/10/" + producer(1) + "-";
    return new Uploads(new LogGenerator(plan), settings.folder(), clock, silence, latecomer);
  }

  private static String producer(int number) {
    return "web-" + (number < 10 ? "0" : "") + number;
  }

  private void describe(Uploads uploads) {
    String hours =
        IntStream.range(0, settings.days())
            .mapToObj(i -> String.valueOf(Duration.between(start(i), start(i + 1)).toHours()))
            .collect(Collectors.joining(", "));
    say.accept(
        settings.days()
            + " days of "
            + settings.zone()
            + " from "
            + settings.day()
            + " on, of "
            + hours
            + " hours, in about "
            + settings.seconds()
            + " s; seed "
            + settings.seed());
    say.accept(
        settings.producers()
            + " producers upload a file a minute: "
            + Output.count(uploads.files().size())
            + " uploads; the notices of "
            + uploads.lostNotices()
            + " get lost, many are late, some broken");
  }

  private void play(OpenedTable table, DemoClock clock, Uploads uploads, DayWatch watch)
      throws IOException, InterruptedException {
    Process ingester = startIngester(clock);
    try {
      CompletableFuture<Void> uploading =
          CompletableFuture.runAsync(
              () -> {
                try {
                  uploads.run(table, () -> clock.elapsed().compareTo(length.multipliedBy(4)) > 0);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      clock.waitUntil(Duration.ofMillis((long) (length.toMillis() * KILL_AT)));
      ingester.destroyForcibly().waitFor();
      watch.say("the ingester is killed (kill -9) and started again");
      ingester = startIngester(clock);
      uploading.get();
      watch.say("all files are uploaded");
      await(table, ingester, watch, new Oracle(uploads.files(), Oracle.OnOverwrite.REJECT));
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      ingester.destroy();
      if (!ingester.waitFor(REAL_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        ingester.destroyForcibly();
      }
    }
  }

  private Process startIngester(DemoClock clock) throws IOException {
    long nowMillis = System.currentTimeMillis();
    Instant now = clock.instant();
    Path log = settings.folder().resolve("ingester.log");
    List<String> flags =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-agent"))
            .toList();
    return new ProcessBuilder(
            DemoIngester.command(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                flags,
                List.of(
                    settings.folder().resolve("pipeline.yaml").toString(),
                    Long.toString(nowMillis),
                    now.toString(),
                    Double.toString(speed))))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /** Waits until every file is in the books and every day published with all its rows. */
  private void await(OpenedTable table, Process ingester, DayWatch watch, Oracle oracle)
      throws InterruptedException {
    Oracle.Totals totals = oracle.totals();
    long end = System.nanoTime() + REAL_WAIT_MILLIS * 1_000_000;
    while (System.nanoTime() < end && ingester.isAlive()) {
      Optional<LedgerRoot> head = table.head();
      boolean allIn =
          head.isPresent()
              && head.get().totals().of(FileStatus.INGESTED).files() >= totals.ingested()
              && head.get().totals().of(FileStatus.REJECTED).files() >= totals.rejected();
      List<DayDesk.Line> days = watch.days();
      boolean published =
          days.stream().filter(day -> isGenerated(day.day())).count() == settings.days()
              && days.stream()
                  .filter(day -> isGenerated(day.day()))
                  .allMatch(day -> day.phase().equals("published") && !day.lateRows());
      if (allIn && published) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    watch.say("not everything came to its end in time; see ingester.log");
  }

  private boolean isGenerated(String day) {
    LocalDate date = LocalDate.parse(day);
    return !date.isBefore(settings.day())
        && date.isBefore(settings.day().plusDays(settings.days()));
  }

  /** What one batch write makes of the same rows: the partitions' bytes in files of the target. */
  private static long batchFiles(OpenedTable opened) throws IOException {
    Table table = opened.catalog().loadTable(TableIdentifier.parse(opened.name()));
    long target =
        PropertyUtil.propertyAsLong(
            table.properties(),
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT);
    Map<String, Long> bytes = new HashMap<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(
          task ->
              bytes.merge(
                  task.spec().partitionToPath(task.file().partition()),
                  task.file().fileSizeInBytes(),
                  Long::sum));
    }
    return bytes.values().stream().mapToLong(each -> (each + target - 1) / target).sum();
  }

  private Path writePipelineFile() throws IOException {
    String producers =
        IntStream.rangeClosed(1, settings.producers())
            .mapToObj(Days::producer)
            .collect(Collectors.joining(", "));
    return Files.writeString(
        settings.folder().resolve("pipeline.yaml"),
        """
        # Written by firn demo. A day goes by in some seconds: waits that are minutes elsewhere are hours here.
        table: logs.actions
        catalog:
          uri: sqlite:firn.db
        warehouse: warehouse
        source:
          folder: incoming
          notices: notices
          pattern: "%s"
          path-zone: %s
        event-time:
          column: ts
        day:
          zone: %s
          column: local_day
          producers: [%s]
          lateness: %dh
          gather: 2h
          give-up: 90d
          check: 100ms
          first: "%s"
        transform:
          - derive: {local_day: "local_date(ts, '%s')"}
        partition:
          - local_day
          - action
        commit:
          interval: 30m
        compaction:
          after-files: 32
        storage:
          fsync: false        # a demonstration need not survive a power cut
        %s  - {name: local_day, type: date}
        """
            .formatted(
                LogSchema.PATH_PATTERN,
                settings.zone(),
                settings.zone(),
                producers,
                LATENESS.toHours(),
                settings.day(),
                settings.zone(),
                LogSchema.YAML));
  }
}
