package dev.firn.catalog;

import static dev.firn.catalog.FaultyPointerStore.Fault.APPLIED;
import static dev.firn.catalog.FaultyPointerStore.Fault.LATE;
import static dev.firn.catalog.FaultyPointerStore.Fault.LOST;
import static dev.firn.catalog.FaultyPointerStore.Fault.REFUSED;
import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static dev.firn.catalog.TestTables.withProperty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.catalog.CommitResult.Committed;
import dev.firn.catalog.CommitResult.Conflict;
import dev.firn.catalog.CommitResult.Unknown;
import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken for the outcome of a commit when the database fails in every way. */
class CommitOutcomeTest {
  private static final Attempts QUICK = new Attempts(4, Duration.ZERO, Duration.ofMinutes(1));

  @TempDir Path folder;
  private PointerStore store;
  private FaultyPointerStore faulty;
  private FirnCatalog healthyCatalog;
  private FirnCatalog faultyCatalog;
  private FirnTableOperations operations;
  private TableMetadata base;

  @BeforeEach
  void createTable() {
    store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "firn");
    faulty = new FaultyPointerStore(store);
    healthyCatalog = catalog(store);
    faultyCatalog = catalog(faulty);
    healthyCatalog.createNamespace(DB);
    healthyCatalog.buildTable(TABLE, SCHEMA).withProperty("commit.retry.min-wait-ms", "1").create();
    operations = faultyCatalog.operations(TABLE);
    base = Objects.requireNonNull(operations.current());
  }

  private FirnCatalog catalog(PointerStore pointers) {
    LocalFileIo io = TestTables.io();
    return new FirnCatalog("firn", folder.toString(), io, pointers, UUID::randomUUID).with(QUICK);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aCommitWithoutFaultsMovesThePointer() throws IOException {
    CommitResult result = operations.tryCommit(base, withProperty(base, "a", "1"));
    assertThat(result).isEqualTo(new Committed(store.read(TABLE).orElseThrow()));
    assertThat(property("a")).isEqualTo("1");
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void anAppliedChangeWhoseAnswerIsLostIsASuccess() {
    faulty.onChanges.add(APPLIED);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
    assertThat(faulty.changes).isEqualTo(1);
    assertThat(property("a")).isEqualTo("1");
  }

  @Test
  void aLostChangeIsMadeAgain() {
    faulty.onChanges.addAll(List.of(LOST, LOST));
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
    assertThat(faulty.changes).isEqualTo(3);
    assertThat(property("a")).isEqualTo("1");
  }

  @Test
  void anAppliedChangeWithAnotherOnTopIsASuccess() throws IOException {
    faulty.onChanges.add(APPLIED);
    faulty.afterFault = () -> commitElsewhere("other", "1");
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
    assertThat(property("a")).isEqualTo("1");
    assertThat(property("other")).isEqualTo("1");
    assertThat(metadataFiles()).hasSize(3);
  }

  @Test
  void aLostChangeWithAnotherInItsPlaceIsAConflict() throws IOException {
    faulty.onChanges.add(LOST);
    faulty.afterFault = () -> commitElsewhere("other", "1");
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Conflict.class);
    assertThat(property("a")).isNull();
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void c29_errorsForEverAreUnknownAndDeleteNothing() throws IOException {
    faulty.onChanges.addAll(Collections.nCopies(100, LOST));
    CommitResult result = operations.tryCommit(base, withProperty(base, "a", "1"));
    assertThat(result)
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(Path.of(unknown.metadataLocation().substring(7))).exists();
              assertThat(unknown.cause()).isInstanceOf(PointerStoreException.class);
            });
    assertThat(faulty.changes).isEqualTo(QUICK.most());
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void c29_aChangeThatIsAppliedAfterTheLookIsRecognised() {
    faulty.onChanges.add(LATE);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
    assertThat(faulty.changes).isEqualTo(2);
    assertThat(property("a")).isEqualTo("1");
  }

  @Test
  void c29_aPointerThatCannotBeReadIsUnknownAndNothingIsMovedBlindly() throws IOException {
    faulty.onChanges.add(APPLIED);
    faulty.onReads.addAll(Collections.nCopies(100, LOST));
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Unknown.class);
    assertThat(faulty.changes).isEqualTo(1);
    faulty.onReads.clear();
    assertThat(property("a")).isEqualTo("1");
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void readsThatFailForAWhileDoNotHideASuccess() {
    faulty.onChanges.add(APPLIED);
    faulty.onReads.addAll(List.of(LOST, LOST));
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
  }

  @Test
  void aStoreThatSurelyRefusedIsAFailureAndNotUnknown() throws IOException {
    faulty.onChanges.addAll(Collections.nCopies(100, REFUSED));
    assertThatThrownBy(() -> operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(PointerStoreException.class);
    assertThat(metadataFiles()).hasSize(1);
  }

  @Test
  void aTableThatIsGoneAfterAFaultIsUnknown() throws IOException {
    faulty.onChanges.add(LOST);
    faulty.afterFault = () -> healthyCatalog.dropTable(TABLE, false);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Unknown.class);
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void aLogThatIsTooShortToTellIsBackedByTheHistory() throws IOException {
    shortenLogAndLose(APPLIED);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
    assertThat(property("a")).isEqualTo("1");
  }

  @Test
  void aLogThatIsTooShortToTellIsUnknownWithoutAHistory() throws IOException {
    shortenLogAndLose(APPLIED);
    faulty.historyIsLost = true;
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Unknown.class);
    assertThat(property("a")).isEqualTo("1");
  }

  private void shortenLogAndLose(FaultyPointerStore.Fault fault) {
    healthyCatalog
        .loadTable(TABLE)
        .updateProperties()
        .set("write.metadata.previous-versions-max", "1")
        .commit();
    base = Objects.requireNonNull(operations.refresh());
    faulty.onChanges.add(fault);
    faulty.afterFault =
        () -> {
          for (int i = 0; i < 3; i++) {
            commitElsewhere("other", Integer.toString(i));
          }
        };
  }

  @Test
  void aTableThatWasDroppedAfterTheCommitLandedIsASuccess() {
    faulty.onChanges.add(APPLIED);
    faulty.afterFault = () -> healthyCatalog.dropTable(TABLE, false);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Committed.class);
  }

  @Test
  void aConflictLeavesNoMetadataFile() throws IOException {
    commitElsewhere("other", "1");
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Conflict.class);
    assertThat(metadataFiles()).hasSize(2);
    assertThatThrownBy(() -> operations.commit(base, withProperty(base, "a", "1")))
        .isInstanceOf(CommitFailedException.class);
    assertThat(metadataFiles()).hasSize(2);
  }

  @Test
  void aDroppedTableIsNotCreatedAgainByACommit() throws IOException {
    healthyCatalog.dropTable(TABLE, false);
    assertThat(operations.tryCommit(base, withProperty(base, "a", "1")))
        .isInstanceOf(Conflict.class);
    assertThat(store.read(TABLE)).isEmpty();
    assertThat(metadataFiles()).hasSize(1);
  }

  @Test
  void anAppendWhoseAnswerIsLostIsNotDoubled() throws IOException {
    Table table = faultyCatalog.loadTable(TABLE);
    table.newAppend().appendFile(TestTables.file("a")).commit();
    faulty.onChanges.addAll(List.of(APPLIED, LOST, APPLIED));
    faulty.afterFault = () -> appendElsewhere();
    table.newAppend().appendFile(TestTables.file("b")).commit();
    faulty.afterFault = () -> {};
    table.newAppend().appendFile(TestTables.file("c")).commit();
    assertThat(TestTables.dataFiles(table)).contains("a", "b", "c").hasSize(3 + elsewhere);
    assertThat(table.history()).hasSize(3 + elsewhere);
  }

  private int elsewhere;

  private void appendElsewhere() {
    elsewhere++;
    healthyCatalog
        .loadTable(TABLE)
        .newAppend()
        .appendFile(TestTables.file("elsewhere-" + elsewhere))
        .commit();
  }

  @Test
  void icebergsAppendKeepsItsFilesWhenTheOutcomeIsUnknown() throws IOException {
    Table table = faultyCatalog.loadTable(TABLE);
    faulty.onChanges.addAll(Collections.nCopies(3, LOST));
    faulty.onChanges.add(APPLIED);
    // The append loads, and looks three times.
    faulty.onReads.add(FaultyPointerStore.Fault.NONE);
    faulty.onReads.addAll(Collections.nCopies(3, FaultyPointerStore.Fault.NONE));
    faulty.onReads.add(LOST);
    assertThatThrownBy(() -> table.newAppend().appendFile(TestTables.file("a")).commit())
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(TestTables.dataFiles(healthyCatalog.loadTable(TABLE))).containsExactly("a");
  }

  @Test
  void creatingIsDecidedInTheSameWay() {
    TableIdentifier second = TableIdentifier.of(DB, "second");
    faulty.onChanges.addAll(List.of(APPLIED));
    assertThat(faultyCatalog.createTable(second, SCHEMA).uuid()).isNotNull();
    faulty.onChanges.addAll(List.of(LOST));
    TableIdentifier third = TableIdentifier.of(DB, "third");
    assertThat(faultyCatalog.createTable(third, SCHEMA).uuid()).isNotNull();
    faulty.onChanges.addAll(List.of(LOST));
    TableIdentifier fourth = TableIdentifier.of(DB, "fourth");
    faulty.afterFault = () -> healthyCatalog.createTable(fourth, SCHEMA);
    assertThatThrownBy(() -> faultyCatalog.createTable(fourth, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void creatingInAMissingNamespaceLeavesNoFile() throws IOException {
    TableIdentifier table = TableIdentifier.of("missing", "t");
    assertThatThrownBy(() -> healthyCatalog.createTable(table, SCHEMA))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> healthyCatalog.operations(table).tryCommit(null, base))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThat(metadataFiles()).hasSize(1);
  }

  private void commitElsewhere(String key, String value) {
    healthyCatalog.loadTable(TABLE).updateProperties().set(key, value).commit();
  }

  private @Nullable String property(String key) {
    Map<String, String> properties = healthyCatalog.loadTable(TABLE).properties();
    return properties.get(key);
  }

  private List<Path> metadataFiles() throws IOException {
    return TestTables.metadataFiles(folder);
  }
}
