package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that another process replays, for both ways in which an ingester hears of files. */
class ReplayBesideIngesterTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  @TempDir private Path folder;
  private PipelineFolder pipeline;
  private int sent;

  @BeforeEach
  void twoFilesOfWhichEachHasARow() {
    pipeline = new PipelineFolder(folder).with("source.sweep", "1s");
  }

  private void use(String source) throws IOException {
    if (source.equals("notices")) {
      Files.createDirectories(folder.resolve("letters"));
      pipeline.with("source.notices", "letters");
    }
  }

  private void arrive(String source, String name, int id) throws IOException {
    pipeline.put(name, PipelineFolder.row(id));
    if (source.equals("notices")) {
      Path half = folder.resolve("letters/.half");
      Files.writeString(half, "{\"location\": \"" + pipeline.location(name) + "\"}");
      Files.move(half, folder.resolve("letters/" + sent++ + ".json"));
    }
  }

  private long letters() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("letters"))) {
      return files.count();
    }
  }

  /** Two files are ingested, the second one leaves the table again by a rollback. */
  private void withdrawTheSecond(String source) throws Exception {
    arrive(source, "a.json", 0);
    pipeline.once();
    long before = pipeline.open(opened -> opened.refresh().currentSnapshot().snapshotId());
    arrive(source, "b.json", 1);
    pipeline.once();
    rollBackTo(before);
  }

  private void rollBackTo(long snapshotId) {
    pipeline.open(
        opened -> {
          pipeline.table(opened).manageSnapshots().rollbackTo(snapshotId).commit();
          return true;
        });
  }

  private void replay(String name) throws InterruptedException {
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      table.committer(pipeline.environment).replay(List.of(pipeline.location(name)));
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("gave up waiting").isLessThan(end);
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** What an operator does while the ingester runs. */
  private interface Beside {
    void act() throws Exception;
  }

  private void runLive(Beside beside) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Pipeline run = new Pipeline(table, pipeline.environment, false);
      Future<?> running =
          thread.submit(
              () -> {
                run.run();
                return null;
              });
      try {
        beside.act();
      } finally {
        run.stop();
        running.get(30, TimeUnit.SECONDS);
      }
    } finally {
      thread.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "notices"})
  void aFileThatTheRunningIngesterHadAcknowledgedComesBack(String source) throws Exception {
    use(source);
    arrive(source, "a.json", 0);
    pipeline.once();
    long before = pipeline.open(opened -> opened.refresh().currentSnapshot().snapshotId());
    runLive(
        () -> {
          arrive(source, "b.json", 1);
          await(() -> pipeline.ids().equals(List.of(0L, 1L)));
          rollBackTo(before);
          await(() -> pipeline.statuses("b.json").equals(List.of(FileStatus.WITHDRAWN)));
          replay("b.json");
          await(() -> pipeline.ids().equals(List.of(0L, 1L)));
        });
    assertThat(pipeline.entry("b.json").status()).isEqualTo(FileStatus.INGESTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "notices"})
  void aFileThatWasReplayedWhileNoIngesterRanComesBackAtTheStart(String source) throws Exception {
    use(source);
    withdrawTheSecond(source);
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L);
    replay("b.json");
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 1L);
    if (source.equals("notices")) {
      assertThat(letters()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "notices"})
  void aFileWithADayInItsPathComesBackToo(String source) throws Exception {
    use(source);
    pipeline.with("source.pattern", "'{yyyy}-{MM}-{dd}-{*}.json'");
    arrive(source, "2021-05-29-a.json", 0);
    pipeline.once();
    long before = pipeline.open(opened -> opened.refresh().currentSnapshot().snapshotId());
    arrive(source, "2021-05-29-b.json", 1);
    pipeline.once();
    rollBackTo(before);
    pipeline.once();
    replay("2021-05-29-b.json");
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "notices"})
  void aReplayedFileThatIsGoneHoldsNothingUp(String source) throws Exception {
    use(source);
    withdrawTheSecond(source);
    pipeline.once();
    replay("b.json");
    Files.delete(pipeline.source("b.json"));
    arrive(source, "c.json", 2);
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 2L);
    assertThat(pipeline.entry("b.json").status()).isEqualTo(FileStatus.REPLAY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"folder", "notices"})
  void aFileThatIsReplayedWhileANewNoticeOfItIsUnderWayIsReadOnce(String source) throws Exception {
    use(source);
    withdrawTheSecond(source);
    pipeline.once();
    replay("b.json");
    if (source.equals("notices")) {
      arrive(source, "b.json", 1);
    }
    pipeline.once();
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 1L);
  }
}
