package dev.firn.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * pyiceberg's planning of the table of {@link PlanBench}, on disk, with gzip manifests; skipped
 * with a note where no Python with pyiceberg is.
 */
final class PyIcebergPlans {
  private final Path folder;
  private final int files;

  PyIcebergPlans(Path folder, int files) {
    this.folder = folder;
    this.files = files;
  }

  /** Prints a line for each filter: tasks, wall and CPU seconds. */
  void run() throws IOException, InterruptedException {
    String python = System.getenv().getOrDefault("FIRN_PYTHON", "python3");
    if (!hasPyIceberg(python)) {
      System.out.println(
          "pyiceberg: skipped, "
              + python
              + " has none; install pyiceberg[sql-sqlite,pyarrow] or set FIRN_PYTHON");
      return;
    }
    String uri = PlanProcessBench.table(folder, files);
    Path script = Files.createTempFile(folder, "plan", ".py");
    try (var source = PyIcebergPlans.class.getResourceAsStream("plan_times.py")) {
      if (source == null) {
        throw new IllegalStateException("plan_times.py is not on the class path");
      }
      Files.write(script, source.readAllBytes());
    }
    List<String> command = new ArrayList<>(List.of(python, script.toString()));
    command.add(uri.substring("sqlite:".length()));
    for (Map.Entry<String, String> filter : new PlanBench(files, "gzip").filters().entrySet()) {
      command.add(filter.getKey());
      command.add(filter.getValue());
    }
    System.out.print(FirnProcess.output(new ProcessBuilder(command)));
  }

  private static boolean hasPyIceberg(String python) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(python, "-c", "import pyiceberg.catalog.sql")
              .redirectErrorStream(true)
              .start();
      new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
