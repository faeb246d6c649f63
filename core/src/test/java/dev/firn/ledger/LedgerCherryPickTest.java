package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerState.Head;
import dev.firn.ledger.LedgerState.Unknown;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Iceberg repeats a snapshot without its ledger keys: rows without entries. */
class LedgerCherryPickTest extends LedgerTable {
  @Test
  void icebergCopiesNoLedgerKeyIntoACherryPick() {
    long first = land("r1", null);
    foreignAppend();
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    Map<String, String> summary = table.currentSnapshot().summary();
    assertThat(table.currentSnapshot().snapshotId()).isNotEqualTo(second);
    assertThat(summary).containsEntry("source-snapshot-id", Long.toString(second));
    assertThat(summary).doesNotContainKeys("firn.ledger", "firn.commit");
  }

  @Test
  void cherryPickingALostLandingIsUnknown() {
    long first = land("r1", null);
    foreignAppend();
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    foreignAppend();
    Unknown unknown = unknown();
    assertThat(unknown.headRootLocation()).contains("r1");
    assertThat(unknown.propertyRootLocation()).contains("r2");
    assertThat(unknown.reason()).contains("cherry-picked", "r1", "r2", Long.toString(second));
  }

  @Test
  void cherryPickingTheNextLostLandingIsAFastForwardAndMakesItTheHeadAgain() {
    long first = land("r1", null);
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    assertThat(state()).isEqualTo(new Head("r2", second));
  }

  @Test
  void aCherryPickWhoseSourceIsGoneIsUnknown() {
    long first = land("r1", null);
    foreignAppend();
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    table.expireSnapshots().expireSnapshotId(second).commit();
    assertThat(unknown().reason()).contains("cherry-picked");
  }

  @Test
  void aCherryPickOfACherryPickIsUnknownToo() {
    long first = land("r1", null);
    foreignAppend();
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    long picked = table.currentSnapshot().snapshotId();
    table.manageSnapshots().rollbackTo(first).commit();
    foreignAppend();
    table.manageSnapshots().cherrypick(picked).commit();
    assertThat(table.currentSnapshot().summary())
        .containsEntry("source-snapshot-id", Long.toString(picked));
    assertThat(unknown().reason()).contains("cherry-picked");
  }

  @Test
  void cherryPickingALandingToBeforeTheFirstRootIsUnknownWithoutTheProperty() {
    foreignAppend();
    long before = table.currentSnapshot().snapshotId();
    foreignAppend();
    long first = land("r1", null);
    table.manageSnapshots().rollbackTo(before).commit();
    table.manageSnapshots().cherrypick(first).commit();
    table.updateProperties().remove(LedgerKeys.PROPERTY_LEDGER).commit();
    assertThat(unknown().propertyRootLocation()).isEmpty();
  }

  @Test
  void publishingAStagedForeignWriteIsNoReasonToStop() {
    long first = land("r1", null);
    table.newAppend().appendFile(file()).set("wap.id", "w").stageOnly().commit();
    long staged = newestSnapshot().snapshotId();
    foreignAppend();
    table.manageSnapshots().cherrypick(staged).commit();
    assertThat(table.currentSnapshot().snapshotId()).isNotEqualTo(staged);
    assertThat(state()).isEqualTo(new Head("r1", first));
  }

  @Test
  void aCherryPickBelowTheHeadIsSettled() {
    long first = land("r1", null);
    foreignAppend();
    long second = land("r2", "r1");
    table.manageSnapshots().rollbackTo(first).commit();
    table.manageSnapshots().cherrypick(second).commit();
    long adopted = commit("r3", "r2", false);
    assertThat(state()).isEqualTo(new Head("r3", adopted));
  }
}
