package dev.firn.testkit.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A program that answers lines with lines; ended when it is closed. One thread. */
public final class TalkProcess implements AutoCloseable {
  private final Process process;
  private final Path log;
  private final BufferedReader out;
  private final Writer in;

  /**
   * Starts it.
   *
   * @param log gets its standard error
   */
  public TalkProcess(List<String> command, Path log) throws IOException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    this.log = log;
    this.process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    this.out = process.inputReader(StandardCharsets.UTF_8);
    this.in = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Says a line. */
  public void say(String line) throws IOException {
    in.write(line + "\n");
    in.flush();
  }

  /**
   * The next line of the answer.
   *
   * @throws IllegalStateException if it has ended, with the end of its log
   */
  public String hear() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IllegalStateException("the program ended; it said:\n" + EngineProcess.tail(log));
    }
    return line;
  }

  /** The number of its process. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
