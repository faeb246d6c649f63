package dev.firn.catalog;

import static dev.firn.catalog.TestTables.DB;
import static dev.firn.catalog.TestTables.SCHEMA;
import static dev.firn.catalog.TestTables.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names come, go and come back; files stay where they are. */
class TableNamesTest {
  private static final Namespace OTHER_DB = Namespace.of("other");
  private static final TableIdentifier OTHER = TableIdentifier.of(OTHER_DB, "u");
  private static final TableIdentifier SIBLING = TableIdentifier.of(DB, "y2");

  @TempDir Path folder;
  private FirnCatalog catalog;
  private JdbcCatalog stock;

  @BeforeEach
  void open() {
    Path file = folder.resolve("catalog.db");
    catalog = FirnCatalog.embedded("lake", file, folder.toString(), TestTables.io());
    catalog.createNamespace(DB);
    catalog.createNamespace(OTHER_DB);
    stock = stock("lake");
  }

  private JdbcCatalog stock(String name) {
    JdbcCatalog opened = new JdbcCatalog();
    opened.initialize(
        name,
        Map.of(
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            "warehouse",
            folder.toString(),
            "io-impl",
            LocalFileIo.class.getName(),
            LocalFileIo.SYNC_PROPERTY,
            "false",
            "jdbc.schema-version",
            "V1"));
    return opened;
  }

  @AfterEach
  void close() {
    stock.close();
    catalog.close();
  }

  private Table tableWith(TableIdentifier name, String file) {
    Table table = catalog.createTable(name, SCHEMA);
    table.newAppend().appendFile(TestTables.file(file)).commit();
    return table;
  }

  private String pointer(TableIdentifier table) {
    return catalog.pointers().read(table).orElseThrow();
  }

  @Test
  void aRenameMovesNothing() throws IOException {
    Table table = tableWith(TABLE, "a");
    String pointer = pointer(TABLE);
    catalog.renameTable(TABLE, OTHER);
    assertThat(catalog.tableExists(TABLE)).isFalse();
    assertThat(pointer(OTHER)).isEqualTo(pointer);
    Table renamed = catalog.loadTable(OTHER);
    assertThat(renamed.location()).isEqualTo(table.location());
    renamed.newAppend().appendFile(TestTables.file("b")).commit();
    assertThat(TestTables.dataFiles(stock.loadTable(OTHER))).containsExactly("a", "b");
  }

