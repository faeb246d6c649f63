package dev.firn.cli;

import dev.firn.cli.demo.DemoFolder;
import dev.firn.testkit.crash.CrashReport;
import dev.firn.testkit.crash.CrashRun;
import dev.firn.testkit.crash.CrashSettings;
import dev.firn.testkit.crash.JavaLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Plays crash scenarios with this build's classes, two at a time. */
final class CrashLab {
  /** More would only make processes wait for each other on the two cores of a build machine. */
  private static final int AT_ONCE = 2;

  private static final Path FOLDER = Path.of("target", "crash").toAbsolutePath();

  private final JavaLauncher launcher;
  private final String name;

  /**
   * Makes the class-data archive.
   *
   * @param name a folder of this name below {@code target/crash} holds everything
   */
  CrashLab(String name) throws IOException, InterruptedException {
    this.name = name;
    DemoFolder.deleteTree(Files.createDirectories(FOLDER.resolve(name)));
    this.launcher =
        JavaLauncher.prepare(
            FOLDER.resolve(name).resolve("launcher"),
            System.getProperty("java.class.path"),
            List.of(Main.class.getName(), "warm-up"));
  }

  /** The real program. */
  CrashSettings settings() {
    return CrashSettings.of(launcher, Main.class.getName());
  }

  /** Plays one seed; a scenario that went wrong leaves its folder, with a report. */
  CrashReport play(long seed, CrashSettings settings) throws IOException, InterruptedException {
    Path folder = FOLDER.resolve(name).resolve("seed-" + seed);
    DemoFolder.deleteTree(Files.createDirectories(folder));
    Files.createDirectories(folder);
    CrashReport report = new CrashRun(seed, settings, folder).run();
    if (report.isRight()) {
      DemoFolder.deleteTree(folder);
    } else {
      Files.writeString(folder.resolve("report.txt"), report.text());
    }
    return report;
  }

  /** Plays seeds; the reports in the order of the seeds. */
  List<CrashReport> playAll(long[] seeds, CrashSettings settings)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<CrashReport>> playing = new ArrayList<>();
      for (long seed : seeds) {
        playing.add(threads.submit(() -> play(seed, settings)));
      }
      List<CrashReport> reports = new ArrayList<>();
      for (Future<CrashReport> each : playing) {
        reports.add(each.get());
      }
      return reports;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Plays seeds from 1 on until the table comes out wrong; empty if it never does. */
  Optional<CrashReport> playUntilWrong(int most, CrashSettings settings)
      throws InterruptedException, ExecutionException {
    for (int first = 1; first <= most; first += AT_ONCE) {
      long[] seeds = LongStream.range(first, first + AT_ONCE).toArray();
      Optional<CrashReport> wrong =
          playAll(seeds, settings).stream().filter(CrashReport::foundWrongRows).findFirst();
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }
}
