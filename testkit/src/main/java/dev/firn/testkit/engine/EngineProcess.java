package dev.firn.testkit.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another program: bounded in time, ended with all its children, its words kept in a file. */
public final class EngineProcess {
  private static final int LOG_LINES_SHOWN = 40;

  private EngineProcess() {}

  /**
   * Runs a command to its end.
   *
   * @param log gets what it prints
   * @throws IllegalStateException if it fails or takes longer, with the end of the log
   */
  public static void run(List<String> command, Path log, Duration limit)
      throws IOException, InterruptedException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            command.get(0) + " took longer than " + limit + "; it said:\n" + tail(log));
      }
    } finally {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          String.join(" ", shortened(command))
              + "\nended with exit code "
              + process.exitValue()
              + "; it said:\n"
              + tail(log));
    }
  }

  /** The last lines of a log. */
  public static String tail(Path log) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    return String.join(
        "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
  }

  private static List<String> shortened(List<String> command) {
    return command.stream()
        .map(word -> word.length() > 200 ? word.substring(0, 200) + "…" : word)
        .toList();
  }
}
