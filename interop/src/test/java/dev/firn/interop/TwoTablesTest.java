package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.TransactionResult;
import dev.firn.testkit.crash.JavaLauncher;
import dev.firn.testkit.engine.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit over two tables whose process is killed, again and again, while others read both. */
class TwoTablesTest {
  /** How many kills; 10 unless the property says another number. */
  private static final int KILLS = Integer.getInteger("firn.kills", 10);

  private static final int MOST_COMMITS = 3;
  private static final int MOST_MICROS = 60_000;
  private static final Duration POLL = Duration.ofMillis(2);

  private static final List<String> QUIET =
      List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  @TempDir Path folder;

  private final Path root = Path.of(System.getProperty("firn.root"));

  @Test
  void whoeverSeesTheNewAFindsTheNewB() throws Exception {
    Engines engines =
        new Engines(
            root, Files.createDirectories(root.resolve("interop/target/engines-work")), folder);
    engines.prepare();
    Path database = folder.resolve("catalog.db");
    Path warehouse = folder.resolve("warehouse");
    try (FirnCatalog catalog = PairWriter.open(database, warehouse);
        PythonClient python = engines.talkWithPython(database);
        SqlSession spark = engines.talkWithSpark(database, warehouse)) {
      catalog.createNamespace(PairWriter.TABLES.get(0).namespace());
      assertThat(PairWriter.put(catalog, 1)).isInstanceOf(TransactionResult.Committed.class);
      List<PairReader> readers =
          List.of(
              new PairReader("pyiceberg", () -> numbers(python)),
              new PairReader("Spark", () -> numbers(spark)));
      readers.forEach(Thread::start);
      killAgainAndAgain(catalog, database, warehouse);
      for (PairReader reader : readers) {
        reader.end();
        System.out.println(reader);
        // Else nobody looked while something happened.
        assertThat(reader.changes()).isGreaterThan(1);
      }
    }
  }

  private void killAgainAndAgain(FirnCatalog catalog, Path database, Path warehouse)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(4);
    JavaLauncher java =
        JavaLauncher.prepare(
            folder.resolve("launcher"),
            System.getProperty("java.class.path"),
            words(folder.resolve("warm-up.db"), folder.resolve("warm-up"), 1, 3));
    int undecided = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      long before = number(catalog);
      Path said = folder.resolve("writer-" + kill + ".log");
      Process writer =
          java.start(said, QUIET, words(database, warehouse, before + 1, Long.MAX_VALUE));
      try {
        awaitCommits(writer, said, 1 + random.nextInt(MOST_COMMITS));
        LockSupport.parkNanos(random.nextInt(MOST_MICROS) * 1_000L);
      } finally {
        writer.destroyForcibly().waitFor();
      }
      long acknowledged = Collections.max(acknowledged(said));
      long now = number(catalog);
      // The commit under way has landed in both tables or in none.
      assertThat(now).isBetween(acknowledged, acknowledged + 1);
      undecided += now > acknowledged ? 1 : 0;
    }
    System.out.println(KILLS + " kills, " + undecided + " of them after a commit without answer");
  }

  private static List<String> words(Path database, Path warehouse, long first, long last) {
    return List.of(
        PairWriter.class.getName(),
        database.toString(),
        warehouse.toString(),
        Long.toString(first),
        Long.toString(last));
  }

  private static void awaitCommits(Process writer, Path said, int commits) throws IOException {
    while (acknowledged(said).size() < commits) {
      assertThat(writer.isAlive()).as("the writer, which said %s", said).isTrue();
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** What was acknowledged; a line that the kill cut off is not in it. */
  private static List<Long> acknowledged(Path said) throws IOException {
    String text = Files.readString(said);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(PairWriter.DONE))
        .map(line -> Long.valueOf(line.substring(PairWriter.DONE.length())))
        .toList();
  }

  /** What both tables hold. */
  private static long number(FirnCatalog catalog) throws IOException {
    List<String> a = SmallTables.rows(catalog.loadTable(PairWriter.TABLES.get(0)));
    List<String> b = SmallTables.rows(catalog.loadTable(PairWriter.TABLES.get(1)));
    assertThat(a).hasSize(1).isEqualTo(b);
    return Long.parseLong(a.get(0).split("\t")[0]);
  }

  private static long[] numbers(PythonClient python) throws IOException {
    JsonNode seen = python.ask("newest", Map.of("tables", List.of("pair.a", "pair.b", "pair.a")));
    return new long[] {seen.get(0).asLong(), seen.get(1).asLong(), seen.get(2).asLong()};
  }

  private static long[] numbers(SqlSession spark) throws IOException {
    long[] seen = new long[3];
    for (int i = 0; i < seen.length; i++) {
      String table = i == 1 ? "b" : "a";
      seen[i] = Long.parseLong(spark.sql("SELECT max(id) FROM firn.pair." + table).get(0));
    }
    return seen;
  }
}
