package dev.firn.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A {@code firn} process of its own. */
final class FirnProcess {
  /**
   * How it is started.
   *
   * @param prefix words before the command, as {@code taskset -c 0}
   * @param launcher the {@code firn} script, as a user starts it; without it the class path of this
   *     process is used
   * @param jvmFlags for the JVM
   */
  record Launch(List<String> prefix, Optional<Path> launcher, List<String> jvmFlags) {
    Launch {
      prefix = List.copyOf(prefix);
      jvmFlags = List.copyOf(jvmFlags);
    }

    /** On the class path of this process, with flags. */
    static Launch ofFlags(List<String> jvmFlags) {
      return new Launch(List.of(), Optional.empty(), jvmFlags);
    }
  }

  /**
   * What a run used.
   *
   * @param rows rows written
   * @param cpuSeconds of the whole process
   * @param wallSeconds from its start
   * @param peakResidentBytes most memory it had
   */
  record Result(long rows, double cpuSeconds, double wallSeconds, long peakResidentBytes) {
    double rowsPerCpuSecond() {
      return rows / cpuSeconds;
    }
  }

  private FirnProcess() {}

  /**
   * Runs {@code firn run PIPELINE --once --json}; any failure is an error with the process's words.
   */
  static Result runOnce(Path pipeline, Launch launch) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launch.prefix());
    if (launch.launcher().isPresent()) {
      command.add(launch.launcher().get().toString());
    } else {
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(launch.jvmFlags());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.firn.cli.Main"));
    }
    command.addAll(List.of("run", pipeline.toString(), "--once", "--json", "--quiet"));
    ProcessBuilder builder = new ProcessBuilder(command);
    if (launch.launcher().isPresent()) {
      builder.environment().put("FIRN_JAVA_OPTS", String.join(" ", launch.jvmFlags()));
    }
    String out = output(builder);
    // A profiler may speak before.
    JsonNode done = new ObjectMapper().readTree(out.substring(out.indexOf('{')));
    JsonNode resources = done.get("resources");
    return new Result(
        done.get("progress").get("rows-written").asLong(),
        resources.get("cpu-seconds").asDouble(),
        resources.get("wall-seconds").asDouble(),
        resources.get("peak-resident-bytes").asLong());
  }

  /** What a process printed; an exit code other than 0 is an error. */
  static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException(
          builder.command().get(0) + " ended with exit code " + exit + ": " + out);
    }
    return out;
  }
}
