package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerState.Head;
import dev.firn.ledger.LedgerState.RolledBack;
import dev.firn.ledger.LedgerState.Unknown;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What Iceberg's rollbacks and expiries make of the metadata, and what the ledger makes of that.
 */
class LedgerRollbackTest extends LedgerTable {
  @Test
  void aRollbackIsToldByTheProperty() {
    long first = land("r1", null);
    land("r2", "r1");
    land("r3", "r2");
    table.manageSnapshots().rollbackTo(first).commit();
    assertThat(state()).isEqualTo(new RolledBack(Optional.of(new Head("r1", first)), "r3"));
  }

  @Test
  void aRollbackByTimeIsTheSame() {
    long first = land("r1", null);
    long time = table.currentSnapshot().timestampMillis();
    do {
      foreignAppend();
    } while (table.currentSnapshot().timestampMillis() == time);
    land("r2", "r1");
    table.manageSnapshots().rollbackToTime(time + 1).commit();
    assertThat(table.currentSnapshot().snapshotId()).isEqualTo(first);
    assertThat(state()).isEqualTo(new RolledBack(Optional.of(new Head("r1", first)), "r2"));
  }

  @Test
  void settingTheCurrentSnapshotBackAndForthEndsAtTheHead() {
    long first = land("r1", null);
    long second = land("r2", "r1");
    table.manageSnapshots().setCurrentSnapshot(first).commit();
    table.manageSnapshots().setCurrentSnapshot(second).commit();
    assertThat(state()).isEqualTo(new Head("r2", second));
  }

  @Test
  void goingOverToTheLostBranchIsARollbackOfTheOther() {
    long first = land("r1", null);
    long lost = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    land("r3", "r1");
    table.manageSnapshots().setCurrentSnapshot(lost).commit();
    assertThat(state()).isEqualTo(new RolledBack(Optional.of(new Head("r2", lost)), "r3"));
  }

  @Test
  void afterARollbackTheNextRootIsTheHead() {
    long first = land("r1", null);
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    long third = land("r3", "r1");
    assertThat(state()).isEqualTo(new Head("r3", third));
  }

  @Test
  void aRollbackUnderForeignAppendsIsToldByTheProperty() {
    long first = land("r1", null);
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    foreignAppend();
    assertThat(state()).isEqualTo(new RolledBack(Optional.of(new Head("r1", first)), "r2"));
  }

  @Test
  void aRollbackWhoseSnapshotsExpiredIsProvenByTheRoots() {
    long first = land("r1", null);
    land("r2", "r1");
    land("r3", "r2");
    table.manageSnapshots().rollbackTo(first).commit();
    expireAllButCurrent();
    assertThat(table.snapshots()).hasSize(1);
    assertThat(state()).isEqualTo(new RolledBack(Optional.of(new Head("r1", first)), "r3"));
    roots.remove("r2");
    assertThat(state()).isInstanceOf(Unknown.class);
  }

  @Test
  void aRollbackWhoseHeadExpiredUnderAForeignAppendIsUnknown() {
    long first = land("r1", null);
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    foreignAppend();
    expireAllButCurrent();
    Unknown unknown = unknown();
    assertThat(unknown.propertyRootLocation()).contains("r2");
    assertThat(unknown.headRootLocation()).isEmpty();
    assertThat(unknown.reason()).contains("r2").contains("firn ledger adopt", "firn ledger reset");
  }

  @Test
  void aRollbackToBeforeTheFirstRootLeavesNoHead() {
    foreignAppend();
    long before = table.currentSnapshot().snapshotId();
    land("r1", null);
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(before).commit();
    assertThat(state()).isEqualTo(new RolledBack(Optional.empty(), "r2"));
    foreignAppend();
    assertThat(state()).isEqualTo(new RolledBack(Optional.empty(), "r2"));
  }

  @Test
  void aRollbackToBeforeTheFirstRootOfATableWithExpiredHistoryIsProvenByTheFirstRoot() {
    foreignAppend();
    foreignAppend();
    long before = table.currentSnapshot().snapshotId();
    expireAllButCurrent();
    land("r1", null);
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(before).commit();
    assertThat(state()).isEqualTo(new RolledBack(Optional.empty(), "r2"));
  }

  @Test
  void aRollbackBelowWhichRootsMayHaveExpiredIsUnknown() {
    land("r1", null);
    foreignAppend();
    long before = table.currentSnapshot().snapshotId();
    expireAllButCurrent();
    land("r2", "r1");
    table.manageSnapshots().rollbackTo(before).commit();
    assertThat(unknown().reason()).contains("expired");
  }

  @Test
  void aRollbackToBeforeTheFirstRootWhoseLostSnapshotsExpiredIsUnknown() {
    foreignAppend();
    long before = table.currentSnapshot().snapshotId();
    land("r1", null);
    table.manageSnapshots().rollbackTo(before).commit();
    expireAllButCurrent();
    assertThat(unknown().propertyRootLocation()).contains("r1");
  }
}
