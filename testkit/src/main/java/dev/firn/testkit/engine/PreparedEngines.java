package dev.firn.testkit.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The engines that {@code interop/engines/prepare} has fetched into the project's folder. */
public final class PreparedEngines {
  private static final Duration FETCHING_MAX = Duration.ofMinutes(15);
  private static final String HEAP = "1g";

  private final Path sources;
  private final Path prepared;
  private final Path work;
  private final Path scratch;

  /**
   * @param root the project's folder
   * @param work for logs
   * @param scratch for what engines leave behind
   */
  public PreparedEngines(Path root, Path work, Path scratch) {
    this.sources = root.resolve("interop/engines");
    this.prepared = root.resolve("interop/target/engines");
    this.work = work;
    this.scratch = scratch;
  }

  /**
   * Fetches what is not there yet, some 600 MB the first time.
   *
   * @throws IllegalStateException with what is missing on this machine
   */
  public void prepare() throws IOException, InterruptedException {
    EngineProcess.run(
        List.of(sources.resolve("prepare").toString()), work.resolve("prepare.log"), FETCHING_MAX);
  }

  /** Whether an engine was fetched before; nothing is fetched. */
  public boolean has(Engine engine) {
    return Files.exists(prepared.resolve(engine.folder() + ".stamp"));
  }

  /** The command line that starts a program with an engine on its class path. */
  public List<String> command(Engine engine, String program) throws IOException {
    return command(engine, program, List.of(), HEAP);
  }

  /**
   * The same with a heap of one's own.
   *
   * @param prefix words before the command, as {@code taskset -c 0}
   * @param heap as {@code 4g}
   */
  public List<String> command(Engine engine, String program, List<String> prefix, String heap)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseParallelGC", "-Duser.timezone=Asia/Kathmandu"));
    command.addAll(
        List.of("-Djava.io.tmpdir=" + scratch, "-Djdk.reflect.useDirectMethodHandle=false"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.add("-Dlog4j2.configurationFile=" + sources.resolve("spark/log4j2.properties"));
    engine.opens().forEach(open -> command.add("--add-opens=" + open + "=ALL-UNNAMED"));
    String jars = Files.readString(prepared.resolve(engine.folder() + ".classpath")).strip();
    command.addAll(List.of("-cp", prepared.resolve(engine.folder()) + ":" + jars));
    command.add("dev.firn.interop.engine." + program);
    return command;
  }

  /** A session of an engine on a catalog in a SQLite file, as the catalog {@code firn}. */
  public SqlSession talk(Engine engine, Path database, Path warehouse) throws IOException {
    return talk(engine, database, warehouse, List.of(), HEAP);
  }

  /** The same with words before the command and a heap of one's own. */
  public SqlSession talk(
      Engine engine, Path database, Path warehouse, List<String> prefix, String heap)
      throws IOException {
    List<String> command = command(engine, engine.talk(), prefix, heap);
    command.addAll(List.of(database.toString(), warehouse.toUri().toString()));
    return new SqlSession(
        new TalkProcess(command, work.resolve(engine.folder() + "-talk.log")), engine.folder());
  }

  /** The interpreter of the private Python environment. */
  public Path python() {
    return prepared.resolve("venv/bin/python");
  }

  /** A Python script of the sources. */
  public Path script(String name) {
    return sources.resolve("python").resolve(name);
  }
}
