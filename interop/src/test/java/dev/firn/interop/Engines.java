package dev.firn.interop;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The engines that need a class path or an interpreter of their own: each is asked in a process of
 * its own, one after the other. {@code interop/engines/prepare} fetches them.
 */
final class Engines {
  private static final Duration FETCHING_MAX = Duration.ofMinutes(15);
  private static final Duration ANSWERING_MAX = Duration.ofMinutes(8);

  /** What Spark 4.1 wants opened ({@code org.apache.spark.launcher.JavaModuleOptions}). */
  private static final List<String> SPARK_OPENS =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.base/sun.nio.cs",
          "java.base/sun.security.action",
          "java.base/sun.util.calendar",
          "java.security.jgss/sun.security.krb5");

  private static final List<String> FLINK_OPENS =
      List.of("java.base/java.nio", "java.base/java.util");

  private final Path sources;
  private final Path prepared;
  private final Path work;
  private final Path scratch;

  /**
   * @param root the project's folder
   * @param work for questions, answers and logs
   * @param scratch for what engines leave behind
   */
  Engines(Path root, Path work, Path scratch) {
    this.sources = root.resolve("interop/engines");
    this.prepared = root.resolve("interop/target/engines");
    this.work = work;
    this.scratch = scratch;
  }

  /** Fetches what is not there yet; fails with what is missing on this machine. */
  void prepare() throws IOException, InterruptedException {
    EngineProcess.run(
        List.of(sources.resolve("prepare").toString()), work.resolve("prepare.log"), FETCHING_MAX);
  }

  /** Lets Spark SQL run statements; rows by the statement's name, sorted. */
  Map<String, List<String>> spark(MixedTable table, Map<String, String> statements)
      throws IOException, InterruptedException {
    return java("spark", "SparkAnswers", SPARK_OPENS, table, statements);
  }

  /** Lets Flink SQL run statements; rows by the statement's name, sorted. */
  Map<String, List<String>> flink(MixedTable table, Map<String, String> statements)
      throws IOException, InterruptedException {
    return java("flink", "FlinkAnswers", FLINK_OPENS, table, statements);
  }

  private Map<String, List<String>> java(
      String engine,
      String main,
      List<String> opens,
      MixedTable table,
      Map<String, String> statements)
      throws IOException, InterruptedException {
    Path asked = work.resolve(engine + "-statements.txt");
    Path answers = work.resolve(engine + "-answers.txt");
    List<String> lines = new ArrayList<>();
    statements.forEach((name, statement) -> lines.add(name + "\t" + statement));
    Files.write(asked, lines, StandardCharsets.UTF_8);
    List<String> command = command(engine, main, opens);
    command.addAll(List.of(table.database().toString(), table.warehouse().toUri().toString()));
    command.addAll(List.of(asked.toString(), answers.toString()));
    EngineProcess.run(command, work.resolve(engine + ".log"), ANSWERING_MAX);
    return byName(answers);
  }

  private List<String> command(String engine, String main, List<String> opens) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:+UseParallelGC", "-Duser.timezone=Asia/Kathmandu"));
    command.addAll(
        List.of("-Djava.io.tmpdir=" + scratch, "-Djdk.reflect.useDirectMethodHandle=false"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.add("-Dlog4j2.configurationFile=" + sources.resolve("spark/log4j2.properties"));
    opens.forEach(open -> command.add("--add-opens=" + open + "=ALL-UNNAMED"));
    String jars = Files.readString(prepared.resolve(engine + ".classpath")).strip();
    command.addAll(List.of("-cp", prepared.resolve(engine) + ":" + jars));
    command.add("dev.firn.interop.engine." + main);
    return command;
  }

  /** A Spark session that stays. */
  SparkClient talkWithSpark(Path database, Path warehouse) throws IOException {
    List<String> command = command("spark", "SparkTalk", SPARK_OPENS);
    command.addAll(List.of(database.toString(), warehouse.toUri().toString()));
    return new SparkClient(new TalkProcess(command, work.resolve("spark-talk.log")));
  }

  /** A pyiceberg catalog that stays. */
  PythonClient talkWithPython(Path database) throws IOException {
    List<String> command =
        List.of(
            prepared.resolve("venv/bin/python").toString(),
            script("talk.py").toString(),
            database.toString());
    return new PythonClient(new TalkProcess(command, work.resolve("python-talk.log")));
  }

  /** Lets pyiceberg answer the questions; rows by the question's name, sorted. */
  Map<String, List<String>> pyiceberg(MixedTable table, List<Question> questions)
      throws IOException, InterruptedException {
    Path asked = work.resolve("pyiceberg-questions.json");
    Path answers = work.resolve("pyiceberg-answers.txt");
    new ObjectMapper().writeValue(asked.toFile(), json(questions));
    python(
        sources.resolve("python/answers.py"),
        table.database().toString(),
        asked.toString(),
        answers.toString());
    return byName(answers);
  }

  /** Runs a script in the private Python environment; what it printed. */
  String python(Path script, String... arguments) throws IOException, InterruptedException {
    Path log = work.resolve(script.getFileName() + ".log");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(prepared.resolve("venv/bin/python").toString(), script.toString()));
    command.addAll(List.of(arguments));
    EngineProcess.run(command, log, ANSWERING_MAX);
    return EngineProcess.tail(log);
  }

  /** A script of the sources. */
  Path script(String name) {
    return sources.resolve("python").resolve(name);
  }

  private static Map<String, Object> json(List<Question> questions) {
    List<Object> columns = new ArrayList<>();
    for (FlatColumn column : FlatColumn.all()) {
      columns.add(Map.of("path", column.path(), "type", column.kind().name()));
    }
    List<Object> asked = new ArrayList<>();
    for (Question question : questions) {
      List<Object> where = new ArrayList<>();
      for (Condition condition : question.where()) {
        where.add(
            Map.of(
                "column", condition.column(),
                "operator", condition.operator().name(),
                "value", condition.json()));
      }
      asked.add(Map.of("name", question.name(), "shape", question.shape().name(), "where", where));
    }
    return Map.of("table", MixedTable.NAME, "columns", columns, "questions", asked);
  }

  private static Map<String, List<String>> byName(Path answers) throws IOException {
    Map<String, List<String>> rows = new TreeMap<>();
    for (String line : Files.readAllLines(answers, StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      rows.computeIfAbsent(line.substring(0, tab), name -> new ArrayList<>())
          .add(line.substring(tab + 1));
    }
    Map<String, List<String>> sorted = new LinkedHashMap<>();
    rows.forEach((name, found) -> sorted.put(name, found.stream().sorted().toList()));
    return sorted;
  }
}
