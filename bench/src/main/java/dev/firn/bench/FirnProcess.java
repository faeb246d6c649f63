package dev.firn.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@code firn} process of its own, on the class path of this one. */
final class FirnProcess {
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
  static Result runOnce(Path pipeline, List<String> jvmFlags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.firn.cli.Main"));
    command.addAll(List.of("run", pipeline.toString(), "--once", "--json", "--quiet"));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException("firn ended with exit code " + exit + ": " + out);
    }
    JsonNode done = new ObjectMapper().readTree(out);
    JsonNode resources = done.get("resources");
    return new Result(
        done.get("progress").get("rows-written").asLong(),
        resources.get("cpu-seconds").asDouble(),
        resources.get("wall-seconds").asDouble(),
        resources.get("peak-resident-bytes").asLong());
  }
}
