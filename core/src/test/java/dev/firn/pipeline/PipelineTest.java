package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.PointerStoreException;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.relocated.com.google.common.collect.Lists;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in this process. */
class PipelineTest {
  @TempDir private Path folder;
  private PipelineFolder pipeline;

  @BeforeEach
  void makePipeline() {
    pipeline = new PipelineFolder(folder);
  }

  private static List<Long> upTo(int end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private void useFastClock(FlakySource flaky) {
    pipeline.useFastClock();
    pipeline.environment = pipeline.environment.withSources(flaky::over);
  }

  @Test
  void everyRowOfAFolderIsInTheTableOnceAndASecondRunFindsNothingToDo() throws Exception {
    for (int i = 0; i < 40; i++) {
      pipeline.put("h" + i % 4 + "/" + i + ".json.gz", PipelineFolder.gzip(PipelineFolder.row(i)));
    }
    Progress progress = pipeline.once();
    assertThat(progress.filesCommitted()).isEqualTo(40);
    assertThat(progress.rowsIn()).isEqualTo(40);
    assertThat(progress.rowsWritten()).isEqualTo(40);
    assertThat(progress.backlog()).isZero();
    assertThat(progress.bytesRead()).isPositive();
    assertThat(progress.lastCommit()).isPresent();
    assertThat(pipeline.ids()).isEqualTo(upTo(40));
    int snapshots = pipeline.snapshotCount();
    Progress second = pipeline.once();
    assertThat(second.filesKnown()).isEqualTo(40);
    assertThat(second.commits()).isZero();
    assertThat(pipeline.snapshotCount()).isEqualTo(snapshots);
    assertThat(pipeline.orphans()).isEmpty();
  }

  @Test
  void aBacklogEndsInFilesOfTheTablesOwnSpec() throws Exception {
    pipeline.with("memory", "16MiB").with("commit.interval", "60s");
    int id = 0;
    for (int file = 0; file < 150; file++) {
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < 3000; i++) {
        rows.append(PipelineFolder.row(id++));
      }
      pipeline.put(file + ".json", rows.toString());
    }
    Progress progress = pipeline.once();
    assertThat(progress.rowsWritten()).isEqualTo(id);
    List<FileScanTask> files =
        pipeline.open(
            opened -> {
              try (CloseableIterable<FileScanTask> tasks =
                  pipeline.table(opened).newScan().planFiles()) {
                return List.copyOf(Lists.newArrayList(tasks));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    // A slow machine may let a first commit come before there is a backlog.
    assertThat(files).hasSizeLessThan(10);
    assertThat(files)
        .filteredOn(task -> task.spec().fields().size() == 2)
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(pipeline.ids()).isEqualTo(upTo(id));
    assertThat(pipeline.orphans()).isEmpty();
  }

  @Test
  void aFileThatCanBeReadAtLastIsIngestedWithTheOthersBeforeIt() throws Exception {
    FlakySource flaky = new FlakySource();
    useFastClock(flaky);
    flaky.fail("bad.json", 4);
    pipeline.put("bad.json", PipelineFolder.row(0));
    pipeline.put("good.json", PipelineFolder.row(1));
    Progress progress = pipeline.once();
    assertThat(flaky.opened("bad.json")).isEqualTo(5);
    assertThat(progress.alerts()).isEqualTo(1);
    assertThat(pipeline.ids()).isEqualTo(upTo(2));
  }

  @Test
  void aFileThatCanNeverBeReadEndsTheRunWithStorageAfterEverythingElseIsIn() throws Exception {
    FlakySource flaky = new FlakySource();
    useFastClock(flaky);
    flaky.fail("bad.json", Integer.MAX_VALUE);
    pipeline.put("bad.json", PipelineFolder.row(9));
    for (int i = 0; i < 5; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(i));
    }
    assertThatThrownBy(pipeline::once)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
        .hasMessageContaining("bad.json")
        .hasMessageContaining("run again");
    assertThat(pipeline.ids()).isEqualTo(upTo(5));
    assertThat(pipeline.entries("bad.json")).isEmpty();
    flaky.fail("bad.json", 0);
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 1L, 2L, 3L, 4L, 9L);
  }

  @Test
  void aFileThatIsGivenUpDoesNotEndARunInWhichOthersStillWait() throws Exception {
    FlakySource flaky = new FlakySource();
    useFastClock(flaky);
    pipeline.with("source.settle", "60s");
    flaky.fail("bad.json", Integer.MAX_VALUE);
    pipeline.put("bad.json", PipelineFolder.row(9));
    Files.setLastModifiedTime(
        pipeline.source("bad.json"), FileTime.from(Instant.now().minusSeconds(600)));
    // Written a moment ago: it has not settled by the time at which the other one is given up.
    pipeline.put("fresh.json", PipelineFolder.row(1));
    assertThatThrownBy(pipeline::once)
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("bad.json");
    assertThat(pipeline.ids()).containsExactly(1L);
  }

  @Test
  void aFileThatChangesWhileItIsReadIsReadInItsNewVersion() throws Exception {
    FlakySource source = new FlakySource();
    AtomicReference<Boolean> replaced = new AtomicReference<>(false);
    pipeline.environment = pipeline.environment.withSources(source::over);
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.put("b.json", PipelineFolder.row(2));
    source.onOpen =
        name -> {
          if (name.equals("a.json") && !replaced.getAndSet(true)) {
            pipeline.put("a.json", PipelineFolder.row(7) + PipelineFolder.row(8));
          }
        };
    Progress progress = pipeline.once();
    assertThat(source.opened("a.json")).isEqualTo(2);
    assertThat(progress.filesCommitted()).isEqualTo(2);
    assertThat(pipeline.ids()).containsExactly(2L, 7L, 8L);
    assertThat(pipeline.statuses("a.json")).containsExactly(FileStatus.INGESTED);
  }

  @Test
  void aFileThatIsDeletedBeforeItIsReadIsForgotten() throws Exception {
    FlakySource source = new FlakySource();
    pipeline.environment = pipeline.environment.withSources(source::over);
    pipeline.put("a.json", PipelineFolder.row(1));
    source.onOpen =
        name -> {
          try {
            Files.deleteIfExists(pipeline.source("a.json"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    assertThat(pipeline.once().filesCommitted()).isZero();
    assertThat(pipeline.ids()).isEmpty();
  }

  @Test
  void aStopInTheMiddleCommitsWholeFilesOfEveryWorkerAndASecondRunTheRest() throws Exception {
    FlakySource source = new FlakySource();
    pipeline.with("commit.interval", "10m");
    pipeline.environment = pipeline.environment.withSources(source::over);
    AtomicInteger opened = new AtomicInteger();
    AtomicReference<String> last = new AtomicReference<>();
    int files = 60;
    for (int i = 0; i < files; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(2 * i) + PipelineFolder.row(2 * i + 1));
    }
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Pipeline run = new Pipeline(table, pipeline.environment, true);
      source.onOpen =
          name -> {
            if (opened.incrementAndGet() == 30) {
              last.set(name);
              run.stop();
              // The other worker ends first.
              awaitWorkers(1);
            }
          };
      run.run();
      Progress progress = run.progress();
      assertThat(progress.filesCommitted()).isBetween(30L, (long) files);
      assertThat(progress.commits()).isEqualTo(1);
    }
    assertThat(pipeline.statuses(last.get())).containsExactly(FileStatus.INGESTED);
    List<Long> ids = pipeline.ids();
    assertThat(ids.size() % 2).isZero();
    ids.forEach(id -> assertThat(ids).contains(id ^ 1));
    assertThat(pipeline.orphans()).isEmpty();
    pipeline.once();
    assertThat(pipeline.ids()).isEqualTo(upTo(2 * files));
  }

  /** Waits until only so many workers of all pipelines in this process are alive. */
  private static void awaitWorkers(int alive) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (System.nanoTime() < end && workerCount() > alive) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static long workerCount() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("firn-worker-"))
        .count();
  }

  @Test
  void twoIngestersOfOneFolderPutEachRowInOnce() throws Exception {
    int files = 60;
    for (int i = 0; i < files; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(i));
    }
    // The table is there before, so that both find it.
    TableSetup.openOrCreate(pipeline.config(), pipeline.environment).close();
    CyclicBarrier start = new CyclicBarrier(2);
    Callable<Progress> ingester =
        () -> {
          start.await();
          return pipeline.once();
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    long committed = 0;
    try {
      for (Future<Progress> each : threads.invokeAll(List.of(ingester, ingester))) {
        committed += each.get().filesCommitted();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(committed).isEqualTo(files);
    assertThat(pipeline.ids()).isEqualTo(upTo(files));
    assertThat(pipeline.orphans()).allMatch(name -> name.startsWith("segment-"));
  }

  @Test
  void twoIngestersMakeTheTableTogether() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(0));
    CyclicBarrier start = new CyclicBarrier(2);
    Callable<Progress> ingester =
        () -> {
          start.await();
          return pipeline.once();
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (Future<Progress> each : threads.invokeAll(List.of(ingester, ingester))) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(pipeline.ids()).containsExactly(0L);
  }

  @Test
  void aBatchThatIsGivenUpIsDecidedAnewAndTheOverwrittenFileRefused() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(1));
    pipeline.put("b.json", PipelineFolder.row(2));
    PipelineFolder other = new PipelineFolder(folder);
    other.environment = Environment.system();
    byte[] second =
        (PipelineFolder.row(7) + PipelineFolder.row(8)).getBytes(StandardCharsets.UTF_8);
    FlakySource source = new FlakySource();
    AtomicReference<Boolean> once = new AtomicReference<>(false);
    pipeline.environment = pipeline.environment.withSources(source::over);
    // While this run has the first version of a.json in hand, another ingester takes b.json and
    // the second version of a.json.
    pipeline.pointers.then(
        swap -> {
          pipeline.put("a.json", second);
          try {
            once.set(true);
            other.once();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return swap.run();
        });
    Progress progress = pipeline.once();
    assertThat(once.get()).isTrue();
    assertThat(progress.conflicts()).isPositive();
    assertThat(pipeline.ids()).containsExactly(2L, 7L, 8L);
    assertThat(pipeline.statuses("a.json")).containsExactly(FileStatus.INGESTED);
  }

  @Test
  void moreFilesThanTheQueueHoldsAreGivenUpAndNothingHangs() throws Exception {
    int files = 440;
    for (int i = 0; i < files; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(i));
    }
    pipeline.with("commit.interval", "10m");
    FlakySource source = new FlakySource();
    AtomicReference<Pipeline> run = new AtomicReference<>();
    AtomicInteger opened = new AtomicInteger();
    source.onOpen =
        name -> {
          if (opened.incrementAndGet() == 420) {
            run.get().stop();
          }
        };
    pipeline.environment = pipeline.environment.withSources(source::over);
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      PipelineFolder other = new PipelineFolder(folder).with("commit.interval", "10m");
      other.environment = Environment.system();
      run.set(new Pipeline(table, pipeline.environment, true));
      pipeline.pointers.then(
          swap -> {
            try {
              other.with("source.pattern", "'1{*}.json'").once();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return swap.run();
          });
      run.get().run();
      assertThat(run.get().progress().filesCommitted()).isZero();
    }
    pipeline.environment = Environment.system();
    pipeline.with("source.pattern", "'{**}'").once();
    assertThat(pipeline.ids()).isEqualTo(upTo(files));
  }

