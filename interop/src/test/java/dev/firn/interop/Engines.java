package dev.firn.interop;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.testkit.engine.Engine;
import dev.firn.testkit.engine.EngineProcess;
import dev.firn.testkit.engine.PreparedEngines;
import dev.firn.testkit.engine.SqlSession;
import dev.firn.testkit.engine.TalkProcess;
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
 * its own, one after the other.
 */
final class Engines {
  private static final Duration ANSWERING_MAX = Duration.ofMinutes(8);

  private final PreparedEngines prepared;
  private final Path work;

  /**
   * @param root the project's folder
   * @param work for questions, answers and logs
   * @param scratch for what engines leave behind
   */
  Engines(Path root, Path work, Path scratch) {
    this.prepared = new PreparedEngines(root, work, scratch);
    this.work = work;
  }

  /** Fetches what is not there yet; fails with what is missing on this machine. */
  void prepare() throws IOException, InterruptedException {
    prepared.prepare();
  }

  /** Lets Spark SQL run statements; rows by the statement's name, sorted. */
  Map<String, List<String>> spark(MixedTable table, Map<String, String> statements)
      throws IOException, InterruptedException {
    return spark(table.database(), table.warehouse(), statements);
  }

  /** The same on any catalog in a SQLite database. */
  Map<String, List<String>> spark(Path database, Path warehouse, Map<String, String> statements)
      throws IOException, InterruptedException {
    return java(Engine.SPARK, "SparkAnswers", database, warehouse, statements);
  }

  /** Lets Flink SQL run statements; rows by the statement's name, sorted. */
  Map<String, List<String>> flink(MixedTable table, Map<String, String> statements)
      throws IOException, InterruptedException {
    return java(Engine.FLINK, "FlinkAnswers", table.database(), table.warehouse(), statements);
  }

  private Map<String, List<String>> java(
      Engine engine, String main, Path database, Path warehouse, Map<String, String> statements)
      throws IOException, InterruptedException {
    Path asked = work.resolve(engine.folder() + "-statements.txt");
    Path answers = work.resolve(engine.folder() + "-answers.txt");
    List<String> lines = new ArrayList<>();
    statements.forEach((name, statement) -> lines.add(name + "\t" + statement));
    Files.write(asked, lines, StandardCharsets.UTF_8);
    List<String> command = prepared.command(engine, main);
    command.addAll(List.of(database.toString(), warehouse.toUri().toString()));
    command.addAll(List.of(asked.toString(), answers.toString()));
    EngineProcess.run(command, work.resolve(engine.folder() + ".log"), ANSWERING_MAX);
    return byName(answers);
  }

  /** A Spark session that stays. */
  SqlSession talkWithSpark(Path database, Path warehouse) throws IOException {
    return prepared.talk(Engine.SPARK, database, warehouse);
  }

  /** A pyiceberg catalog that stays. */
  PythonClient talkWithPython(Path database) throws IOException {
    List<String> command =
        List.of(prepared.python().toString(), script("talk.py").toString(), database.toString());
    return new PythonClient(new TalkProcess(command, work.resolve("python-talk.log")));
  }

  /** Lets pyiceberg answer the questions; rows by the question's name, sorted. */
  Map<String, List<String>> pyiceberg(MixedTable table, List<Question> questions)
      throws IOException, InterruptedException {
    Path asked = work.resolve("pyiceberg-questions.json");
    Path answers = work.resolve("pyiceberg-answers.txt");
    new ObjectMapper().writeValue(asked.toFile(), json(questions));
    python(script("answers.py"), table.database().toString(), asked.toString(), answers.toString());
    return byName(answers);
  }

  /** Runs a script in the private Python environment; what it printed. */
  String python(Path script, String... arguments) throws IOException, InterruptedException {
    Path log = work.resolve(script.getFileName() + ".log");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(prepared.python().toString(), script.toString()));
    command.addAll(List.of(arguments));
    EngineProcess.run(command, log, ANSWERING_MAX);
    return EngineProcess.tail(log);
  }

  /** A script of the sources. */
  Path script(String name) {
    return prepared.script(name);
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
