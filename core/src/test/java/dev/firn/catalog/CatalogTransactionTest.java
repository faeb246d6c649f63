package dev.firn.catalog;

import static dev.firn.catalog.FaultyPointerStore.Fault.APPLIED;
import static dev.firn.catalog.FaultyPointerStore.Fault.LOST;
import static dev.firn.catalog.FaultyPointerStore.Fault.REFUSED;
import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTransactionTest {
  private static final Attempts QUICK = new Attempts(4, Duration.ZERO, Duration.ofMinutes(1));
  private static final TableIdentifier A = TableIdentifier.of(DB, "a");
  private static final TableIdentifier B = TableIdentifier.of(DB, "b");
  private static final TableIdentifier NEW = TableIdentifier.of(DB, "new");

  @TempDir Path folder;
  private PointerStore store;
  private FaultyPointerStore faulty;
  private FirnCatalog catalog;
  private FirnCatalog others;

  @BeforeEach
  void open() {
    store = JdbcPointerStore.sqlite(folder.resolve("catalog.db"), "firn");
    faulty = new FaultyPointerStore(store);
    catalog = catalog(faulty);
    others = catalog(store);
    others.createNamespace(DB);
    others.createTable(A, SCHEMA);
    others.createTable(B, SCHEMA);
  }

  private FirnCatalog catalog(PointerStore pointers) {
    return new FirnCatalog("firn", folder.toString(), TestTables.io(), pointers, UUID::randomUUID)
        .with(QUICK);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private CatalogTransaction appendToAll(String file) {
    CatalogTransaction transaction = catalog.transaction();
    for (TableIdentifier table : List.of(B, A)) {
      append(transaction.catalog(), table, file);
    }
    transaction.catalog().createTable(NEW, SCHEMA);
    append(transaction.catalog(), NEW, file);
    return transaction;
  }

  private static void append(Catalog catalog, TableIdentifier table, String file) {
    catalog.loadTable(table).newAppend().appendFile(TestTables.file(file)).commit();
  }

  private List<String> files(TableIdentifier table) throws IOException {
    return TestTables.dataFiles(others.loadTable(table));
  }

  private long filesOnDisk() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().contains("/metadata/")).count();
    }
  }

  @Test
  void everyTableChangesAtOnce() throws IOException {
    CatalogTransaction transaction = appendToAll("x");
    assertThat(files(A)).isEmpty();
    assertThat(others.tableExists(NEW)).isFalse();
    assertThat(transaction.commit())
        .isEqualTo(
            new TransactionResult.Committed(
                Map.of(
                    A, store.read(A).orElseThrow(),
                    B, store.read(B).orElseThrow(),
                    NEW, store.read(NEW).orElseThrow())));
    for (TableIdentifier table : List.of(A, B, NEW)) {
      assertThat(files(table)).containsExactly("x");
    }
    assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void severalChangesToOneTableAreOneStep() throws IOException {
    CatalogTransaction transaction = catalog.transaction();
    append(transaction.catalog(), A, "x");
    append(transaction.catalog(), A, "y");
    Transaction nested = transaction.catalog().loadTable(A).newTransaction();
    nested.newAppend().appendFile(TestTables.file("z")).commit();
    nested.updateProperties().set("k", "v").commit();
    nested.commitTransaction();
    assertThat(transaction.commit()).isInstanceOf(TransactionResult.Committed.class);
    assertThat(files(A)).containsExactly("x", "y", "z");
    assertThat(others.loadTable(A).properties()).containsEntry("k", "v");
    assertThat(others.history(A, 10)).hasSize(2);
  }

  @Test
  void aTransactionWithoutChangesAsksNothingOfTheDatabase() {
    CatalogTransaction transaction = catalog.transaction();
    transaction.catalog().loadTable(A);
    assertThat(transaction.commit()).isEqualTo(new TransactionResult.Committed(Map.of()));
    assertThat(faulty.changes).isZero();
  }

  @Test
  void oneTableThatMovedStopsAllAndNoFileIsLeft() throws IOException {
    long before = filesOnDisk();
    CatalogTransaction transaction = appendToAll("x");
    others.loadTable(B).updateProperties().set("k", "v").commit();
    assertThat(transaction.commit()).isInstanceOf(TransactionResult.Conflict.class);
    assertThat(files(A)).isEmpty();
    assertThat(others.tableExists(NEW)).isFalse();
    assertThat(filesOnDisk() - before).isEqualTo(1);
  }

  @Test
  void aRaceInTheSwapItselfIsAConflictToo() throws IOException {
    CatalogTransaction transaction = appendToAll("x");
    faulty.onChanges.add(REFUSED);
    faulty.afterFault = () -> others.createTable(NEW, SCHEMA);
    assertThat(transaction.commit()).isInstanceOf(TransactionResult.Conflict.class);
    assertThat(files(A)).isEmpty();
    assertThat(files(NEW)).isEmpty();
  }

  @Test
  void anAnswerThatIsLostIsFoundOut() throws IOException {
    faulty.onChanges.add(APPLIED);
    assertThat(appendToAll("x").commit()).isInstanceOf(TransactionResult.Committed.class);
    assertThat(faulty.changes).isEqualTo(1);
    assertThat(files(NEW)).containsExactly("x");
  }

  @Test
  void aRequestThatIsLostIsMadeAgain() throws IOException {
    faulty.onChanges.add(LOST);
    assertThat(appendToAll("x").commit()).isInstanceOf(TransactionResult.Committed.class);
    assertThat(files(NEW)).containsExactly("x");
  }

  @Test
  void whatCannotBeToldIsUnknownAndKeepsItsFiles() throws IOException {
    faulty.onChanges.addAll(Collections.nCopies(20, LOST));
    assertThat(appendToAll("x").commit())
        .isInstanceOfSatisfying(
            TransactionResult.Unknown.class,
            unknown ->
                assertThat(unknown.metadataLocations().values())
                    .allMatch(location -> Files.exists(Path.of(location.substring(7)))));
    assertThat(files(A)).isEmpty();
  }

  @Test
  void namesAreCheckedAsOutside() {
    Catalog inside = catalog.transaction().catalog();
    assertThatThrownBy(() -> inside.createTable(A, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> inside.createTable(TableIdentifier.of("missing", "t"), SCHEMA))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> inside.dropTable(A)).isInstanceOf(UnsupportedOperationException.class);
  }
}
