package dev.firn.testkit.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** One process, from its start to its end. One thread. */
final class Ingester {
  private static final int TAIL_LINES = 25;

  private final Process process;
  private final Path output;
  private final String name;

  Ingester(Process process, Path output, String name) {
    this.process = process;
    this.output = output;
    this.name = name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has opened the table and begins to look for files. */
  boolean isUp() throws IOException {
    return Files.readString(output).contains("reading ");
  }

  /** SIGKILL; false if it had ended by itself. */
  boolean kill() throws InterruptedException {
    boolean alive = process.isAlive();
    process.destroyForcibly().waitFor();
    return alive;
  }

  /** SIGKILL, without waiting for the end. */
  void abandon() {
    process.destroyForcibly();
  }

  /** SIGTERM. */
  void askToStop() {
    process.destroy();
  }

  /**
   * Its exit code; empty if it has not ended in time, and then it says what it does and is killed.
   */
  OptionalInt awaitEnd(long seconds) throws InterruptedException, IOException {
    if (process.waitFor(seconds, TimeUnit.SECONDS)) {
      return OptionalInt.of(process.exitValue());
    }
    new ProcessBuilder("kill", "-QUIT", String.valueOf(process.pid()))
        .start()
        .waitFor(5, TimeUnit.SECONDS);
    process.waitFor(2, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    return OptionalInt.empty();
  }

  /** The last lines that it printed. */
  String tail() throws IOException {
    List<String> lines = Files.readAllLines(output);
    return String.join(
        "\n      ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  @Override
  public String toString() {
    return name;
  }
}
