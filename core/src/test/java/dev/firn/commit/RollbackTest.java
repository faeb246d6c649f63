package dev.firn.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.commit.CommitOutcome.Committed;
import dev.firn.commit.CommitOutcome.GivenUp;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table is rolled back, cherry-picked, replaced or expired underneath the ledger. */
class RollbackTest {
  private static final Duration NEVER = Duration.ofDays(1000);

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

  private Committed land(int files) throws InterruptedException {
    return (Committed) table.committer().commit(table.land(files));
  }

  private CommitOutcome landAgain(String name) throws InterruptedException {
    Path file = folder.resolve("in").resolve(name);
    return table.committer().commit(table.land(List.of(file)));
  }

  private String location(String name) {
    return CommitFixture.location(folder.resolve("in").resolve(name));
  }

  private void assertUnknown(ThrowingCallable call, String... named) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LEDGER_UNKNOWN))
        .hasMessageContaining("firn ledger adopt")
        .hasMessageContaining("firn ledger reset")
        .hasMessageContainingAll(named);
  }

  /** No kind of commit goes through, and none leaves a snapshot. */
  private void assertEverythingStops(String... named) {
    int snapshots = table.metadata().snapshots().size();
    LandingResult landed = table.land(1);
    assertUnknown(() -> table.committer().commit(landed), named);
    assertUnknown(() -> table.committer().settle(NEVER), named);
    assertUnknown(() -> table.committer().replay(List.of(location("0.json"))), named);
    assertThat(table.metadata().snapshots()).hasSize(snapshots);
  }

  @Test
  void filesThatLeftByARollbackAreWithdrawnAndStayOutUntilTheyAreReplayed() throws Exception {
    Committed kept = land(1);
    land(1);
    table.rollbackTo(kept.snapshotId());

    assertThat(table.committer().settle(NEVER)).contains(table.head());
    assertThat(table.head().previous()).contains(kept.root().location());
    assertThat(table.status("0.json")).contains(FileStatus.INGESTED);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(landAgain("1.json")).isInstanceOf(GivenUp.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));

    table.committer().replay(List.of(location("1.json")));
    assertThat(table.status("1.json")).contains(FileStatus.REPLAY);
    assertThat(landAgain("1.json")).isInstanceOf(Committed.class);
    assertThat(table.status("1.json")).contains(FileStatus.INGESTED);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
    assertThat(landAgain("1.json")).isInstanceOf(GivenUp.class);
  }

  @Test
  void aLandingAfterARollbackRecordsTheWithdrawalFirst() throws Exception {
    Committed kept = land(1);
    land(2);
    table.rollbackTo(kept.snapshotId());
    Committed next = land(1);
    assertThat(next.root().sequence()).isEqualTo(3);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("2.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 3));
    // The withdrawal is a snapshot of its own, without files.
    Snapshot settled = table.metadata().snapshot(table.metadata().currentSnapshot().parentId());
    assertThat(settled.summary()).containsKey("firn.ledger").doesNotContainKey("added-data-files");
  }

  @Test
  void aBatchWithAWithdrawnFileIsGivenUpAsAWhole() throws Exception {
    Committed kept = land(1);
    land(1);
    LandingResult mixed =
        table.land(List.of(folder.resolve("in").resolve("1.json"))).plus(table.land(1));
    table.rollbackTo(kept.snapshotId());
    GivenUp givenUp = (GivenUp) table.committer().commit(mixed);
    assertThat(givenUp.known()).hasSize(1);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
    assertThat(table.status("2.json")).isEmpty();
  }

  @Test
  void aSecondRollbackKeepsWhatTheFirstOneWithdrew() throws Exception {
    Committed first = land(1);
    land(1);
    table.rollbackTo(first.snapshotId());
    Committed third = land(1);
    land(1);
    table.rollbackTo(third.snapshotId());
    table.committer().settle(NEVER);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("2.json")).contains(FileStatus.INGESTED);
    assertThat(table.status("3.json")).contains(FileStatus.WITHDRAWN);
    table.rollbackTo(first.snapshotId());
    table.committer().settle(NEVER);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("2.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("3.json")).contains(FileStatus.WITHDRAWN);
  }

  @Test
  void aRollbackUnderAForeignAppendIsARollback() throws Exception {
    Committed kept = land(1);
    land(1);
    table.rollbackTo(kept.snapshotId());
    table.foreignAppend();
    land(1);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).contains(-1L).containsAll(CommitFixture.idsOf(0, 2)).hasSize(5);
  }

  @Test
  void aRollbackWhoseLostSnapshotsExpiredIsProvenByTheRoots() throws Exception {
    Committed kept = land(1);
    land(1);
    land(1);
    table.rollbackTo(kept.snapshotId());
    table.expireAllButCurrent();
    assertThat(table.metadata().snapshots()).hasSize(1);
    land(1);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("2.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 3));
  }

  @Test
  void aRollbackUnderAForeignAppendWithExpiryIsUnknownUntilAnOperatorDecides() throws Exception {
    Committed kept = land(1);
    Committed lost = land(1);
    table.rollbackTo(kept.snapshotId());
    table.foreignAppend();
    table.expireAllButCurrent();
    assertEverythingStops(lost.root().location(), "none");

    LedgerRoot adopted = table.committer().adopt(Optional.of(kept.root().location()));
    assertThat(adopted.sequence()).isGreaterThan(lost.root().sequence());
    assertThat(adopted.segments()).isEqualTo(kept.root().segments());
    assertThat(table.state()).isInstanceOf(LedgerState.Head.class);
    assertThat(landAgain("0.json")).isInstanceOf(GivenUp.class);
    assertThat(landAgain("1.json")).isInstanceOf(Committed.class);
    assertThat(table.ids()).contains(-1L).containsAll(CommitFixture.idsOf(0, 1)).hasSize(5);
  }

  @Test
  void adoptWithoutANameTakesTheRootOfTheProperty() throws Exception {
    land(1);
    Committed last = land(1);
    table.foreignAppend();
    table.expireAllButCurrent();
    assertEverythingStops(last.root().location());
    LedgerRoot adopted = table.committer().adopt(Optional.empty());
    assertThat(adopted.segments()).isEqualTo(last.root().segments());
    assertThat(landAgain("1.json")).isInstanceOf(GivenUp.class);
  }

  @Test
  void aRollbackToBeforeTheFirstLandingWithdrawsEverything() throws Exception {
    table.foreignAppend();
    long before = table.metadata().currentSnapshot().snapshotId();
    land(1);
    land(1);
    table.rollbackTo(before);
    land(1);
    assertThat(table.status("0.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).contains(-1L).containsAll(CommitFixture.idsOf(2)).hasSize(3);
    table.committer().replay(List.of(location("0.json"), location("1.json")));
    assertThat(landAgain("0.json")).isInstanceOf(Committed.class);
  }

  @Test
  void aRollbackToBeforeTheFirstLandingOnWhichRootsOfTheFirstLineRemainGoesOn() throws Exception {
    table.foreignAppend();
    long before = table.metadata().currentSnapshot().snapshotId();
    Committed lost = land(1);
    table.rollbackTo(before);
    Committed next = land(1);
    assertThat(next.root().sequence()).isGreaterThan(lost.root().sequence());
    assertThat(table.state()).isInstanceOf(LedgerState.Head.class);
    assertThat(landAgain("0.json")).isInstanceOf(GivenUp.class);
  }

  @Test
  void aCherryPickOfARolledBackLandingIsUnknownUntilItsRootIsAdopted() throws Exception {
    Committed kept = land(1);
    table.foreignAppend();
    Committed lost = land(1);
    table.rollbackTo(kept.snapshotId());
    table.table().manageSnapshots().cherrypick(lost.snapshotId()).commit();
    assertEverythingStops(
        kept.root().location(), lost.root().location(), Long.toString(lost.snapshotId()));

    table.committer().adopt(Optional.of(lost.root().location()));
    assertThat(landAgain("1.json")).isInstanceOf(GivenUp.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
    land(1);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 3));
  }

  @Test
  void aCherryPickAfterTheWithdrawalWasRecordedIsUnknownToo() throws Exception {
    Committed kept = land(1);
    Committed lost = land(1);
    table.rollbackTo(kept.snapshotId());
    Committed next = land(1);
    table.table().manageSnapshots().cherrypick(lost.snapshotId()).commit();
    assertEverythingStops(next.root().location(), Long.toString(lost.snapshotId()));
  }

  @Test
  void aCherryPickOfTheNextLostLandingIsAMoveForward() throws Exception {
    Committed kept = land(1);
    Committed lost = land(1);
    table.rollbackTo(kept.snapshotId());
    table.table().manageSnapshots().cherrypick(lost.snapshotId()).commit();
    assertThat(landAgain("1.json")).isInstanceOf(GivenUp.class);
    land(1);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1, 2));
  }

  @Test
  void aReplacedTableIsUnknownUntilItsLedgerIsReset() throws Exception {
    land(1);
    Committed last = land(1);
    String uuid = table.metadata().uuid();
    table
        .catalog
        .newReplaceTableTransaction(
            CommitFixture.NAME, CommitFixture.SCHEMA, CommitFixture.SPEC, false)
        .commitTransaction();
    table.ledgerTable = table.openLedger();
    assertThat(table.metadata().uuid()).isEqualTo(uuid);
    assertEverythingStops(last.root().location(), "none");

    LedgerRoot reset = table.committer().reset();
    assertThat(reset.segments()).isEmpty();
    assertThat(reset.sequence()).isGreaterThan(last.root().sequence());
    assertThat(landAgain("0.json")).isInstanceOf(Committed.class);
    assertThat(landAgain("1.json")).isInstanceOf(Committed.class);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 1));
  }

  @Test
  void aTableWhoseLedgerCanOnlyBeSeenInItsFolderIsUnknown() throws Exception {
    land(1);
    Committed last = land(1);
    table.foreignAppend();
    table.expireAllButCurrent();
    table.table().updateProperties().remove("firn.ledger").commit();
    assertEverythingStops(last.root().location());
    assertThatThrownBy(() -> table.committer().adopt(Optional.empty()))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    table.committer().adopt(Optional.of(last.root().location()));
    assertThat(landAgain("0.json")).isInstanceOf(GivenUp.class);
    land(1);
    assertThat(table.ids()).hasSize(7);
  }

  @Test
  void aPropertyThatWasRemovedIsSetByTheNextCommit() throws Exception {
    land(1);
    table.table().updateProperties().remove("firn.ledger").commit();
    Committed next = land(1);
    assertThat(table.metadata().properties()).containsEntry("firn.ledger", next.root().location());
    assertThat(table.status("0.json")).contains(FileStatus.INGESTED);
  }

  @Test
  void aRootOfAnotherTableIsNotAdopted() throws Exception {
    Committed landed = land(1);
    Path elsewhere = java.nio.file.Files.createDirectories(folder.resolve("other"));
    try (CommitFixture other = new CommitFixture(elsewhere)) {
      assertThatThrownBy(() -> other.committer().adopt(Optional.of(landed.root().location())))
          .isInstanceOfSatisfying(
              FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
          .hasMessageContaining(table.metadata().uuid())
          .hasMessageContaining(other.metadata().uuid());
    }
  }

  @Test
  void aRollbackBetweenTwoAttemptsIsRecordedBeforeTheCommit() throws Exception {
    Committed kept = land(1);
    land(1);
    LandingResult landed = table.land(1);
    table.pointers.then(ScriptedPointers.after(() -> table.rollbackTo(kept.snapshotId())));
    assertThat(table.committer().commit(landed)).isInstanceOf(Committed.class);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0, 2));
  }

  @Test
  void aFileWhoseRowsAreInTheTableIsNotReplayed() throws Exception {
    land(1);
    assertThatThrownBy(() -> table.committer().replay(List.of(location("0.json"))))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE));
    assertThatThrownBy(() -> table.committer().replay(List.of(location("9.json"))))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void aLostCommitThatLandedAndWasRolledBackIsStillCommittedAndThenWithdrawn() throws Exception {
    Committed kept = land(1);
    LandingResult landed = table.land(1);
    table.pointers.then(
        table.pointers.appliedUnanswered(() -> table.rollbackTo(kept.snapshotId())));
    assertThat(table.committer().commit(landed)).isInstanceOf(Committed.class);
    table.committer().settle(NEVER);
    assertThat(table.status("1.json")).contains(FileStatus.WITHDRAWN);
    assertThat(table.ids()).isEqualTo(CommitFixture.idsOf(0));
  }
}
