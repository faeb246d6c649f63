package dev.firn.bench.session;

import dev.firn.bench.report.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Commands of Firn, a process of its own for each, its start counted.
 *
 * @param script the {@code firn} script; without it the class path of this process is used, which
 *     starts slower
 * @param prefix words before the command, as {@code taskset -c 0}
 * @param log gets what they print
 */
public record FirnRuns(Optional<Path> script, List<String> prefix, Path log) {
  /**
   * Runs a command to its end.
   *
   * @param flags of the JVM, without the script
   * @throws IllegalStateException if it fails
   */
  public Use run(List<String> flags, String... words) throws IOException, InterruptedException {
    if (script.isPresent()) {
      return new FirnLauncher(script.get(), prefix).run(log, words);
    }
    long begin = System.nanoTime();
    try (FirnSession session = new FirnSession(prefix, flags, log)) {
      session.run(words);
      double wall = (System.nanoTime() - begin) / 1e9;
      return new Use(session.use().cpuSeconds(), wall, session.use().peakResidentBytes());
    }
  }
}
