package dev.firn.ledger;

import static dev.firn.ledger.Entries.DAY;
import static dev.firn.ledger.Entries.entry;
import static dev.firn.ledger.Entries.file;
import static dev.firn.ledger.Entries.ingested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is recorded after rollbacks, and how replays bring files back. */
class WithdrawalTest {
  private static final UUID COMMIT = new UUID(8, 8);

  private final LedgerFixture ledger = new LedgerFixture(LedgerFixture.fanIn(3), 1);

  @Test
  void filesThatLeftTheTableAreWithdrawn() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    LedgerRoot lost = ledger.commit(ledger.commit(head, ingested("b")), ingested("c"));
    assertThat(afterRollback(head, lost))
        .isEqualTo(
            Map.of(
                "a", FileStatus.INGESTED,
                "b", FileStatus.WITHDRAWN,
                "c", FileStatus.WITHDRAWN));
  }

  @Test
  void aWithdrawnEntryTellsWhatLeft() {
    LedgerRoot head = ledger.commit(null);
    LedgerRoot lost = ledger.commit(head, ingested("b"));
    ledger.now = Entries.TIME.plusSeconds(60);
    LedgerRoot next = recordRollback(head, lost);
    assertThat(ledger.all(next))
        .containsExactly(
            ingested("b").as(FileStatus.WITHDRAWN, Entries.TIME.plusSeconds(60), COMMIT));
  }

  @Test
  void entriesThatAMergeCarriedAlongAreNotWithdrawn() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    head = ledger.commit(head, ingested("b"));
    LedgerRoot lost = ledger.commit(head, ingested("c"));
    MergePlan.Merged merged = ledger.store.merge(ledger.store.planMerge(lost).orElseThrow());
    lost = ledger.store.writeRoot(ledger.after(lost).merging(merged));
    assertThat(lost.segments()).hasSize(1);
    assertThat(afterRollback(head, lost))
        .isEqualTo(
            Map.of(
                "a", FileStatus.INGESTED,
                "b", FileStatus.INGESTED,
                "c", FileStatus.WITHDRAWN));
  }

  @Test
  void aRollbackToBeforeTheFirstRootWithdrawsEverything() {
    LedgerRoot lost = ledger.commit(null, ingested("a"));
    Segment withdrawals =
        ledger.store.writeWithdrawals(Optional.empty(), lost, COMMIT).orElseThrow();
    LedgerRoot next = ledger.store.writeRoot(ledger.after(null).adding(List.of(withdrawals)));
    assertThat(statuses(next)).isEqualTo(Map.of("a", FileStatus.WITHDRAWN));
  }

  @Test
  void rejectedFilesStayRejected() {
    LedgerRoot head = ledger.commit(null);
    LedgerRoot lost = ledger.commit(head, entry(file("a", 1), FileStatus.REJECTED, DAY, 3));
    assertThat(afterRollback(head, lost)).isEqualTo(Map.of("a", FileStatus.REJECTED));
  }

  @Test
  void aReplayOfALineThatWasLeftAndReturnedToDoesNotOutliveTheRejectionInTheOther() {
    LedgerRoot first = ledger.commit(null, entry(file("a", 1), FileStatus.REJECTED, DAY, 3));
    LedgerRoot replayed = ledger.commit(first, entry(file("a", 1), FileStatus.REPLAY, DAY, 3));
    LedgerRoot other = ledger.commit(first, ingested("b"));
    assertThat(afterRollback(replayed, other))
        .isEqualTo(Map.of("a", FileStatus.REJECTED, "b", FileStatus.WITHDRAWN));
  }

  @Test
  void aRollbackWithoutFilesHasNothingToRecord() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    LedgerRoot lost = ledger.commit(head);
    assertThat(ledger.store.writeWithdrawals(Optional.of(head), lost, COMMIT)).isEmpty();
  }

  @Test
  void rollingBackTheRecordOfARollbackKeepsFilesWithdrawn() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    LedgerRoot lost = ledger.commit(head, ingested("b"));
    LedgerRoot recorded = recordRollback(head, lost);
    assertThat(afterRollback(head, recorded))
        .isEqualTo(Map.of("a", FileStatus.INGESTED, "b", FileStatus.WITHDRAWN));
  }

  @Test
  void goingForwardAgainBringsTheLostFilesBackAsIngested() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    LedgerRoot lost = ledger.commit(head, ingested("b"));
    LedgerRoot recorded = ledger.commit(recordRollback(head, lost), ingested("c"));
    assertThat(afterRollback(lost, recorded))
        .isEqualTo(
            Map.of(
                "a", FileStatus.INGESTED,
                "b", FileStatus.INGESTED,
                "c", FileStatus.WITHDRAWN));
  }

  @Test
  void aReplayedFileThatIsRolledBackAgainIsWithdrawnAgain() {
    LedgerRoot withdrawn = ledger.commit(null, withdrawn("a"));
    LedgerRoot asked = ledger.commit(withdrawn, withdrawn("a").asReplay(Entries.TIME, COMMIT));
    LedgerRoot lost = ledger.commit(asked, ingested("a"));
    assertThat(afterRollback(asked, lost)).isEqualTo(Map.of("a", FileStatus.WITHDRAWN));
    assertThat(afterRollback(withdrawn, lost)).isEqualTo(Map.of("a", FileStatus.WITHDRAWN));
  }

  @Test
  void aReplayThatIsRolledBackIsUndone() {
    LedgerRoot withdrawn = ledger.commit(null, withdrawn("a"));
    LedgerRoot asked = ledger.commit(withdrawn, withdrawn("a").asReplay(Entries.TIME, COMMIT));
    assertThat(afterRollback(withdrawn, asked)).isEqualTo(Map.of("a", FileStatus.WITHDRAWN));
  }

  @Test
  void aNewerWordInASharedSegmentBeatsAnOlderOneInAMergedSegment() {
    LedgerRoot one = ledger.commit(null, withdrawn("a"));
    LedgerRoot two = ledger.commit(one, ingested("b"));
    LedgerRoot head = ledger.commit(two, withdrawn("a").asReplay(Entries.TIME, COMMIT));
    MergePlan plan = new MergePlan(two.segments(), 1, Optional.empty());
    LedgerRoot lost = ledger.store.writeRoot(ledger.after(head).merging(ledger.store.merge(plan)));
    assertThat(ledger.store.writeWithdrawals(Optional.of(head), lost, COMMIT)).isEmpty();
  }

  @Test
  void manyFilesAreWithdrawnInPortions() {
    LedgerRoot head = ledger.commit(null, ingested("a"));
    LedgerEntry[] many = new LedgerEntry[10_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = entry(file("f" + i, 1), FileStatus.INGESTED, DAY.minusDays(i % 3), 1);
    }
    LedgerRoot next = recordRollback(head, ledger.commit(head, many));
    assertThat(next.totals().of(FileStatus.WITHDRAWN).files()).isEqualTo(many.length);
  }

  @Test
  void aReplayIsForWithdrawnAndRejectedFilesOnly() {
    LedgerRoot root =
        ledger.commit(
            null, ingested("a"), withdrawn("b"), entry(file("c", 1), FileStatus.REJECTED, DAY, 1));
    assertThat(replay(root, "b", "c"))
        .extracting(LedgerEntry::status)
        .containsOnly(FileStatus.REPLAY)
        .hasSize(2);
    assertThatThrownBy(() -> replay(root, "b", "a"))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining("can't replay a:");
    assertThatThrownBy(() -> replay(root, "unknown"))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void ofAnOverwrittenFileTheRefusedVersionIsReplayed() {
    LedgerRoot root =
        ledger.commit(
            null,
            entry(file("a", 1), FileStatus.INGESTED, DAY, 5),
            entry(file("a", 2), FileStatus.REJECTED, DAY, 5));
    assertThat(replay(root, "a")).extracting(LedgerEntry::file).containsExactly(file("a", 2));
  }

  private List<LedgerEntry> replay(LedgerRoot root, String... locations) {
    List<FileKey> keys =
        List.of(locations).stream().map(l -> new FileKey(l, Optional.of(DAY))).toList();
    return LedgerChanges.replay(
        List.of(locations), ledger.index().entries(root, keys), Entries.TIME, COMMIT);
  }

  private static LedgerEntry withdrawn(String location) {
    return ingested(location).as(FileStatus.WITHDRAWN, Entries.TIME, COMMIT);
  }

  private LedgerRoot recordRollback(LedgerRoot head, LedgerRoot lost) {
    return ledger.store.writeRoot(
        ledger
            .after(head)
            .adding(
                ledger.store.writeWithdrawals(Optional.of(head), lost, COMMIT).stream().toList()));
  }

  private Map<String, FileStatus> afterRollback(LedgerRoot head, LedgerRoot lost) {
    return statuses(recordRollback(head, lost));
  }

  private Map<String, FileStatus> statuses(LedgerRoot root) {
    Map<String, FileStatus> statuses = new TreeMap<>();
    ledger.all(root).forEach(entry -> statuses.put(entry.file().location(), entry.status()));
    return statuses;
  }
}
