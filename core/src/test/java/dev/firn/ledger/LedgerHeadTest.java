package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerState.Absent;
import dev.firn.ledger.LedgerState.Head;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Transaction;
import org.junit.jupiter.api.Test;

/** The head under commits of all kinds, and a table that was replaced. */
class LedgerHeadTest extends LedgerTable {
  @Test
  void aNewTableHasNoLedger() {
    assertThat(state()).isEqualTo(new Absent());
  }

  @Test
  void foreignCommitsAloneMakeNoLedger() {
    foreignAppend();
    assertThat(state()).isEqualTo(new Absent());
  }

  @Test
  void theSnapshotOfACommitNamesTheHead() {
    long snapshot = land("r1", null);
    assertThat(state()).isEqualTo(new Head("r1", snapshot));
  }

  @Test
  void foreignCommitsOnTopLeaveTheHeadWhereItIs() {
    land("r1", null);
    long second = land("r2", "r1");
    foreignAppend();
    table.newDelete().deleteFile(file()).commit();
    assertThat(state()).isEqualTo(new Head("r2", second));
  }

  @Test
  void aPropertyThatIsGoneDoesNotMatter() {
    long snapshot = land("r1", null);
    table.updateProperties().remove(LedgerKeys.PROPERTY_LEDGER).commit();
    assertThat(state()).isEqualTo(new Head("r1", snapshot));
  }

  @Test
  void anEmptyAppendNamesAHeadToo() {
    land("r1", null);
    long empty = commit("r2", "r1", false);
    assertThat(table.currentSnapshot().operation()).isEqualTo("append");
    assertThat(state()).isEqualTo(new Head("r2", empty));
  }

  @Test
  void aHeadThatExpiredUnderForeignCommitsIsUnknown() {
    land("r1", null);
    foreignAppend();
    expireAllButCurrent();
    assertThat(unknown().propertyRootLocation()).contains("r1");
  }

  @Test
  void aReplacedTableIsUnknown() {
    land("r1", null);
    land("r2", "r1");
    String uuid = metadata().uuid();
    Transaction replace =
        catalog.newReplaceTableTransaction(NAME, SCHEMA, PartitionSpec.unpartitioned(), false);
    replace.newAppend().appendFile(file()).commit();
    replace.commitTransaction();
    table = catalog.loadTable(NAME);
    assertThat(metadata().uuid()).isEqualTo(uuid);
    assertThat(table.currentSnapshot().parentId()).isNull();
    assertThat(unknown().propertyRootLocation()).contains("r2");
  }

  @Test
  void aTableReplacedByNothingIsUnknown() {
    land("r1", null);
    catalog
        .newReplaceTableTransaction(NAME, SCHEMA, PartitionSpec.unpartitioned(), false)
        .commitTransaction();
    table = catalog.loadTable(NAME);
    assertThat(table.currentSnapshot()).isNull();
    assertThat(unknown().reason()).contains("replaced");
  }

  @Test
  void aResetMakesAHeadOfAReplacedTable() {
    land("r1", null);
    catalog
        .newReplaceTableTransaction(NAME, SCHEMA, PartitionSpec.unpartitioned(), false)
        .commitTransaction();
    table = catalog.loadTable(NAME);
    long reset = commit("r2", "r1", false);
    assertThat(state()).isEqualTo(new Head("r2", reset));
  }

  @Test
  void aBranchThatBecomesMainBringsItsOwnHead() {
    long first = land("r1", null);
    table.manageSnapshots().createBranch("audit", first).commit();
    table.newAppend().appendFile(file()).toBranch("audit").commit();
    table.manageSnapshots().fastForwardBranch("main", "audit").commit();
    assertThat(state()).isEqualTo(new Head("r1", first));
  }

  @Test
  void aHeadOfAnotherTableIsUnknown() {
    land("r1", null);
    roots.put("r1", root("r1", Optional.empty(), 1, UUID.randomUUID()));
    assertThat(unknown().reason()).contains("UUID");
  }

  @Test
  void aHeadWhoseFileIsGoneIsUnknown() {
    land("r1", null);
    roots.remove("r1");
    assertThat(unknown().reason()).contains("does not exist");
  }

  @Test
  void aPropertyThatNamesAStrangeRootIsUnknown() {
    land("r1", null);
    roots.put("x", root("x", Optional.empty(), 9, UUID.fromString(metadata().uuid())));
    table.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, "x").commit();
    assertThat(unknown().reason()).contains("no root in common");
    table.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, "nowhere").commit();
    assertThat(unknown().reason()).contains("does not exist");
  }
}