  @Test
  void c32_aRenameToATakenOrMissingPlaceIsRefused() {
    tableWith(TABLE, "a");
    tableWith(OTHER, "b");
    assertThatThrownBy(() -> catalog.renameTable(TABLE, OTHER))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> catalog.renameTable(TABLE, TableIdentifier.of("missing", "t")))
        .isInstanceOf(NoSuchNamespaceException.class);
    assertThatThrownBy(() -> catalog.renameTable(TableIdentifier.of(DB, "missing"), SIBLING))
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(
            () -> catalog.renameTable(TABLE, TableIdentifier.of(Namespace.of("a.b"), "t")))
        .isInstanceOf(IllegalArgumentException.class);
    String pointer = pointer(TABLE);
    catalog.renameTable(TABLE, TABLE);
    assertThat(pointer(TABLE)).isEqualTo(pointer);
    assertThat(catalog.history(TABLE, 10)).noneMatch(move -> move.renamedTo().isPresent());
  }

  @Test
  void c32_aWriterThatHoldsTheFormerNameFailsAndMakesNothing() throws IOException {
    Table held = tableWith(TABLE, "a");
    catalog.renameTable(TABLE, OTHER);
    assertThatThrownBy(() -> held.newAppend().appendFile(TestTables.file("b")).commit())
        .isInstanceOf(NoSuchTableException.class);
    assertThat(catalog.tableExists(TABLE)).isFalse();
    assertThat(TestTables.dataFiles(catalog.loadTable(OTHER))).containsExactly("a");
    assertThatThrownBy(() -> catalog.createTable(TableIdentifier.of("missing", "t"), SCHEMA))
        .isInstanceOf(NoSuchNamespaceException.class);
  }

  @Test
  void c33_aFormerNameThatIsGivenAgainSharesNothing() throws IOException {
    String location = tableWith(TABLE, "a").location();
    catalog.renameTable(TABLE, OTHER);
    assertThat(tableWith(TABLE, "b").location()).isNotEqualTo(location);
    assertThat(catalog.dropTable(OTHER, true)).isTrue();
    assertThat(TestTables.dataFiles(catalog.loadTable(TABLE))).containsExactly("b");
  }

  @Test
  void c33_aSecondEntryOfOneTableIsRefused() {
    tableWith(TABLE, "a");
    assertThatThrownBy(() -> catalog.registerTable(SIBLING, pointer(TABLE)))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageContaining("db.t");
    assertThatThrownBy(() -> catalog.registerTable(TABLE, pointer(TABLE)))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> catalog.registerTable(SIBLING, "file:///nowhere/1.metadata.json"))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(
            () -> catalog.registerTable(TableIdentifier.of("missing", "t"), pointer(TABLE)))
        .isInstanceOf(FirnException.class);
    assertThat(catalog.tableExists(SIBLING)).isFalse();
  }

  @Test
  void c33_aTableOfAnotherCatalogInTheDatabaseCountsToo() {
    tableWith(TABLE, "a");
    try (FirnCatalog second =
        FirnCatalog.embedded(
            "second", folder.resolve("catalog.db"), folder.toString(), TestTables.io())) {
      second.createNamespace(DB);
      assertThatThrownBy(() -> second.registerTable(TABLE, pointer(TABLE)))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("of the catalog lake");
    }
  }

  @Test
  void c33_aTableWithTwoEntriesIsNotPurged() throws IOException {
    Table table = tableWith(TABLE, "a");
    // Iceberg's own catalog takes it gladly.
    stock.registerTable(SIBLING, pointer(TABLE));
    table.newAppend().appendFile(TestTables.file("b")).commit();
    assertThatThrownBy(() -> catalog.dropTable(TABLE, true))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("db.y2");
    assertThat(catalog.tableExists(TABLE)).isTrue();
    assertThat(catalog.dropTable(TABLE, false)).isTrue();
    assertThat(TestTables.dataFiles(catalog.loadTable(SIBLING))).containsExactly("a");
    assertThatThrownBy(() -> catalog.undropTable(TABLE)).isInstanceOf(FirnException.class);
    assertThat(catalog.dropTable(SIBLING, true)).isTrue();
  }

  @Test
  void anUnregisteredTableIsRegisteredAgain() throws IOException {
    Table held = tableWith(TABLE, "a");
    String pointer = pointer(TABLE);
    assertThat(catalog.unregisterTable(TABLE)).isEqualTo(pointer);
    assertThatThrownBy(() -> catalog.unregisterTable(TABLE))
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> held.newAppend().appendFile(TestTables.file("b")).commit())
        .isInstanceOf(NoSuchTableException.class);
    Table registered = catalog.registerTable(OTHER, pointer);
    assertThat(pointer(OTHER)).isEqualTo(pointer);
    registered.newAppend().appendFile(TestTables.file("c")).commit();
    assertThat(TestTables.dataFiles(registered)).containsExactly("a", "c");
    assertThat(catalog.history(OTHER, 10))
        .extracting(PointerMove::kind)
        .containsExactly(PointerMove.Kind.COMMIT, PointerMove.Kind.REGISTER);
  }

  @Test
  void aDropIsUndone() throws IOException {
    Table table = tableWith(TABLE, "a");
    long snapshot = table.currentSnapshot().snapshotId();
    assertThatThrownBy(() -> catalog.undropTable(TABLE))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    catalog.dropTable(TABLE, false);
    Table back = catalog.undropTable(TABLE);
    assertThat(back.currentSnapshot().snapshotId()).isEqualTo(snapshot);
    assertThat(TestTables.dataFiles(back)).containsExactly("a");
    assertThat(catalog.history(TABLE, 2))
        .extracting(PointerMove::kind)
        .containsExactly(PointerMove.Kind.UNDROP, PointerMove.Kind.DROP);
    assertThatThrownBy(() -> catalog.undropTable(TABLE)).isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void aDropByIcebergsOwnCatalogIsUndone() throws IOException {
    tableWith(TABLE, "a");
    stock.loadTable(TABLE).newAppend().appendFile(TestTables.file("b")).commit();
    String pointer = pointer(TABLE);
    stock.dropTable(TABLE, false);
    assertThat(catalog.drops(DB, 10)).hasSize(1);
    assertThat(TestTables.dataFiles(catalog.undropTable(TABLE))).containsExactly("a", "b");
    assertThat(pointer(TABLE)).isEqualTo(pointer);
  }

  @Test
  void aDropIsNotUndoneWhenItsNameWasGivenAgain() throws IOException {
    tableWith(TABLE, "a");
    catalog.dropTable(TABLE, false);
    PointerMove drop = catalog.drops(DB, 10).get(0);
    stock.createTable(TABLE, SCHEMA);
    assertThatThrownBy(() -> catalog.undropTable(TABLE)).isInstanceOf(AlreadyExistsException.class);
    assertThat(TestTables.dataFiles(catalog.undropTable(drop, OTHER))).containsExactly("a");
    assertThatThrownBy(() -> catalog.undropTable(drop, SIBLING))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
  }

  @Test
  void anOldDropOfATableThatWentOnIsNotUndone() {
    tableWith(TABLE, "a");
    catalog.dropTable(TABLE, false);
    PointerMove first = catalog.drops(DB, 10).get(0);
    catalog.undropTable(first, OTHER).newAppend().appendFile(TestTables.file("b")).commit();
    catalog.dropTable(OTHER, false);
    assertThatThrownBy(() -> catalog.undropTable(first, TABLE))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(catalog.undropTable(OTHER).currentSnapshot()).isNotNull();
  }

  @Test
  void aPurgedTableIsNotUndone() {
    tableWith(TABLE, "a");
    catalog.dropTable(TABLE, true);
    assertThatThrownBy(() -> catalog.undropTable(TABLE))
        .isInstanceOfSatisfying(
            FirnException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("purged");
  }

  @Test
  void theHistoryTellsWhoMovedWhatAndFollowsRenames() {
    tableWith(TABLE, "a");
    stock.renameTable(TABLE, SIBLING);
    catalog.renameTable(SIBLING, OTHER);
    stock.dropTable(OTHER, false);
    assertThat(catalog.history(OTHER, 100))
        .extracting(PointerMove::kind)
        .containsExactly(
            PointerMove.Kind.DROP,
            PointerMove.Kind.RENAME,
            PointerMove.Kind.RENAME,
            PointerMove.Kind.COMMIT,
            PointerMove.Kind.CREATE);
    assertThat(catalog.history(OTHER, 100))
        .extracting(move -> move.who().isPresent())
        .containsExactly(false, true, false, true, true);
    assertThat(catalog.history(OTHER, 2)).hasSize(2);
    PointerMove commit = catalog.history(OTHER, 100).get(3);
    assertThat(commit.from()).isPresent();
    assertThat(commit.to()).contains(catalog.drops(OTHER_DB, 1).get(0).from().orElseThrow());
  }

  @Test
  void aTombstoneHoldsItsNameAgainstEveryClient() {
    Table held = stock.createTable(TABLE, SCHEMA);
    UUID uuid = held.uuid();
    Table ours = catalog.loadTable(TABLE);
    PointerStore store = catalog.pointers();
    assertThat(store.fence(TABLE, "something else", "elsewhere")).isFalse();
    assertThat(store.fence(TABLE, pointer(TABLE), "jdbc:postgresql://db/lake")).isTrue();
    assertThat(store.fenced(TABLE)).contains("jdbc:postgresql://db/lake");

    assertThat(catalog.tableExists(TABLE)).isFalse();
    assertThat(catalog.listTables(DB)).isEmpty();
    assertThat(stock.listTables(DB)).isEmpty();
    assertThatThrownBy(() -> held.newAppend().appendFile(TestTables.file("a")).commit())
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> ours.newAppend().appendFile(TestTables.file("a")).commit())
        .isInstanceOf(NoSuchTableException.class);
    assertThatThrownBy(() -> stock.createTable(TABLE, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> catalog.createTable(TABLE, SCHEMA))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> catalog.undropTable(TABLE))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining("jdbc:postgresql://db/lake");
    assertThat(stock.dropTable(TABLE, false)).isFalse();
    stock.createTable(SIBLING, SCHEMA);
    assertThatThrownBy(() -> stock.renameTable(SIBLING, TABLE))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> catalog.renameTable(SIBLING, TABLE))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(store.fenced(TABLE)).contains("jdbc:postgresql://db/lake");

    assertThat(store.unfence(TABLE)).isTrue();
    assertThat(store.unfence(TABLE)).isFalse();
    assertThat(catalog.undropTable(TABLE).uuid()).isEqualTo(uuid);
    assertThat(catalog.history(TABLE, 4))
        .extracting(PointerMove::kind)
        .containsExactly(
            PointerMove.Kind.UNDROP,
            PointerMove.Kind.UNFENCE,
            PointerMove.Kind.FENCE,
            PointerMove.Kind.CREATE);
  }

  @Test
  void aClientOfSchemaV0CannotRemoveATombstoneEither() {
    Table table = tableWith(TABLE, "a");
    catalog.pointers().fence(TABLE, pointer(TABLE), "elsewhere");
    JdbcCatalog old = new JdbcCatalog();
    old.initialize(
        "lake",
        Map.of(
            "uri",
            "jdbc:sqlite:" + folder.resolve("catalog.db"),
            "warehouse",
            folder.toString(),
            "io-impl",
            LocalFileIo.class.getName()));
    assertThat(old.dropTable(TABLE, false)).isFalse();
    assertThatThrownBy(() -> old.createTable(TABLE, SCHEMA)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> old.renameTable(TABLE, SIBLING)).isInstanceOf(RuntimeException.class);
    assertThat(catalog.pointers().fenced(TABLE)).contains("elsewhere");
    assertThat(((BaseTable) table).operations().current()).isNotNull();
    old.close();
  }
}
