package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Specs change between the landing of files and their commit. */
class LandingSpecRaceTest {
  @TempDir private Path folder;
  private CommitFixture table;

  @BeforeEach
  void open() {
    table = new CommitFixture(folder);
  }

  @AfterEach
  void close() {
    table.close();
  }

  /** The table's live files: spec by its fields, partition, rows. */
  private List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.table().newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        PartitionSpec spec = task.spec();
        files.add(
            spec.fields().stream().map(f -> f.transform() + "(" + f.name() + ")").toList()
                + " "
                + spec.partitionToPath(task.file().partition())
                + " "
                + task.file().recordCount());
      }
    }
    files.sort(null);
    return files;
  }

  private void assertManifestsAgreeWithTheirFiles() throws IOException {
    try (CloseableIterable<FileScanTask> tasks = table.table().newScan().planFiles()) {
      tasks.forEach(task -> assertThat(task.file().specId()).isEqualTo(task.spec().specId()));
    }
    for (ManifestFile manifest : table.metadata().currentSnapshot().allManifests(table.io)) {
      assertThat(table.metadata().specsById()).containsKey(manifest.partitionSpecId());
    }
  }

  /** The ids of the rows of a day, by a filter on the source column. */
  private List<Long> idsOfDay(String day, String next) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (var rows =
        IcebergGenerics.read(table.table())
            .where(
                Expressions.and(
                    Expressions.greaterThanOrEqual("ts", day + "T00:00:00Z"),
                    Expressions.lessThan("ts", next + "T00:00:00Z")))
            .build()) {
      rows.forEach(row -> ids.add((Long) row.getField("id")));
    }
    ids.sort(null);
    return ids;
  }

  private int landingSpecId() {
    return table.metadata().specs().stream()
        .filter(spec -> spec.fields().size() == 1)
        .filter(spec -> spec.fields().get(0).transform().toString().equals("day"))
        .mapToInt(PartitionSpec::specId)
        .findFirst()
        .orElseThrow();
  }

  private void cleanSpecs() {
    table.table().newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit();
    // A manifest of deleted files alone keeps its spec until the next snapshot leaves it out.
    table.table().newAppend().commit();
    table
        .table()
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .cleanExpiredMetadata(true)
        .commit();
  }

  private void addSpec(Consumer<UpdatePartitionSpec> change) {
    UpdatePartitionSpec update = table.table().updateSpec().addNonDefaultSpec();
    change.accept(update);
    update.commit();
  }

  /** A clean-up by another engine, after which an id belongs to another layout. */
  private void removeTheLandingSpecAndGiveItsIdAway(int id) {
    cleanSpecs();
    assertThat(table.metadata().specsById()).doesNotContainKey(id);
    addSpec(
        update ->
            update
                .removeField("ts_month")
                .removeField("action")
                .addField("id_bucket", Expressions.bucket("id", 4)));
    assertThat(table.metadata().spec(id).fields().get(0).transform().toString())
        .isEqualTo("bucket[4]");
  }

  private static final List<String> RIGHT =
      List.of("[day(ts_day)] ts_day=2021-05-29 2", "[day(ts_day)] ts_day=2021-06-01 2");

  @Test
  void aLandingSpecWhoseIdBelongsToAnotherLayoutIsAddedAnew() throws Exception {
    table.committer().commit(table.land(1));
    int id = landingSpecId();
    LandingResult landed = table.land(2);
    removeTheLandingSpecAndGiveItsIdAway(id);
    // The clean-up took the head's snapshot too.
    table.committer().adopt(Optional.empty());
    assertThat(table.committer().commit(landed)).isInstanceOf(Committed.class);
    assertThat(landingSpecId()).isNotEqualTo(id);
    assertThat(files()).isEqualTo(RIGHT);
    assertManifestsAgreeWithTheirFiles();
    assertThat(idsOfDay("2021-05-29", "2021-05-30")).containsExactly(2L, 4L);
    assertThat(idsOfDay("2021-06-01", "2021-06-02")).containsExactly(3L, 5L);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(1, 2));
  }

  @Test
  void theSameHappensBetweenBuildAndSwap() throws Exception {
    addSpec(
        update ->
            update.removeField("action").removeField("ts_month").addField(Expressions.day("ts")));
    int id = landingSpecId();
    LandingResult landed = table.land(2);
    table.pointers.then(
        ScriptedPointers.after(
            () -> {
              table.foreignAppend();
              removeTheLandingSpecAndGiveItsIdAway(id);
            }));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(2);
    assertThat(landingSpecId()).isNotEqualTo(id);
    assertThat(files()).isEqualTo(RIGHT);
    assertManifestsAgreeWithTheirFiles();
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }

  @Test
  void theSourceColumnWasDroppedButTheLandingSpecIsThere() throws Exception {
    table.committer().commit(table.land(1));
    LandingResult landed = table.land(1);
    dropTs();
    assertThat(table.committer().commit(landed)).isInstanceOf(Committed.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
    assertManifestsAgreeWithTheirFiles();
  }

  @Test
  void theSourceColumnWasDroppedAndTheLandingSpecIsNotThere() throws Exception {
    LandingResult landed = table.land(1);
    dropTs();
    assertThatThrownBy(() -> table.committer().commit(landed))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE))
        .hasMessageContaining("'ts'");
    assertThat(table.metadata().snapshots()).isEmpty();
    assertThat(landed.locations())
        .allSatisfy(file -> assertThat(Path.of(file.substring(7))).exists());
  }

  private void dropTs() {
    table.table().updateSpec().removeField("ts_month").commit();
    table.table().updateSchema().deleteColumn("ts").commit();
  }

  @Test
  void c25_filesInHandKeepTheirLayoutWhenTheDefaultSpecChangesFromMonthToDay() throws Exception {
    LandingResult landed = table.land(2);
    table
        .table()
        .updateSpec()
        .removeField("ts_month")
        .removeField("action")
        .addField(Expressions.day("ts"))
        .commit();
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(1);
    // The day layout is the default one now, and the landing files' own: they bear its id.
    assertThat(files()).isEqualTo(RIGHT);
    assertThat(table.metadata().specs()).hasSize(2);
    assertManifestsAgreeWithTheirFiles();
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }

  @Test
  void c25_theDefaultSpecChangesBetweenBuildAndSwap() throws Exception {
    LandingResult landed = table.land(2);
    table.pointers.then(
        ScriptedPointers.after(
            () ->
                table
                    .table()
                    .updateSpec()
                    .removeField("ts_month")
                    .addField(Expressions.day("ts"))
                    .commit()));
    Committed committed = (Committed) table.committer().commit(landed);
    assertThat(committed.attempts()).isEqualTo(2);
    assertThat(files()).isEqualTo(RIGHT);
    assertManifestsAgreeWithTheirFiles();
    assertThat(idsOfDay("2021-05-29", "2021-05-30")).containsExactly(0L, 2L);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }
}
