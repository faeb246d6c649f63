package dev.firn.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerState.Absent;
import dev.firn.ledger.LedgerState.Head;
import dev.firn.ledger.LedgerState.RolledBack;
import dev.firn.ledger.LedgerState.Unknown;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Iceberg's own operations make of the metadata, and what the ledger makes of that. */
class LedgerHeadTest {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
  private static final TableIdentifier NAME = TableIdentifier.of("logs", "actions");

  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private final Map<String, LedgerRoot> roots = new HashMap<>();
  private Table table;
  private int files;

  @BeforeEach
  void createTable() {
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("logs"));
    table = catalog.createTable(NAME, SCHEMA);
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

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

  @Test
  void aHeadThatExpiredUnderForeignCommitsIsUnknown() {
    land("r1", null);
    foreignAppend();
    expireAllButCurrent();
    assertThat(unknown().propertyRootLocation()).contains("r1");
  }

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

  private long land(String root, String previous) {
    return commit(root, previous, true);
  }

  /** Append, summary keys and property in one transaction, as a landing commit does it. */
  private long commit(String root, String previous, boolean withFile) {
    LedgerRoot before = previous == null ? null : roots.get(previous);
    roots.put(
        root,
        root(
            root,
            Optional.ofNullable(previous),
            before == null ? 1 : before.sequence() + 1,
            UUID.fromString(metadata().uuid())));
    Transaction transaction = table.newTransaction();
    AppendFiles append = transaction.newAppend();
    if (withFile) {
      append.appendFile(file());
    }
    append.set(LedgerKeys.SUMMARY_LEDGER, root);
    append.set(LedgerKeys.SUMMARY_COMMIT, UUID.randomUUID().toString());
    append.commit();
    transaction.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, root).commit();
    transaction.commitTransaction();
    table.refresh();
    return table.currentSnapshot().snapshotId();
  }

  private static LedgerRoot root(
      String location, Optional<String> previous, long sequence, UUID tableUuid) {
    return new LedgerRoot(
        location,
        tableUuid,
        sequence,
        previous,
        UUID.randomUUID(),
        Instant.EPOCH,
        List.of(),
        LedgerTotals.NONE,
        LedgerRoot.NO_STATE);
  }

  private void foreignAppend() {
    table.newAppend().appendFile(file()).commit();
    table.refresh();
  }

  private DataFile file() {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("mem://data/" + files++ + ".parquet")
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }

  private void expireAllButCurrent() {
    table
        .expireSnapshots()
        .expireOlderThan(Long.MAX_VALUE)
        .retainLast(1)
        .cleanupLevel(ExpireSnapshots.CleanupLevel.NONE)
        .commit();
    table.refresh();
  }

  private Snapshot newestSnapshot() {
    table.refresh();
    Snapshot newest = null;
    for (Snapshot snapshot : table.snapshots()) {
      newest =
          newest == null || snapshot.sequenceNumber() > newest.sequenceNumber() ? snapshot : newest;
    }
    return newest;
  }

  private TableMetadata metadata() {
    return ((HasTableOperations) table).operations().refresh();
  }

  private LedgerState state() {
    return LedgerHead.of(metadata(), location -> Optional.ofNullable(roots.get(location)));
  }

  private Unknown unknown() {
    LedgerState state = state();
    assertThat(state).isInstanceOf(Unknown.class);
    return (Unknown) state;
  }
}
