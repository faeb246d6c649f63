package dev.firn.bench.session;

import dev.firn.bench.report.Use;
import dev.firn.testkit.engine.ProcessUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code firn} script as a user starts it, a process for each command. What it used is what the
 * shell that waited for it says: the script's own start counts too.
 */
public final class FirnLauncher {
  private static final int LOOK_MILLIS = 20;

  /** The second line of the shell's {@code times} is of its children. */
  private static final Pattern CHILDREN =
      Pattern.compile("\\n(\\d+)m([0-9.]+)s (\\d+)m([0-9.]+)s\\s*$");

  private final Path script;
  private final List<String> prefix;

  /**
   * @param prefix words before the command, as {@code taskset -c 0}
   */
  public FirnLauncher(Path script, List<String> prefix) {
    this.script = script;
    this.prefix = List.copyOf(prefix);
  }

  /**
   * Runs a command to its end.
   *
   * @param log gets what it prints
   * @throws IllegalStateException if it fails
   */
  public Use run(Path log, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", "\"$@\" || exit; times", "bash"));
    command.addAll(prefix);
    command.add(script.toString());
    command.addAll(List.of(words));
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long peak = 0;
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, peak(process));
    }
    double wall = (System.nanoTime() - begin) / 1e9;
    String said = Files.readString(log);
    Matcher times = CHILDREN.matcher(said);
    if (process.exitValue() != 0 || !times.find()) {
      throw new IllegalStateException("firn " + String.join(" ", words) + " failed: " + said);
    }
    double cpu =
        60 * (Double.parseDouble(times.group(1)) + Double.parseDouble(times.group(3)))
            + Double.parseDouble(times.group(2))
            + Double.parseDouble(times.group(4));
    return new Use(cpu, wall, peak);
  }

  /** The peak of the largest process below; one that has just ended has none. */
  private static long peak(Process process) {
    long peak = 0;
    for (ProcessHandle child : process.descendants().toList()) {
      try {
        peak = Math.max(peak, ProcessUse.of(child.pid()).peakResidentBytes());
      } catch (IOException | RuntimeException e) {
        // It ended while it was looked at.
        continue;
      }
    }
    return peak;
  }
}
