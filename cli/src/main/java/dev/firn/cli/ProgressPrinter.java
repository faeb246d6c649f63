package dev.firn.cli;

import dev.firn.pipeline.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows on standard error how far a pipeline has come: one line that is overwritten on a terminal,
 * a line every ten seconds otherwise.
 */
public final class ProgressPrinter implements AutoCloseable {
  private static final Duration TERMINAL_PERIOD = Duration.ofMillis(500);
  private static final Duration LOG_PERIOD = Duration.ofSeconds(5);
  private static final int LINE_WIDTH = 118;

  private final Supplier<Progress> progress;
  private final PrintStream out;
  private final boolean terminal;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "firn-progress");
            thread.setDaemon(true);
            return thread;
          });
  private long lastNanos = System.nanoTime();
  private Progress last;

  /** Starts printing. */
  public ProgressPrinter(Supplier<Progress> progress, PrintStream out, boolean terminal) {
    this.progress = progress;
    this.out = out;
    this.terminal = terminal;
    this.last = progress.get();
    long periodMillis = (terminal ? TERMINAL_PERIOD : LOG_PERIOD).toMillis();
    timer.scheduleAtFixedRate(this::print, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
  }

  private synchronized void print() {
    Progress now = progress.get();
    long nanos = System.nanoTime();
    if (!terminal && now.equals(last)) {
      return;
    }
    String line = line(now, last, (nanos - lastNanos) / 1e9);
    last = now;
    lastNanos = nanos;
    if (terminal) {
      String cut = line.length() > LINE_WIDTH ? line.substring(0, LINE_WIDTH) : line;
      out.print("\r" + cut + " ".repeat(Math.max(0, LINE_WIDTH - cut.length())));
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** The rates are those since the line before. */
  static String line(Progress now, Progress before, double seconds) {
    double files = (now.filesRead() - before.filesRead()) / seconds;
    double mib = (now.bytesRead() - before.bytesRead()) / seconds / (1 << 20);
    double rows = (now.rowsWritten() - before.rowsWritten()) / seconds;
    String commit =
        now.lastCommit()
            .map(
                at ->
                    "last "
                        + Math.max(0, Duration.between(at, Instant.now()).toSeconds())
                        + " s ago")
            .orElse("none yet");
    return String.format(
        Locale.ROOT,
        "read %.0f files/s %.1f MiB/s, backlog %,d | committed %,d files, %,d rows (%,.0f/s), %s | rejected"
            + " %,d rows, %,d files%s",
        files,
        mib,
        now.backlog(),
        now.filesCommitted(),
        now.rowsWritten(),
        rows,
        commit,
        now.rowsRejected(),
        now.filesRejected(),
        now.rowsDropped() == 0
            ? ""
            : String.format(Locale.ROOT, " | dropped %,d rows", now.rowsDropped()));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    if (terminal) {
      out.print("\r" + " ".repeat(LINE_WIDTH) + "\r");
      out.flush();
    }
  }
}
