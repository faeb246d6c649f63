package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a commit puts into the table's metadata. */
class CommitTest {
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

  @Test
  void filesAndEntriesBecomeVisibleInOneReplacementOfThePointer() throws Exception {
    TableMetadata before = table.metadata();
    LandingResult landed = table.land(3);
    Committed committed = (Committed) table.committer().commit(landed);
    TableMetadata after = table.metadata();

    assertThat(table.pointers.moved).hasValue(1);
    assertThat(after.previousFiles()).hasSize(before.previousFiles().size() + 1);
    assertThat(after.previousFiles().get(after.previousFiles().size() - 1).file())
        .isEqualTo(before.metadataFileLocation());
    assertThat(after.snapshots()).hasSize(1);
    assertThat(committed.attempts()).isEqualTo(1);
    assertThat(committed.snapshotId()).isEqualTo(after.currentSnapshot().snapshotId());
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
    LedgerEntry entry = table.entries("0.json").get(0);
    assertThat(entry.status()).isEqualTo(FileStatus.INGESTED);
    assertThat(entry.commitId()).isEqualTo(committed.commitId());
    assertThat(entry.rowsWritten()).isEqualTo(2);
  }

  @Test
  void summaryAndPropertyNameTheHead() throws Exception {
    Committed first = (Committed) table.committer().commit(table.land(1));
    Committed second = (Committed) table.committer().commit(table.land(1));
    Map<String, String> summary = table.metadata().currentSnapshot().summary();
    assertThat(summary)
        .containsEntry("firn.ledger", second.root().location())
        .containsEntry("firn.commit", second.commitId().toString())
        .containsEntry("added-records", "2");
    assertThat(table.metadata().properties())
        .containsEntry("firn.ledger", second.root().location());
    assertThat(table.state())
        .isEqualTo(new LedgerState.Head(second.root().location(), second.snapshotId()));
    assertThat(second.root().previous()).contains(first.root().location());
    assertThat(second.root().sequence()).isEqualTo(2);
  }

  @Test
  void otherCommitsCarryNoLedgerKeys() throws Exception {
    table.committer().commit(table.land(1));
    table.foreignAppend();
    table
        .table()
        .newDelete()
        .deleteFromRowFilter(org.apache.iceberg.expressions.Expressions.equal("action", "foreign"))
        .commit();
    table.committer().commit(table.land(1));
    List<Boolean> carry = new ArrayList<>();
    for (Snapshot snapshot : table.metadata().snapshots()) {
      boolean root = snapshot.summary().containsKey("firn.ledger");
      assertThat(snapshot.summary().containsKey("firn.commit")).isEqualTo(root);
      carry.add(root);
    }
    assertThat(carry).containsExactly(true, false, false, true);
  }

  @Test
  void eachRowLandsInTheFileOfItsDayUnderALandingSpecAndTheDefaultSpecStays() throws Exception {
    int defaultSpec = table.metadata().defaultSpecId();
    table.committer().commit(table.land(2));
    TableMetadata metadata = table.metadata();
    assertThat(metadata.defaultSpecId()).isEqualTo(defaultSpec);
    List<String> partitions = new ArrayList<>();
    try (var tasks = table.table().newScan().planFiles()) {
      tasks.forEach(
          task ->
              partitions.add(
                  task.spec().partitionToPath(task.file().partition())
                      + " "
                      + task.file().recordCount()));
    }
    assertThat(partitions).containsExactlyInAnyOrder("ts_day=2021-05-29 2", "ts_day=2021-06-01 2");
  }

  @Test
  void settlingRenewsAnOldHeadWithAnEmptySnapshotAndLeavesAYoungOneAlone() throws Exception {
    Committed landed = (Committed) table.committer().commit(table.land(1));
    assertThat(table.committer().settle(Duration.ofHours(1))).contains(landed.root());
    assertThat(table.pointers.moved).hasValue(1);

    String renewed = table.committer().settle(Duration.ofSeconds(-1)).orElseThrow().location();
    assertThat(renewed).isNotEqualTo(landed.root().location());
    Snapshot snapshot = table.metadata().currentSnapshot();
    assertThat(snapshot.operation()).isEqualTo("append");
    assertThat(snapshot.summary())
        .containsEntry("firn.ledger", renewed)
        .doesNotContainKey("added-data-files");
    assertThat(table.head().segments()).isEqualTo(landed.root().segments());
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
  }

  @Test
  void settlingATableWithoutALedgerMakesNoSnapshot() throws Exception {
    assertThat(table.committer().settle(Duration.ofSeconds(-1))).isEmpty();
    assertThat(table.metadata().snapshots()).isEmpty();
  }

  @Test
  void aRenewedHeadOutlivesTheExpiryOfTheLandingSnapshots() throws Exception {
    table.committer().commit(table.land(1));
    table.committer().settle(Duration.ofSeconds(-1));
    table.foreignAppend();
    table
        .table()
        .expireSnapshots()
        .expireSnapshotId(table.metadata().snapshots().get(0).snapshotId())
        .commit();
    table.committer().commit(table.land(1));
    assertThat(table.status("0.json")).contains(FileStatus.INGESTED);
    assertThat(table.status("1.json")).contains(FileStatus.INGESTED);
  }

  @Test
  void filesWhoseRowsNoEntryAnswersForAreRefused() throws Exception {
    LandingResult landed = table.land(2);
    LandingResult short1 = new LandingResult(landed.files(), landed.entries().subList(0, 1));
    LandingResult none = new LandingResult(landed.files(), List.of());
    for (LandingResult wrong : List.of(short1, none)) {
      assertThatThrownBy(() -> table.committer().commit(wrong))
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
          .hasMessageContaining("4 rows");
    }
    assertThat(table.metadata().snapshots()).isEmpty();
    table.committer().commit(landed);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }

  @Test
  void c38_theSameDataFileTwiceInOneBatchIsRefused() throws Exception {
    LandingResult landed = table.land(1);
    List<LandedFile> twice = new ArrayList<>(landed.files());
    twice.addAll(landed.files());
    assertThatThrownBy(() -> table.committer().commit(new LandingResult(twice, landed.entries())))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("4 rows");
    assertThat(table.metadata().snapshots()).isEmpty();
  }

  @Test
  void c38_theSameLandingTwiceIsIngestedOnceAndItsFilesStay() throws Exception {
    LandingResult landed = table.land(2);
    table.committer().commit(landed);
    table.committer().commit(table.land(1));
    CommitOutcome again = table.committer().commit(landed);
    assertThat(again)
        .isInstanceOfSatisfying(
            CommitOutcome.GivenUp.class, given -> assertThat(given.known()).hasSize(2));
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
    assertThat(table.pointers.moved).hasValue(2);
  }

  @Test
  void c38_theSameLandingAgainAfterARollbackLeavesTheFilesOfTheLostSnapshotAlone()
      throws Exception {
    Committed first = (Committed) table.committer().commit(table.land(1));
    LandingResult landed = table.land(1);
    Committed lost = (Committed) table.committer().commit(landed);
    table.rollbackTo(first.snapshotId());
    assertThat(table.committer().commit(landed)).isInstanceOf(CommitOutcome.GivenUp.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
    table.table().manageSnapshots().setCurrentSnapshot(lost.snapshotId()).commit();
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }
}
