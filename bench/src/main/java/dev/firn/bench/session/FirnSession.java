package dev.firn.bench.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.testkit.engine.ProcessUse;
import dev.firn.testkit.engine.TalkProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Firn in a process of its own that stays for several commands. Closing it ends the process. */
public final class FirnSession implements AutoCloseable {
  /** As {@code firn run} sets them. */
  public static final List<String> RUN_FLAGS =
      List.of("-Xmx1g", "-XX:+UseParallelGC", "-Xshare:auto");

  /** As {@code firn compact} sets them, with a heap that does not depend on the machine. */
  public static final List<String> SHORT_FLAGS =
      List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

  private final TalkProcess process;

  /**
   * Starts the process.
   *
   * @param prefix words before the command, as {@code taskset -c 0}
   * @param flags of the JVM
   * @param log gets its standard error
   */
  public FirnSession(List<String> prefix, List<String> flags, Path log) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(FirnTalk.class.getName());
    this.process = new TalkProcess(command, log);
  }

  /**
   * Runs a command with {@code --json} to its end.
   *
   * @return what it printed
   * @throws IllegalStateException if it fails
   */
  public JsonNode run(String... words) throws IOException {
    process.say(String.join("\t", words) + "\t--json");
    String said = process.hear();
    String exit = process.hear();
    if (!exit.equals("0")) {
      throw new IllegalStateException(
          "firn " + String.join(" ", words) + " ended with exit code " + exit + ": " + said);
    }
    return new ObjectMapper().readTree(said);
  }

  /** What the process has used since it was started. */
  public ProcessUse use() throws IOException {
    return ProcessUse.of(process.pid());
  }

  @Override
  public void close() {
    process.close();
  }
}
