package dev.firn.testkit.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts the processes of a scenario, waits for moments in their lives and ends them. One thread,
 * but for {@link #abandonAll}.
 */
final class Ingesters {
  /** Far longer than any of these runs takes, also on a busy machine. */
  private static final long END_WAIT_SECONDS = 180;

  /** A commit writes about so many files, temporary ones included, that can be seen in passing. */
  private static final int KILL_FILES_MAX = 20;

  /** A process that writes nothing for so long has nothing to do, unless it is starting. */
  private static final long QUIET_MILLIS = 700;

  private static final long STARTING_MILLIS = 1_500;

  /** A process that is not up by then is waited for no longer. */
  private static final long UP_MILLIS = 20_000;

  private static final long LOOK_NANOS = 300_000;

  private final CrashSettings settings;
  private final Site site;
  private final SplittableRandom random;
  private final EventLog log;
  private final List<Ingester> alive = new CopyOnWriteArrayList<>();
  private int started;
  private long lastStartNanos;
  private int kills;

  Ingesters(CrashSettings settings, Site site, SplittableRandom random, EventLog log) {
    this.settings = settings;
    this.site = site;
    this.random = random;
    this.log = log;
  }

  /** Those that were started and not yet ended by {@link #end} or {@link #kill}. */
  List<Ingester> alive() {
    return List.copyOf(alive);
  }

  int started() {
    return started;
  }

  int kills() {
    return kills;
  }

  /** Starts an ingester. */
  Ingester start(boolean once) throws IOException {
    List<String> command = new ArrayList<>(settings.ingester());
    command.addAll(List.of("run", site.pipeline().toString()));
    if (once) {
      command.add("--once");
    }
    Ingester ingester = launch(command);
    alive.add(ingester);
    log.add("start " + ingester + (once ? " --once" : ""));
    return ingester;
  }

  /** Runs another command of firn on the pipeline to its end and returns its exit code. */
  int run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(settings.firn());
    command.addAll(arguments);
    command.addAll(List.of("-p", site.pipeline().toString()));
    Ingester process = launch(command);
    int exitCode = process.awaitEnd(END_WAIT_SECONDS).orElse(-1);
    if (exitCode != 0) {
      log.add("  it ended with " + exitCode + ": " + process.tail());
    }
    return exitCode;
  }

  private Ingester launch(List<String> command) throws IOException {
    started++;
    lastStartNanos = System.nanoTime();
    Path local = Files.createDirectories(site.local().resolve("process-" + started));
    Path output = site.outputs().resolve("process-" + started + ".log");
    boolean turkish = random.nextInt(4) == 0;
    List<String> options =
        List.of(
            "-Djava.io.tmpdir=" + local,
            "-Duser.language=" + (turkish ? "tr" : "en"),
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.log.org.apache.iceberg=warn",
            "-Dfirn.trace=true");
    Process process = settings.launcher().start(output, options, command);
    return new Ingester(process, output, "process " + started);
  }

  /** Lets some time pass, or waits until the processes have written one more file. */
  void awaitMoment() {
    if (random.nextInt(3) == 0) {
      park(random.nextInt(300) * 1_000_000L);
      return;
    }
    awaitFiles(1 + random.nextInt(6));
    park(random.nextInt(5_000) * 1_000L);
  }

  /** Waits until all are up, so that they do the same at the same time. */
  void awaitAllUp() throws IOException {
    long deadline = System.nanoTime() + UP_MILLIS * 1_000_000;
    for (Ingester each : alive) {
      while (each.isAlive() && !each.isUp() && System.nanoTime() < deadline) {
        park(LOOK_NANOS);
      }
    }
  }

  /** A moment for a kill: right after the start, or when so many files have come to be. */
  void awaitKillMoment() {
    if (random.nextInt(6) == 0) {
      park(random.nextInt(500) * 1_000_000L);
      return;
    }
    awaitFiles(1 + random.nextInt(KILL_FILES_MAX));
    park(random.nextInt(3) == 0 ? 0 : random.nextInt(8_000) * 1_000L);
  }

  /** Returns early if nothing is written any more. */
  private void awaitFiles(int count) {
    Set<Path> seen = new HashSet<>(site.warehouseFiles());
    int wanted = seen.size() + count;
    long quietSince = System.nanoTime();
    while (seen.size() < wanted && anyRuns()) {
      long busyUntil = Math.max(quietSince, lastStartNanos + STARTING_MILLIS * 1_000_000);
      if (System.nanoTime() - busyUntil > QUIET_MILLIS * 1_000_000) {
        return;
      }
      park(LOOK_NANOS);
      if (seen.addAll(site.warehouseFiles())) {
        quietSince = System.nanoTime();
      }
    }
  }

  private boolean anyRuns() {
    return alive.stream().anyMatch(Ingester::isAlive);
  }

  static void park(long nanos) {
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = deadline - System.nanoTime();
    }
  }

  /** Kills a process; false if it had ended by itself. */
  boolean kill(Ingester ingester) throws InterruptedException {
    boolean killed = ingester.kill();
    alive.remove(ingester);
    kills += killed ? 1 : 0;
    log.add(killed ? "SIGKILL " + ingester : ingester + " had ended before it could be killed");
    return killed;
  }

  /** Waits until a process has ended; its exit code, or -1 if it does not end. */
  int end(Ingester ingester) throws InterruptedException, IOException {
    int exitCode = ingester.awaitEnd(END_WAIT_SECONDS).orElse(-1);
    alive.remove(ingester);
    log.add(ingester + " ended with " + exitCode);
    return exitCode;
  }

  /**
   * Kills whatever still runs, without a word; any thread, also when this process is told to end.
   */
  void abandonAll() {
    alive.forEach(Ingester::abandon);
  }

  /** Kills whatever still runs. */
  void killAll() throws InterruptedException {
    for (Ingester ingester : alive()) {
      kill(ingester);
    }
  }
}
