package dev.firn.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import dev.firn.upkeep.ManifestMerge;
import dev.firn.upkeep.OrphanFiles;
import dev.firn.upkeep.SnapshotExpiry;
import dev.firn.upkeep.TableFiles;
import dev.firn.upkeep.TableUpkeep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upkeep of a table that ingesters write, and what they do afterwards. */
class TableUpkeepTest {
  private static final Clock IN_A_WEEK =
      Clock.fixed(Instant.now().plus(Duration.ofDays(7)), ZoneOffset.UTC);

  @TempDir Path folder;
  private PipelineFolder pipeline;

  @BeforeEach
  void landFourTimes() throws InterruptedException {
    pipeline = new PipelineFolder(folder);
    for (int i = 1; i <= 4; i++) {
      pipeline.put("f" + i + ".json", PipelineFolder.row(i));
      pipeline.once();
    }
  }

  private <T> T keepUp(Function<TableFiles, T> upkeep) {
    return pipeline.open(opened -> upkeep.apply(opened.files()));
  }

  private static SnapshotExpiry.Report expire(TableFiles files) {
    return new SnapshotExpiry(files, IN_A_WEEK).run(SnapshotExpiry.Settings.BY_PROPERTIES);
  }

  @Test
  void afterExpiryAnIngesterGoesOnAndDoublesNothing() throws Exception {
    assertThat(keepUp(TableUpkeepTest::expire).snapshots()).isEqualTo(3);
    assertThat(pipeline.snapshotCount()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
    pipeline.put("f5.json", PipelineFolder.row(5));
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(keepUp(TableUpkeepTest::expire).snapshots()).isEqualTo(1);
  }

  @Test
  void theHeadStaysHoweverOldItIsAndWhateverLiesAboveIt() {
    pipeline.open(
        opened -> {
          Table table = pipeline.table(opened);
          table.newAppend().commit();
          table.newAppend().commit();
          return 0;
        });
    String head = pipeline.head().location();
    SnapshotExpiry.Settings all =
        new SnapshotExpiry.Settings(
            Optional.of(Instant.now().plusSeconds(60)), OptionalInt.of(1), false);
    assertThat(keepUp(files -> new SnapshotExpiry(files, IN_A_WEEK).run(all)).snapshots())
        .isEqualTo(3);
    assertThat(pipeline.snapshotCount()).as("the head and the two above it").isEqualTo(3);
    assertThat(pipeline.head().location()).isEqualTo(head);
  }

  @Test
  void aRollbackThatNobodyHasRecordedYetPutsExpiryOff() throws Exception {
    pipeline.open(
        opened -> {
          Table table = pipeline.table(opened);
          table.manageSnapshots().rollbackTo(table.currentSnapshot().parentId()).commit();
          return 0;
        });
    assertThat(keepUp(TableUpkeepTest::expire).held()).isPresent();
    assertThat(pipeline.snapshotCount()).isEqualTo(4);
    pipeline.once();
    assertThat(keepUp(TableUpkeepTest::expire).held()).isEmpty();
    pipeline.once();
    assertThat(pipeline.ids()).as("what left stays out").containsExactly(1L, 2L, 3L);
  }

  @Test
  void tagsKeepTheirSnapshots() {
    long tagged =
        pipeline.open(
            opened -> {
              Table table = pipeline.table(opened);
              long first = table.currentSnapshot().parentId();
              table.manageSnapshots().createTag("keep", first).commit();
              return first;
            });
    assertThat(keepUp(TableUpkeepTest::expire).snapshots()).isEqualTo(2);
    assertThat(pipeline.<Boolean>open(opened -> opened.refresh().snapshot(tagged) != null))
        .isTrue();
  }

  @Test
  void manifestsAreMergedAndNothingElseChanges() throws Exception {
    String head = pipeline.head().location();
    ManifestMerge.Report report = keepUp(files -> new ManifestMerge(files).run(true));
    assertThat(report.before()).isEqualTo(4);
    assertThat(report.after()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(pipeline.head().location()).isEqualTo(head);
    assertThat(keepUp(files -> new ManifestMerge(files).run(true)).before()).isZero();
    assertThat(pipeline.orphans()).isEmpty();
  }

  private Path stray(String name, Duration age) throws IOException {
    Path data =
        Path.of(
            pipeline.<String>open(o -> o.refresh().location()).substring("file://".length()),
            "data");
    Path file = Files.writeString(data.resolve(name), "left behind");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    return file;
  }

  @Test
  void orphansAreOnlyToldUnlessAskedForAndYoungOnesStay() throws Exception {
    Path old = stray("old+x%20=1.parquet", Duration.ofDays(5));
    Path temporary = stray(".firn-tmp-1", Duration.ofDays(5));
    Path young = stray("young.parquet", Duration.ofHours(23));
    Path hidden = stray("_SUCCESS", Duration.ofDays(5));
    OrphanFiles.Settings dry = OrphanFiles.dryRun(Optional.empty());
    OrphanFiles.Report told = keepUp(files -> new OrphanFiles(files, Clock.systemUTC()).run(dry));
    assertThat(told.orphans()).isEqualTo(2);
    assertThat(told.young()).isEqualTo(1);
    assertThat(old).exists();
    OrphanFiles.Settings delete = new OrphanFiles.Settings(OrphanFiles.USUAL_AGE, true, false);
    assertThat(keepUp(files -> new OrphanFiles(files, Clock.systemUTC()).run(delete)).deleted())
        .isEqualTo(2);
    assertThat(old).doesNotExist();
    assertThat(temporary).doesNotExist();
    assertThat(young).exists();
    assertThat(hidden).exists();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
    assertThatThrownBy(() -> OrphanFiles.checked(Duration.ofHours(23)))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("24h");
  }

  @Test
  void allOfItTogetherLeavesTheTableAndItsLedgerWhole() throws Exception {
    // Nothing is under way: even what has just been written may be judged.
    OrphanFiles.Settings everything = new OrphanFiles.Settings(Duration.ZERO, true, false);
    TableUpkeep.Settings settings = new TableUpkeep.Settings(true, true, Optional.of(everything));
    TableUpkeep.Report report = keepUp(files -> new TableUpkeep(files, IN_A_WEEK).run(settings));
    assertThat(report.snapshots().snapshots()).isEqualTo(3);
    assertThat(report.ledgerFiles()).as("roots of expired snapshots").isPositive();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
    pipeline.put("f5.json", PipelineFolder.row(5));
    pipeline.once();
    pipeline.once();
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(pipeline.entry("f1.json").rowsWritten()).isEqualTo(1);
  }

  @Test
  void keysSayWhatIsDone() throws Exception {
    Path old = stray("old.parquet", Duration.ofDays(5));
    pipeline
        .with("upkeep.interval", "100ms")
        .with("upkeep.expire-snapshots", "false")
        .with("upkeep.remove-orphans", "true")
        .with("upkeep.orphan-age", "2d")
        .with("upkeep.history", "1d");
    runUpkeepUntil(() -> !Files.exists(old));
    assertThat(old).doesNotExist();
    assertThat(pipeline.snapshotCount()).isEqualTo(4);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
    pipeline.with("upkeep.orphan-age", "1h");
    assertThatThrownBy(() -> runUpkeepUntil(() -> true)).hasMessageContaining("1d or more");
  }

  @Test
  void runningIngesterDoesItByItself() throws Exception {
    pipeline.with("upkeep.interval", "100ms");
    runUpkeepUntil(() -> pipeline.snapshotCount() == 1);
    assertThat(pipeline.snapshotCount()).isEqualTo(1);
    assertThat(pipeline.ids()).containsExactly(1L, 2L, 3L, 4L);
  }

  private void runUpkeepUntil(BooleanSupplier done) throws InterruptedException {
    Environment e = pipeline.environment;
    Environment later =
        new Environment(IN_A_WEEK, e.ids(), e.storage(), e.pointers(), e.sources(), e.notices());
    try (OpenedTable table = OpenedTable.open(pipeline.config(), later);
        var thread = PipelineParts.tableUpkeep(table, later)) {
      thread.start();
      long end = System.nanoTime() + 60_000_000_000L;
      while (!done.getAsBoolean() && System.nanoTime() < end) {
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
      }
    }
  }
}
