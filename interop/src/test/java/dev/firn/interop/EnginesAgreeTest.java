package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.pipeline.OpenedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One table, written by Firn and others in turn, and the same answers from every engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EnginesAgreeTest {
  private static final Pattern README_PYTHON =
      Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

  private final Path root = Path.of(System.getProperty("firn.root"));
  private Engines engines;
  private MixedTable mixed;
  private RewrittenFile rewritten;
  private long filesIngested;

  @BeforeAll
  void makeTheTable(@TempDir Path folder) throws IOException, InterruptedException {
    Path work = Files.createDirectories(root.resolve("interop/target/engines-work"));
    engines = new Engines(root, work, folder);
    engines.prepare();
    mixed = new MixedTable(folder.resolve("demo"), LocalDate.now(ZoneOffset.UTC).minusDays(1));
    rewritten = mixed.demo();
    filesIngested = headRoot().totals().of(FileStatus.INGESTED).files();
    mixed.appendWithSpark(engines, rewritten.median(), rewritten.later());
    mixed.appendWithPython(engines, rewritten.median());
    filesIngested += mixed.ingestMore();
  }

  @Test
  void everyEngineGivesTheSameAnswerToEveryQuestion()
      throws IOException, InterruptedException, SQLException {
    List<Question> questions = questions();
    Map<String, Map<String, List<String>>> answers = new LinkedHashMap<>();
    Map<String, List<String>> truth;
    try (OpenedTable opened = mixed.open()) {
      Table table = MixedTable.iceberg(opened);
      TrueAnswers iceberg = new TrueAnswers(table);
      truth = iceberg.truth(questions);
      Map<String, List<String>> planned = new LinkedHashMap<>();
      Map<String, List<String>> duck = new LinkedHashMap<>();
      try (DuckDbAnswers duckdb = new DuckDbAnswers(table)) {
        for (Question question : questions) {
          planned.put(question.name(), iceberg.planned(question));
          duck.put(question.name(), duckdb.answer(question));
        }
      }
      answers.put("Iceberg", planned);
      answers.put("DuckDB", duck);
    }
    answers.put("Spark", engines.spark(mixed, sql(questions, Dialect.SPARK)));
    answers.put("Flink", engines.flink(mixed, sql(questions, Dialect.FLINK)));
    answers.put("pyiceberg", engines.pyiceberg(mixed, questions));

    AnswerTable compared = new AnswerTable(truth, answers);
    System.out.println(compared);
    assertThat(compared.differences()).isEmpty();
    assertThat(truth.get("sums, all rows").get(0)).startsWith(mixed.rows() + "\t");
    assertThat(truth.get("rows, no such action")).isEmpty();
    assertThat(truth.entrySet())
        .filteredOn(answer -> !answer.getKey().equals("rows, no such action"))
        .allSatisfy(answer -> assertThat(answer.getValue()).isNotEmpty());
  }

  @Test
  void theTableHoldsFilesOfThreeSpecsAndManifestsOfTwoCodecs() throws IOException {
    try (OpenedTable opened = mixed.open()) {
      Table table = MixedTable.iceberg(opened);
      Set<String> specs = new TreeSet<>();
      int ofDefaultSpec = 0;
      try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
        for (FileScanTask task : tasks) {
          specs.add(
              String.join(",", task.spec().fields().stream().map(field -> field.name()).toList()));
          ofDefaultSpec += task.spec().specId() == table.spec().specId() ? 1 : 0;
        }
      }
      assertThat(specs).containsExactly("", "ts_day", "ts_day,action");
      assertThat(ofDefaultSpec).isGreaterThan(rewritten.files());
      Set<String> codecs = new TreeSet<>();
      for (Snapshot snapshot : table.snapshots()) {
        for (ManifestFile manifest : snapshot.allManifests(table.io())) {
          codecs.add(codec(table, manifest));
        }
      }
      assertThat(codecs).containsExactly("deflate", "zstandard");
      assertThat(codecsNow(table)).contains("zstandard");
    }
  }

  @Test
  void firnFindsItsLedgerAfterOthersHaveWritten() {
    // Rows of Spark and pyiceberg came in between: their snapshots name no ledger.
    assertThat(headRoot().totals().of(FileStatus.INGESTED).files()).isEqualTo(filesIngested);
  }

  @Test
  void theReadmesPythonOpensTheTable() throws IOException, InterruptedException {
    Matcher block = README_PYTHON.matcher(Files.readString(root.resolve("README.md")));
    assertThat(block.find()).as("a python block in README.md").isTrue();
    String code = block.group(1);
    assertThat(code).contains("sqlite:////full/path/firn.db").endsWith(".to_arrow()\n");
    Path script =
        Files.writeString(
            mixed.database().resolveSibling("readme.py"),
            code.replace("/full/path/firn.db", mixed.database().toString())
                    .replace("catalog.load_table(", "rows = catalog.load_table(")
                + "print(rows.num_rows)\n");
    assertThat(engines.python(script)).isEqualTo(Long.toString(mixed.rows()));
  }

  private LedgerRoot headRoot() {
    try (OpenedTable opened = mixed.open()) {
      assertThat(opened.ledgerState()).isInstanceOf(LedgerState.Head.class);
      return opened.head().orElseThrow();
    }
  }

  private List<Question> questions() {
    Instant midnight = mixed.day().atStartOfDay(ZoneOffset.UTC).toInstant();
    Condition action = new Condition("action", Condition.Operator.EQUAL, MixedTable.ACTION);
    // Both ends are times of rows: the first is in, the last is out.
    List<Condition> times = between(rewritten.median(), rewritten.later());
    List<Condition> day = between(midnight, midnight.plusSeconds(86_400));
    List<Condition> both = new ArrayList<>(times);
    both.add(action);
    Condition instant = new Condition("ts", Condition.Operator.EQUAL, rewritten.median());
    Condition status = new Condition("status", Condition.Operator.EQUAL, 500L);
    Condition nobody = new Condition("action", Condition.Operator.EQUAL, "nobody_000");
    return List.of(
        new Question("sums, all rows", Question.Shape.SUMS, List.of()),
        new Question("sums, a day", Question.Shape.SUMS, day),
        new Question("sums, an action", Question.Shape.SUMS, List.of(action)),
        new Question("sums, a status", Question.Shape.SUMS, List.of(status)),
        new Question("sums, no such action", Question.Shape.SUMS, List.of(nobody)),
        new Question("rows, a time range", Question.Shape.ROWS, times),
        new Question("rows, one instant", Question.Shape.ROWS, List.of(instant)),
        new Question("rows, an action", Question.Shape.ROWS, List.of(action)),
        new Question("rows, action and time", Question.Shape.ROWS, both),
        new Question("rows, no such action", Question.Shape.ROWS, List.of(nobody)),
        new Question("per day", Question.Shape.PER_DAY, List.of()),
        new Question("per action", Question.Shape.PER_ACTION, List.of()));
  }

  private static List<Condition> between(Instant from, Instant until) {
    return List.of(
        new Condition("ts", Condition.Operator.AT_LEAST, from),
        new Condition("ts", Condition.Operator.BELOW, until));
  }

  private static Map<String, String> sql(List<Question> questions, Dialect dialect) {
    QuestionSql sql = new QuestionSql(dialect, "firn." + MixedTable.NAME);
    Map<String, String> statements = new LinkedHashMap<>();
    questions.forEach(question -> statements.put(question.name(), sql.of(question)));
    return statements;
  }

  private static Set<String> codecsNow(Table table) throws IOException {
    Set<String> codecs = new TreeSet<>();
    for (ManifestFile manifest : table.currentSnapshot().allManifests(table.io())) {
      codecs.add(codec(table, manifest));
    }
    return codecs;
  }

  /** The codec that an Avro file names in its header. */
  private static String codec(Table table, ManifestFile manifest) throws IOException {
    try (SeekableInputStream in = table.io().newInputFile(manifest).newStream()) {
      String head = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
      return head.substring(head.indexOf("avro.codec")).contains("zstandard")
          ? "zstandard"
          : "deflate";
    }
  }
}
