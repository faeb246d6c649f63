package dev.firn.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Changes to several tables of one catalog that land together or not at all, new tables included.
 *
 * <p>Tables that are loaded or made through {@link #catalog} are as they were when they were
 * touched first; what is committed to them stays in memory until {@link #commit}. One thread, one
 * use; there is no retry: on a conflict begin a new transaction.
 */
public final class CatalogTransaction {
  private final FirnCatalog real;
  private final Staged staged = new Staged();
  private final Map<TableIdentifier, StagedOperations> touched = new HashMap<>();
  private boolean used;

  CatalogTransaction(FirnCatalog real) {
    this.real = real;
  }

  /** The catalog as this transaction sees it; it can't drop, rename or register. */
  public Catalog catalog() {
    return staged;
  }

  /**
   * Writes the metadata of every table that was changed, and moves all pointers in one database
   * transaction.
   *
   * @throws PointerStoreException if the database fails and certainly changed nothing
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if the namespace of a new table
   *     does not exist any more
   */
  public TransactionResult commit() {
    if (used) {
      throw new IllegalStateException("can't commit a transaction twice: begin a new one");
    }
    used = true;
    // By name, so that two transactions take their turns in one order.
    TreeMap<String, StagedOperations> changed = new TreeMap<>();
    touched.values().stream()
        .filter(StagedOperations::hasChanged)
        .forEach(operations -> changed.put(operations.table().toString(), operations));
    if (changed.isEmpty()) {
      return new TransactionResult.Committed(Map.of());
    }
    List<PointerStore.Turn> turns = new ArrayList<>();
    try {
      changed.values().forEach(each -> turns.add(real.pointers().turn(each.table())));
      return commit(List.copyOf(changed.values()));
    } finally {
      turns.forEach(PointerStore.Turn::close);
    }
  }

  private TransactionResult commit(List<StagedOperations> changed) {
    MetadataFiles files = real.metadataFiles();
    for (StagedOperations each : changed) {
      TableMetadata base = each.base();
      if (base != null && real.hasMoved(each.table(), base.metadataFileLocation())) {
        discard(changed, files, Map.of());
        return new TransactionResult.Conflict(
            "can\'t commit to "
                + each.table()
                + ": it is no longer at "
                + base.metadataFileLocation()
                + "; begin a new transaction");
      }
    }
    Map<TableIdentifier, String> written = new HashMap<>();
    PointerSwap.Outcome outcome;
    try {
      outcome = real.swap(write(changed, files, written));
    } catch (RuntimeException e) {
      // Certain to have moved nothing.
      discard(changed, files, written);
      throw e;
    }
    if (outcome instanceof PointerSwap.Outcome.Unknown unknown) {
      return new TransactionResult.Unknown(Map.copyOf(written), unknown.cause());
    }
    if (outcome instanceof PointerSwap.Outcome.Conflict conflict) {
      discard(changed, files, written);
      return new TransactionResult.Conflict(conflict.reason());
    }
    changed.forEach(each -> files.cleanUp(each.table().toString(), each.base(), each.next()));
    return new TransactionResult.Committed(Map.copyOf(written));
  }

  private static void discard(
      List<StagedOperations> changed, MetadataFiles files, Map<TableIdentifier, String> written) {
    written.values().forEach(files::deleteQuietly);
    changed.forEach(each -> files.deleteNewSnapshots(each.base(), each.next()));
  }

  private static List<PointerSwap.Part> write(
      List<StagedOperations> changed, MetadataFiles files, Map<TableIdentifier, String> written) {
    List<PointerSwap.Part> parts = new ArrayList<>();
    for (StagedOperations each : changed) {
      TableMetadata base = each.base();
      String location = files.write(each.table().toString(), base, each.next());
      written.put(each.table(), location);
      String expected = base == null ? null : base.metadataFileLocation();
      parts.add(new PointerSwap.Part(each.table(), expected, each.next(), location));
    }
    return parts;
  }

  /** Iceberg's loading and building of tables, over operations that keep changes in memory. */
  private final class Staged extends org.apache.iceberg.BaseMetastoreCatalog {
    @Override
    public String name() {
      return real.name();
    }

    @Override
    protected Map<String, String> properties() {
      return real.properties();
    }

    @Override
    protected TableOperations newTableOps(TableIdentifier table) {
      Names.check(table);
      return touched.computeIfAbsent(
          table, name -> new StagedOperations(name, real.operations(name)));
    }

    @Override
    protected boolean isValidIdentifier(TableIdentifier table) {
      return Names.isValid(table);
    }

    @Override
    protected String defaultWarehouseLocation(TableIdentifier table) {
      return real.defaultWarehouseLocation(table);
    }

    @Override
    public TableBuilder buildTable(TableIdentifier table, Schema schema) {
      Names.check(table);
      return new FirnTableBuilder(
          new FirnTableBuilder.Place(
              table,
              real::namespaceExists,
              () -> newTableOps(table).current(),
              made -> made,
              real.tableDefaults()),
          super.buildTable(table, schema));
    }

    @Override
    public List<TableIdentifier> listTables(Namespace namespace) {
      return real.listTables(namespace);
    }

    @Override
    public boolean dropTable(TableIdentifier table, boolean purge) {
      throw notHere("drop " + table);
    }

    @Override
    public void renameTable(TableIdentifier from, TableIdentifier to) {
      throw notHere("rename " + from);
    }

    @Override
    public org.apache.iceberg.Table registerTable(TableIdentifier table, String location) {
      throw notHere("register " + table);
    }

    private UnsupportedOperationException notHere(String what) {
      return new UnsupportedOperationException(
          "can't " + what + " in a transaction: it changes and creates tables only");
    }
  }
}