  @Test
  void aCatalogThatFailsNowAndThenIsRiddenOut() throws Exception {
    for (int i = 0; i < 10; i++) {
      pipeline.put(i + ".json", PipelineFolder.row(i));
    }
    TableSetup.openOrCreate(pipeline.config(), pipeline.environment).close();
    pipeline.pointers.then(
        swap -> {
          throw new PointerStoreException(false, "injected: down", null);
        },
        pipeline.pointers.lost(),
        pipeline.pointers.appliedUnanswered(() -> {}));
    pipeline.once();
    assertThat(pipeline.ids()).isEqualTo(upTo(10));
  }

  @Test
  void withdrawnFilesStayOutForSweepsAndNoticesUntilTheyAreReplayed() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(0));
    pipeline.once();
    long before = pipeline.open(opened -> opened.refresh().currentSnapshot().snapshotId());
    pipeline.put("b.json", PipelineFolder.row(1));
    pipeline.once();
    pipeline.open(
        opened -> {
          pipeline.table(opened).manageSnapshots().rollbackTo(before).commit();
          return true;
        });
    assertThat(pipeline.once().filesCommitted()).isZero();
    assertThat(pipeline.entry("b.json").status()).isEqualTo(FileStatus.WITHDRAWN);
    assertThat(pipeline.ids()).containsExactly(0L);
    try (OpenedTable table = OpenedTable.open(pipeline.config(), pipeline.environment)) {
      table.committer(pipeline.environment).replay(List.of(pipeline.location("b.json")));
    }
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L, 1L);
  }

  @Test
  void rejectedRowsAreKeptWithFileLineAndReason() throws Exception {
    pipeline.with("event-time.past", "30d").with("event-time.future", "1d");
    String now = Instant.now().toString();
    pipeline.put(
        "a.json",
        PipelineFolder.row(now, 1)
            + "no json at all\n"
            + PipelineFolder.row("2099-01-01T00:00:00Z", 2)
            + PipelineFolder.row(now, 3));
    pipeline.put("b.json", "{\"ts\":\"" + now + "\",\"id\":\"x\"}\n" + PipelineFolder.row(now, 4));
    pipeline.put("c.json", PipelineFolder.row("2000-01-01T00:00:00Z", 5));
    Progress progress = pipeline.once();

    assertThat(pipeline.ids()).containsExactly(1L, 3L, 4L);
    assertThat(progress.rowsIn()).isEqualTo(7);
    assertThat(progress.rowsWritten()).isEqualTo(3);
    assertThat(progress.rowsRejected()).isEqualTo(4);
    for (String name : List.of("a.json", "b.json", "c.json")) {
      LedgerEntry entry = pipeline.entry(name);
      assertThat(entry.rowsIn()).isEqualTo(entry.rowsWritten() + entry.rowsRejected());
      assertThat(entry.rejects()).isPresent();
    }
    List<RejectedRows.Row> rows = new ArrayList<>();
    long total =
        pipeline.open(
            opened ->
                new RejectedRows(opened)
                    .read(opened.head().orElseThrow(), Optional.empty(), 100, rows::add));
    assertThat(total).isEqualTo(4);
    assertThat(rows)
        .extracting(
            row -> row.place().substring(row.place().lastIndexOf('/') + 1) + " " + row.reason())
        .containsExactlyInAnyOrder(
            "a.json line 2 malformed",
            "a.json line 3 event-time",
            "b.json line 1 type-mismatch",
            "c.json line 1 event-time");
    assertThat(rows)
        .filteredOn(row -> row.reason().equals("malformed"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.text()).isEqualTo("no json at all");
              assertThat(row.byteOffset()).contains((long) PipelineFolder.row(now, 1).length());
            });
    List<RejectedRows.Row> ofB = new ArrayList<>();
    long inB =
        pipeline.open(
            opened ->
                new RejectedRows(opened)
                    .read(
                        opened.head().orElseThrow(),
                        Optional.of(
                            new SourceFiles(opened.config()).key(pipeline.location("b.json"))),
                        100,
                        ofB::add));
    assertThat(inB).isEqualTo(1);
    assertThat(ofB).singleElement().satisfies(r -> assertThat(r.file()).endsWith("/b.json"));
  }

  @Test
  void aLimitOfRejectedRowsCutsTheRowsAndNotTheirNumber() throws Exception {
    pipeline.put("a.json", "x\n".repeat(30));
    pipeline.once();
    List<RejectedRows.Row> rows = new ArrayList<>();
    long total =
        pipeline.open(
            opened ->
                new RejectedRows(opened)
                    .read(opened.head().orElseThrow(), Optional.empty(), 7, rows::add));
    assertThat(total).isEqualTo(30);
    assertThat(rows).hasSize(7);
  }

  @Test
  void aWatchingRunTakesFilesAsTheyComeAndEndsWhenItIsStopped() throws Exception {
    pipeline.put("a.json", PipelineFolder.row(0));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (OpenedTable table = TableSetup.openOrCreate(pipeline.config(), pipeline.environment)) {
      Pipeline run = new Pipeline(table, pipeline.environment, false);
      Future<?> ended =
          thread.submit(
              () -> {
                run.run();
                return true;
              });
      awaitCommitted(run, 1);
      pipeline.put("b.json", PipelineFolder.row(1));
      awaitCommitted(run, 2);
      run.stop();
      ended.get();
    } finally {
      thread.shutdownNow();
    }
    assertThat(pipeline.ids()).isEqualTo(upTo(2));
  }

  private static void awaitCommitted(Pipeline run, int files) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (System.nanoTime() < end && run.progress().filesCommitted() < files) {
      LockSupport.parkNanos(2_000_000);
    }
    assertThat(run.progress().filesCommitted()).isEqualTo(files);
  }

  @Test
  void hiddenTemporaryAndUnmatchedFilesAreCountedAndLeftAlone() throws Exception {
    pipeline.with("source.pattern", "'{*}.json'");
    pipeline.put("a.json", PipelineFolder.row(0));
    pipeline.put(".hidden.json", PipelineFolder.row(1));
    pipeline.put("b.json.tmp", PipelineFolder.row(2));
    pipeline.put("notes.txt", "nothing");
    Progress progress = pipeline.once();
    assertThat(pipeline.ids()).containsExactly(0L);
    assertThat(progress.skipped().unmatched()).isEqualTo(1);
    assertThat(Arrays.asList(progress.filesCommitted(), progress.filesRejected()))
        .containsExactly(1L, 0L);
  }
}
