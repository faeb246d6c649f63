package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.PointerStore;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerRoot;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.ManageSnapshots;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineStartTest {
  private static final TableIdentifier NAME = TableIdentifier.of("logs", "t");

  @TempDir private Path folder;
  private PipelineConfig config;

  @BeforeEach
  void writePipelineFile() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        """
        table: logs.t
        source: {folder: in, pattern: "{yyyy}-{MM}-{dd}-{*}.json", settle: 0s}
        commit: {interval: 100ms}
        storage: {fsync: false}
        schema: {id: long}
        """);
    config = PipelineConfig.load(file);
  }

  @Test
  void aRunThatDoesNotKnowItsLedgerSaysSo() throws IOException, InterruptedException {
    long first = ingest("2026-01-01-a.json");
    ingest("2026-01-01-b.json");
    long third = ingest("2026-01-01-c.json");
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      Table table = opened.catalog().loadTable(NAME);
      manage(table).setCurrentSnapshot(first).commit();
      manage(table).cherrypick(third).commit();
    }
    assertThatThrownBy(this::run)
        .isInstanceOfSatisfying(
            FirnException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.LEDGER_UNKNOWN))
        .hasMessageContaining("cherry-picked");
  }

  @Test
  void aWithdrawnFileWithADayInItsPathCanBeReplayed() throws IOException, InterruptedException {
    long first = ingest("2026-01-01-a.json");
    ingest("2026-01-02-b.json");
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      manage(opened.catalog().loadTable(NAME)).setCurrentSnapshot(first).commit();
      String location = new SourceFiles(config).location("2026-01-02-b.json");
      LedgerRoot root = opened.committer(Environment.system()).replay(List.of(location));
      assertThat(root.totals().of(FileStatus.REPLAY).files()).isEqualTo(1);
    }
    run();
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      assertThat(opened.refresh().currentSnapshot().summary()).containsEntry("total-records", "2");
    }
  }

  @Test
  void aNamespaceThatSomebodyElseCreatesMeanwhileIsTaken() throws InterruptedException {
    Environment raced = Environment.system().withPointers(PipelineStartTest::createdTwice);
    try (OpenedTable opened = TableSetup.openOrCreate(config, raced)) {
      assertThat(opened.catalog().tableExists(NAME)).isTrue();
    }
  }

  /** Every namespace is created by somebody else right before. */
  private static PointerStore createdTwice(PointerStore store) {
    return (PointerStore)
        Proxy.newProxyInstance(
            PointerStore.class.getClassLoader(),
            new Class<?>[] {PointerStore.class},
            (proxy, method, arguments) -> {
              try {
                if (method.getName().equals("createNamespace")) {
                  method.invoke(store, arguments);
                }
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static ManageSnapshots manage(Table table) {
    return table.manageSnapshots();
  }

  /** Puts one more file into the table; the snapshot that does it. */
  private long ingest(String name) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("in").resolve(name), "{\"id\": 1}\n");
    run();
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      return opened.refresh().currentSnapshot().snapshotId();
    }
  }

  private void run() throws InterruptedException {
    Environment environment = Environment.system();
    try (OpenedTable opened = TableSetup.openOrCreate(config, environment)) {
      new Pipeline(opened, environment, true).run();
    }
  }
}
