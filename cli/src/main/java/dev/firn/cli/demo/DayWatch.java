package dev.firn.cli.demo;

import dev.firn.cli.Output;
import dev.firn.ledger.FileStatus;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Looks at the days as anybody can, and tells what is new. A thread of its own. */
final class DayWatch implements Runnable, AutoCloseable {
  private static final long PAUSE_MILLIS = 150;
  private static final Duration ASK_WHY_EVERY = Duration.ofMillis(700);
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(6);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT);

  private final PipelineConfig config;
  private final DemoClock clock;
  private final ZoneId zone;
  private final Consumer<String> out;
  private final Map<String, String> phases = new HashMap<>();
  private final Map<String, Integer> revisions = new HashMap<>();
  private final Set<String> reasons = new HashSet<>();
  private final Thread thread = new Thread(this, "firn-demo-days");
  private long askedNanos = System.nanoTime();
  private long printedNanos = System.nanoTime();
  private volatile List<DayDesk.Line> days = List.of();
  private volatile boolean closed;

  DayWatch(PipelineConfig config, DemoClock clock, ZoneId zone, Consumer<String> out) {
    this.config = config;
    this.clock = clock;
    this.zone = zone;
    this.out = out;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** The days as last seen. */
  List<DayDesk.Line> days() {
    return days;
  }

  /** A line with the demo's time before it. */
  void say(String line) {
    out.accept(TIME.format(clock.instant().atZone(zone)) + "  " + line);
  }

  @Override
  public void run() {
    Environment environment = DemoIngester.environment(clock);
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      DayDesk desk = new DayDesk(table, environment);
      while (!closed) {
        try {
          look(desk, table);
        } catch (RuntimeException e) {
          // What was read may have expired meanwhile: time goes by fast here.
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(DayDesk desk, OpenedTable table) {
    List<DayDesk.Line> now = desk.days();
    days = now;
    for (DayDesk.Line day : now) {
      int revision = day.revision().orElse(0);
      if (day.phase().equals("published") && revision > revisions.getOrDefault(day.day(), 0)) {
        revisions.put(day.day(), revision);
        say(
            "day "
                + day.day()
                + " is ready: revision "
                + revision
                + ", "
                + Output.count(day.rows().orElse(0L))
                + " rows in "
                + Output.count(day.files().orElse(0L))
                + " files");
      }
      String before = phases.put(day.day(), day.phase());
      if (day.phase().equals("closing") && !day.phase().equals(before)) {
        say("day " + day.day() + " is over: is everything in?");
      }
      if (day.phase().equals("closing") && since(askedNanos).compareTo(ASK_WHY_EVERY) > 0) {
        askedNanos = System.nanoTime();
        why(desk, day.day());
      }
    }
    if (since(printedNanos).compareTo(PROGRESS_EVERY) > 0) {
      printedNanos = System.nanoTime();
      progress(table);
    }
  }

  private void why(DayDesk desk, String day) {
    DayDesk.Answer answer = desk.why(day);
    answer
        .gaps()
        .silent()
        .forEach(
            producer -> {
              if (reasons.add(day + producer.name())) {
                say(
                    "day "
                        + day
                        + " waits: "
                        + producer.name()
                        + producer
                            .reached()
                            .map(at -> " is silent since " + TIME.format(at.atZone(zone)))
                            .orElse(" never reported"));
              }
            });
    if (answer.gaps().missingCount() > 0 && reasons.add(day + " files")) {
      say(
          "day "
              + day
              + " waits: "
              + Output.plural(answer.gaps().missingCount(), "file")
              + " listed, and not ingested yet");
    }
  }

  private void progress(OpenedTable table) {
    table
        .head()
        .ifPresent(
            head ->
                say(
                    Output.count(head.totals().of(FileStatus.INGESTED).files())
                        + " files, "
                        + Output.count(head.totals().of(FileStatus.INGESTED).rowsWritten())
                        + " rows committed, "
                        + table
                            .operations()
                            .current()
                            .currentSnapshot()
                            .summary()
                            .getOrDefault("total-data-files", "?")
                        + " data files"));
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(Duration.ofSeconds(10).toMillis());
  }
}
