package dev.firn.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.io.LocalFileIo;
import dev.firn.testkit.jdbc.TrialDatabase;
import dev.firn.testkit.postgres.PostgresServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.types.Types;

/**
 * Commits per second of 16 writers in 4 processes that append to one table, through Firn's catalog
 * and through Iceberg's {@code JdbcCatalog}, on SQLite and PostgreSQL.
 *
 * <p>Both with Iceberg's ordinary API, the table properties' defaults and durable files. A writer
 * whose append is refused appends again at once. After every run the table has to hold every append
 * once.
 */
final class CommitBench {
  private static final int PROCESSES = 4;
  private static final int THREADS = 4;
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private final Path folder;
  private final CommitWriters.Work work;
  private final int runs;
  private final boolean sync;

  /**
   * @param folder scratch
   * @param commits of all writers in one run
   * @param sync whether files and the database are durable
   */
  CommitBench(Path folder, int commits, int runs, boolean sync) {
    this.folder = folder;
    int appends = Math.max(1, commits / (PROCESSES * THREADS));
    this.work = new CommitWriters.Work(THREADS, appends, appends);
    this.runs = runs;
    this.sync = sync;
  }

  /**
   * What a run gave.
   *
   * @param refusals failures that reached a writer
   * @param metadataFiles metadata files written
   * @param reasons of the refusals, with how many there were
   */
  record Result(
      int commits, double seconds, long refusals, long metadataFiles, Map<String, Long> reasons) {
    double commitsPerSecond() {
      return commits / seconds;
    }
  }

  /**
   * Runs and prints.
   *
   * @return whether no failure reached a writer of Firn's catalog
   * @throws IllegalStateException if an append is missing
   */
  boolean run() throws IOException, InterruptedException, SQLException {
    System.out.printf(
        Locale.ROOT,
        "%d writers in %d processes, %d appends each; files durable: %s%n",
        PROCESSES * THREADS,
        PROCESSES,
        work.appends(),
        sync);
    System.out.println(
        "| database | catalog | commits/s | refusals that reached a writer |"
            + " metadata files per commit | Firn : Iceberg |");
    System.out.println("|---|---|---|---|---|---|");
    boolean fine = compare("SQLite", name -> sqlite(name));
    try (PostgresServer server = PostgresServer.start(sync)) {
      fine &= compare("PostgreSQL", name -> postgres(server, name));
    }
    return fine;
  }

  /** Makes an empty database. */
  private interface Databases {
    TrialDatabase make(String name) throws IOException, SQLException;
  }

  /** An empty folder: an earlier call may have left one. */
  private Path fresh(String name) throws IOException {
    Path work = folder.resolve(name);
    IngestBench.deleteTree(work);
    return Files.createDirectories(work);
  }

  private TrialDatabase sqlite(String name) throws IOException {
    Path work = fresh(name);
    return new TrialDatabase(
        "jdbc:sqlite:" + work.resolve("catalog.db"), Map.of(), work.resolve("warehouse"));
  }

  private TrialDatabase postgres(PostgresServer server, String name)
      throws IOException, SQLException {
    Path work = fresh("postgres-" + name);
    return new TrialDatabase(
        server.createDatabase(name),
        Map.of("user", server.user(), "password", server.password()),
        work.resolve("warehouse"));
  }

  private boolean compare(String database, Databases databases)
      throws IOException, InterruptedException, SQLException {
    List<Result> firn = new ArrayList<>();
    List<Result> stock = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      firn.add(once(true, databases.make("firn_" + i)));
      stock.add(once(false, databases.make("iceberg_" + i)));
    }
    double ratio = median(firn, Result::commitsPerSecond) / median(stock, Result::commitsPerSecond);
    print(database, "Firn", firn, String.format(Locale.ROOT, "%.1f", ratio));
    print(database, "Iceberg's JdbcCatalog", stock, "");
    for (Result result : firn) {
      result.reasons().forEach((reason, count) -> System.out.println(count + " times " + reason));
    }
    return firn.stream().allMatch(result -> result.refusals() == 0);
  }

  private static void print(String database, String catalog, List<Result> results, String ratio) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.1f | %.0f | %.2f | %s |%n",
        database,
        catalog,
        median(results, Result::commitsPerSecond),
        median(results, Result::refusals),
        median(results, result -> (double) result.metadataFiles() / result.commits()),
        ratio);
  }

  private static double median(List<Result> results, ToDoubleFunction<Result> figure) {
    double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private Result once(boolean firn, TrialDatabase database)
      throws IOException, InterruptedException {
    try (JdbcCatalog judge = database.stock(new LocalFileIo(false))) {
      judge.createNamespace(CommitWriters.TABLE.namespace());
      judge.createTable(CommitWriters.TABLE, SCHEMA);
      Result result = race(firn, database);
      check(judge.loadTable(CommitWriters.TABLE), result.commits());
      return result;
    }
  }

  private Result race(boolean firn, TrialDatabase database)
      throws IOException, InterruptedException {
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(start(new CommitWriters.Job(firn, sync, database, i, work)));
      }
      List<BufferedReader> outputs = new ArrayList<>();
      for (Process process : processes) {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        expect("ready", out.readLine());
        outputs.add(out);
      }
      long startNanos = System.nanoTime();
      for (Process process : processes) {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      }
      List<JsonNode> said = new ArrayList<>();
      for (BufferedReader out : outputs) {
        said.add(new ObjectMapper().readTree(Objects.requireNonNullElse(out.readLine(), "")));
      }
      return result(said, (System.nanoTime() - startNanos) / 1e9);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private Result result(List<JsonNode> said, double seconds) {
    long refusals = 0;
    long metadataFiles = 0;
    Map<String, Long> reasons = new TreeMap<>();
    for (JsonNode one : said) {
      refusals += one.path("refusals").asLong();
      metadataFiles += one.path("metadata-files").asLong();
      one.path("reasons")
          .properties()
          .forEach(reason -> reasons.merge(reason.getKey(), reason.getValue().asLong(), Long::sum));
    }
    int commits = PROCESSES * THREADS * work.appends();
    return new Result(commits, seconds, refusals, metadataFiles, reasons);
  }

  private static void expect(String word, String line) {
    if (!word.equals(line)) {
      throw new IllegalStateException("a process of writers said '" + line + "', not " + word);
    }
  }

  private Process start(CommitWriters.Job job) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The second compiler would take more time than such a run.
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(CommitWriters.class.getName());
    command.addAll(job.words());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static void check(Table table, int commits) throws IOException {
    Set<String> files = new HashSet<>();
    int count = 0;
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        files.add(task.file().location());
        count++;
      }
    }
    if (count != commits || files.size() != commits) {
      throw new IllegalStateException(
          "the table has "
              + count
              + " files, "
              + files.size()
              + " of them different, after "
              + commits
              + " acknowledged appends");
    }
  }
}
