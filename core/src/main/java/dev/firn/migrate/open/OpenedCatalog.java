package dev.firn.migrate.open;

import dev.firn.catalog.FirnCatalog;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.LocalFileIo;
import dev.firn.migrate.CatalogSource;
import dev.firn.migrate.CatalogTarget;
import dev.firn.migrate.FolderSource;
import dev.firn.migrate.MigrationSource;
import dev.firn.migrate.MigrationTarget;
import dev.firn.migrate.folder.FolderVersion;
import dev.firn.migrate.folder.FolderWarehouse;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;

/** A catalog of whatever kind; close it. Safe for threads. */
public sealed interface OpenedCatalog extends AutoCloseable {
  /** What it is called in messages and journals: the same text on every machine, no secrets. */
  String id();

  /** All namespaces, parents before children. */
  List<Namespace> namespaces();

  /** All tables of a namespace and of those below it; of all for the empty one. */
  List<TableIdentifier> tables(Namespace namespace);

  /**
   * A table, to read it.
   *
   * @throws NoSuchTableException if there is none
   */
  Table table(TableIdentifier table);

  /**
   * The catalog as a source of migrations.
   *
   * @param settling see {@link FolderSource}; other kinds need none
   * @throws FirnException if it can't be one
   */
  MigrationSource source(Duration settling);

  /**
   * The catalog as a target of migrations.
   *
   * @throws FirnException if it can't be one
   */
  MigrationTarget target();

  /**
   * The catalog as Iceberg's interface, for changes that every client knows.
   *
   * @param what for the message: "rename tables"
   * @throws FirnException if there is no catalog but only files
   */
  Catalog catalog(String what);

  /**
   * The catalog as Firn's own, for what only that can do.
   *
   * @param what for the message: "undo a drop"
   * @throws FirnException if it is of another kind
   */
  FirnCatalog firn(String what);

  @Override
  void close();

  /** Firn's own catalog, in a database. */
  record Firn(String id, FirnCatalog catalog, LocalFileIo io) implements OpenedCatalog {
    @Override
    public List<Namespace> namespaces() {
      return allNamespaces(catalog);
    }

    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
      return allTables(catalog, catalog, namespace);
    }

    @Override
    public Table table(TableIdentifier table) {
      return catalog.loadTable(table);
    }

    @Override
    public MigrationSource source(Duration settling) {
      return new CatalogSource(id, catalog.pointers(), io);
    }

    @Override
    public MigrationTarget target() {
      return new CatalogTarget(id, catalog, io);
    }

    @Override
    public Catalog catalog(String what) {
      return catalog;
    }

    @Override
    public FirnCatalog firn(String what) {
      return catalog;
    }

    @Override
    public void close() {
      catalog.close();
    }
  }

  /** A catalog through a client of Iceberg's. */
  record Foreign(String id, Catalog catalog) implements OpenedCatalog {
    @Override
    public List<Namespace> namespaces() {
      return catalog instanceof SupportsNamespaces namespaces
          ? allNamespaces(namespaces)
          : List.of();
    }

    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
      return catalog instanceof SupportsNamespaces namespaces
          ? allTables(catalog, namespaces, namespace)
          : catalog.listTables(namespace);
    }

    @Override
    public Table table(TableIdentifier table) {
      return catalog.loadTable(table);
    }

    @Override
    public MigrationSource source(Duration settling) {
      throw unsupported(id, "migrate from it", "its client has no drop by compare-and-set");
    }

    @Override
    public MigrationTarget target() {
      throw unsupported(
          id,
          "migrate to it",
          "its client does not tell whether the table is there under another name");
    }

    @Override
    public Catalog catalog(String what) {
      return catalog;
    }

    @Override
    public FirnCatalog firn(String what) {
      throw unsupported(
          id, what, "only a SQLite or PostgreSQL catalog keeps what is needed for it");
    }

    @Override
    public void close() {
      if (catalog instanceof Closeable closeable) {
        try {
          closeable.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** Tables without a catalog. */
  record Folder(String id, FolderWarehouse warehouse, LocalFileIo io) implements OpenedCatalog {
    @Override
    public List<Namespace> namespaces() {
      Set<Namespace> namespaces = new LinkedHashSet<>();
      for (TableIdentifier table : warehouse.tables()) {
        for (int depth = 1; depth <= table.namespace().length(); depth++) {
          namespaces.add(Namespace.of(java.util.Arrays.copyOf(table.namespace().levels(), depth)));
        }
      }
      return List.copyOf(namespaces);
    }

    @Override
    public List<TableIdentifier> tables(Namespace namespace) {
      List<TableIdentifier> tables = new ArrayList<>();
      for (TableIdentifier table : warehouse.tables()) {
        if (isBelow(table.namespace(), namespace)
            && warehouse.table(table).newest().orElse(null) instanceof FolderVersion.Live) {
          tables.add(table);
        }
      }
      return tables;
    }

    @Override
    public Table table(TableIdentifier table) {
      if (warehouse.table(table).newest().orElse(null) instanceof FolderVersion.Live live) {
        return new BaseTable(
            new StaticTableOperations(live.metadataLocation(), io), id + "." + table);
      }
      throw new NoSuchTableException("Table does not exist: %s", table);
    }

    @Override
    public MigrationSource source(Duration settling) {
      return new FolderSource(warehouse, io, settling);
    }

    @Override
    public MigrationTarget target() {
      throw unsupported(
          id, "migrate to it", "tables in a folder have no pointer that can be swapped");
    }

    @Override
    public Catalog catalog(String what) {
      throw unsupported(id, what, "it is a folder and no catalog; migrate its tables to one first");
    }

    @Override
    public FirnCatalog firn(String what) {
      throw unsupported(id, what, "it is a folder and no catalog; migrate its tables to one first");
    }

    @Override
    public void close() {
      // Nothing is held open.
    }
  }

  private static boolean isBelow(Namespace namespace, Namespace parent) {
    return namespace.length() >= parent.length()
        && Namespace.of(java.util.Arrays.copyOf(namespace.levels(), parent.length()))
            .equals(parent);
  }

  private static List<Namespace> allNamespaces(SupportsNamespaces catalog) {
    List<Namespace> all = new ArrayList<>();
    collect(catalog, Namespace.empty(), all);
    return all;
  }

  private static void collect(SupportsNamespaces catalog, Namespace parent, List<Namespace> into) {
    for (Namespace child : children(catalog, parent)) {
      into.add(child);
      if (child.length() > parent.length()) {
        collect(catalog, child, into);
      }
    }
  }

  /** A catalog with one level only refuses to look for more. */
  private static List<Namespace> children(SupportsNamespaces catalog, Namespace parent) {
    try {
      return catalog.listNamespaces(parent);
    } catch (NoSuchNamespaceException e) {
      if (parent.isEmpty() || !catalog.namespaceExists(parent)) {
        throw e;
      }
      return List.of();
    }
  }

  private static List<TableIdentifier> allTables(
      Catalog catalog, SupportsNamespaces namespaces, Namespace namespace) {
    List<Namespace> within = new ArrayList<>();
    if (!namespace.isEmpty()) {
      within.add(namespace);
    }
    collect(namespaces, namespace, within);
    List<TableIdentifier> tables = new ArrayList<>();
    within.forEach(each -> tables.addAll(catalog.listTables(each)));
    return tables;
  }

  private static FirnException unsupported(String id, String what, String why) {
    return new FirnException(ErrorCode.USAGE, "can't " + what + " at " + id + ": " + why);
  }
}
