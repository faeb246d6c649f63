package dev.firn.catalog;

import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentCommitTest {
  private static final String COUNTER = "counter";

  @TempDir Path folder;

  private FirnCatalog open() {
    return open(folder);
  }

  private static FirnCatalog open(Path folder) {
    return FirnCatalog.embedded(
        "firn", folder.resolve("catalog.db"), folder.toString(), TestTables.io());
  }

  @Test
  void appendsOfManyThreadsAllLandOnce() throws Exception {
    int threads = 4;
    int appends = 25;
    try (FirnCatalog catalog = open()) {
      catalog.createNamespace(DB);
      catalog
          .buildTable(TABLE, SCHEMA)
          .withProperty("commit.retry.num-retries", "1000")
          .withProperty("commit.retry.min-wait-ms", "1")
          .withProperty("commit.retry.max-wait-ms", "20")
          .withProperty("write.metadata.delete-after-commit.enabled", "false")
          .withProperty("write.metadata.previous-versions-max", "1000")
          .create();
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Future<?>> done = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
          String prefix = "thread-" + thread + "-";
          done.add(pool.submit(() -> append(catalog.loadTable(TABLE), prefix, appends)));
        }
        for (Future<?> one : done) {
          one.get();
        }
      } finally {
        pool.shutdown();
      }
      Table table = catalog.loadTable(TABLE);
      assertThat(TestTables.dataFiles(table)).hasSize(threads * appends);
      assertThat(table.history()).hasSize(threads * appends);
      // One for the creation and one for each append: none is left of the conflicts.
      assertThat(TestTables.metadataFiles(folder)).hasSize(1 + threads * appends);
    }
  }

  private static void append(Table table, String prefix, int appends) {
    for (int i = 0; i < appends; i++) {
      table.newAppend().appendFile(TestTables.file(prefix + i)).commit();
    }
  }

  @Test
  void incrementsOfTwoProcessesAllLandOnce() throws Exception {
    int increments = 20;
    try (FirnCatalog catalog = open()) {
      catalog.createNamespace(DB);
      catalog.buildTable(TABLE, SCHEMA).withProperty(COUNTER, "0").create();
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Incrementer.class.getName(),
                  folder.toString(),
                  Integer.toString(increments))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      int done = 0;
      // Both are at it at the same time: this one goes on until the other one has ended.
      while (other.isAlive() || done < increments) {
        Incrementer.increment(catalog);
        done++;
      }
      assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(other.exitValue()).isZero();
      assertThat(catalog.loadTable(TABLE).properties())
          .containsEntry(COUNTER, Integer.toString(done + increments));
    }
  }

  /** The other process. */
  static final class Incrementer {
    private Incrementer() {}

    public static void main(String[] args) throws IOException {
      try (FirnCatalog catalog = open(Path.of(args[0]))) {
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
          increment(catalog);
        }
      }
    }

    /** Counts up by one, with a retry loop of its own around single attempts. */
    static void increment(FirnCatalog catalog) {
      FirnTableOperations operations = catalog.operations(TABLE);
      while (true) {
        TableMetadata base = Objects.requireNonNull(operations.refresh());
        int counter = Integer.parseInt(base.properties().get(COUNTER));
        TableMetadata next = TestTables.withProperty(base, COUNTER, Integer.toString(counter + 1));
        if (operations.tryCommit(base, next) instanceof CommitResult.Committed) {
          return;
        }
      }
    }
  }
}
