package dev.firn.bench;

import dev.firn.io.LocalFileIo;
import dev.firn.migrate.open.CatalogAddress;
import dev.firn.migrate.open.Catalogs;
import dev.firn.migrate.open.OpenedCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code firn plan} as a process of its own, each time anew, on a table of {@link PlanBench}. */
final class PlanProcessBench {
  /** What people take for at once. */
  private static final long GOAL_MILLIS = 700;

  private final Path folder;
  private final int files;
  private final int runs;
  private final Optional<Path> launcher;

  /**
   * The benchmark.
   *
   * @param launcher the {@code firn} script; without it the class path of this process is used, and
   *     there is no goal
   */
  PlanProcessBench(Path folder, int files, int runs, Optional<Path> launcher) {
    this.folder = folder;
    this.files = files;
    this.runs = runs;
    this.launcher = launcher;
  }

  /** Makes the table, plans, prints; whether the median is within the goal. */
  boolean run() throws IOException, InterruptedException {
    String catalog = table(folder, files);
    String where = new PlanBench(files, "gzip").filters().get("one day and action");
    List<String> command = new ArrayList<>();
    if (launcher.isPresent()) {
      command.add(launcher.get().toString());
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.firn.cli.Main"));
    }
    command.addAll(List.of("plan", "bench.plan", "--where", where, "--catalog", catalog));
    String said = FirnProcess.output(new ProcessBuilder(command));
    long[] millis = new long[runs];
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      FirnProcess.output(new ProcessBuilder(command));
      millis[i] = (System.nanoTime() - start) / 1_000_000;
    }
    Arrays.sort(millis);
    System.out.print(said);
    System.out.printf(
        Locale.ROOT,
        "%,d files, %d processes: least %d ms, median %d ms, most %d ms (goal: a median below %d)%n",
        files,
        runs,
        millis[0],
        millis[runs / 2],
        millis[runs - 1],
        GOAL_MILLIS);
    return launcher.isEmpty() || millis[runs / 2] < GOAL_MILLIS;
  }

  /** Makes the table in a catalog of its own; the catalog's URI. */
  static String table(Path folder, int files) throws IOException {
    Files.createDirectories(folder);
    Path place = Files.createTempDirectory(folder, "tables");
    String uri = "sqlite:" + place.resolve("firn.db");
    try (OpenedCatalog catalog = Catalogs.open(CatalogAddress.of(uri), new LocalFileIo(false))) {
      new PlanBench(files, "gzip").build(catalog.catalog("make a table"));
    }
    return uri;
  }
}
