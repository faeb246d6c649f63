package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.FileIO;

/**
 * Firn's catalog over a {@link PointerStore}.
 *
 * <p>Tables get a location of their own, {@code <warehouse>/<namespace levels>/<name>-<8 hex>},
 * which no other table ever has, so that a name can be given again while the files of its former
 * table are still there. Format version 2 unless another is asked for; 1 is refused. What is
 * strict: a missing namespace is an error everywhere, and so is a dot inside a level.
 *
 * <p>Safe for threads. {@link #close()} closes the store; the file IO stays the caller's. Failures
 * of the database are {@link PointerStoreException}s.
 */
public final class FirnCatalog extends BaseMetastoreCatalog
    implements SupportsNamespaces, Closeable {
  /** How often a drop follows a pointer that other writers move. */
  private static final int MAX_DROP_ATTEMPTS = 20;

  /** A folder name has at most 255 bytes; a code point takes up to 4, the suffix takes 9. */
  private static final int MAX_FOLDER_CODE_POINTS = 60;

  private final String name;
  private final String warehouse;
  private final FileIO io;
  private final PointerStore store;
  private final Supplier<UUID> ids;
  private final Attempts attempts;

  /**
   * A catalog that can be used at once.
   *
   * @param name the catalog's name in messages and in full table names
   * @param warehouse the location below which tables are made
   * @param io reads and writes all files of all tables; not closed by the catalog
   * @param store the pointers; closed by the catalog
   * @param ids where unique names come from; safe for threads
   */
  public FirnCatalog(
      String name, String warehouse, FileIO io, PointerStore store, Supplier<UUID> ids) {
    this.name = name;
    this.warehouse = Locations.canonical(warehouse);
    this.io = io;
    this.store = store;
    this.ids = ids;
    this.attempts = Attempts.DEFAULT;
  }

  private FirnCatalog(FirnCatalog like, Attempts attempts) {
    this.name = like.name;
    this.warehouse = like.warehouse;
    this.io = like.io;
    this.store = like.store;
    this.ids = like.ids;
    this.attempts = attempts;
  }

  /** The same catalog with another patience; both share the store, and either closes it. */
  public FirnCatalog with(Attempts other) {
    return new FirnCatalog(this, other);
  }

  /**
   * A catalog in a SQLite file of this machine, which is created with its folder if missing.
   *
   * @param catalogName its name, also in the rows: other engines must use the same
   */
  public static FirnCatalog embedded(
      String catalogName, Path databaseFile, String warehouse, FileIO io) {
    Path file = databaseFile.toAbsolutePath();
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't make the folder of the catalog database " + file, e);
    }
    PointerStore store = JdbcPointerStore.sqlite(file, catalogName);
    return new FirnCatalog(catalogName, warehouse, io, store, UUID::randomUUID);
  }

  @Override
  public String name() {
    return name;
  }

  /** Not supported: the constructor makes a usable catalog. */
  @Override
  public void initialize(String catalogName, Map<String, String> properties) {
    throw new UnsupportedOperationException(
        "can't initialize a FirnCatalog: its constructor makes it ready");
  }

  /**
   * The operations on one table, fresh: nothing is loaded yet. The table need not exist; {@code
   * current()} is null then.
   *
   * @throws IllegalArgumentException if the name can't be one
   */
  public FirnTableOperations operations(TableIdentifier table) {
    Names.check(table);
    String fullName = fullTableName(name, table);
    return new FirnTableOperations(
        new FirnTableOperations.Place(table, fullName, store, io, ids), attempts);
  }

  @Override
  protected FirnTableOperations newTableOps(TableIdentifier table) {
    return operations(table);
  }

  @Override
  protected boolean isValidIdentifier(TableIdentifier table) {
    return Names.isValid(table);
  }

  @Override
  protected String defaultWarehouseLocation(TableIdentifier table) {
    StringBuilder location = new StringBuilder(warehouse);
    for (String level : table.namespace().levels()) {
      location.append('/').append(folderName(level));
    }
    int unique = (int) (ids.get().getMostSignificantBits() >>> 32);
    return location
        .append('/')
        .append(folderName(table.name()))
        .append('-')
        .append(HexFormat.of().toHexDigits(unique))
        .toString();
  }

  private static String folderName(String text) {
    int points = Math.min(MAX_FOLDER_CODE_POINTS, text.codePointCount(0, text.length()));
    return text.substring(0, text.offsetByCodePoints(0, points)).replace('/', '_');
  }

  @Override
  public TableBuilder buildTable(TableIdentifier table, Schema schema) {
    Names.check(table);
    return new FirnTableBuilder(this, table, super.buildTable(table, schema));
  }

  @Override
  public boolean tableExists(TableIdentifier table) {
    return Names.isValid(table) && store.read(table).isPresent();
  }

  @Override
  public List<TableIdentifier> listTables(Namespace namespace) {
    return store.list(namespace);
  }

  /**
   * Drops a table.
   *
   * @param purge whether to delete its files too: those of its snapshots and all its metadata
   * @return false if there is no such table
   * @throws PointerStoreException if the database fails; the table may be dropped, no file is
   *     deleted
   */
  @Override
  public boolean dropTable(TableIdentifier table, boolean purge) {
    if (!Names.isValid(table)) {
      return false;
    }
    for (int attempt = 0; attempt < MAX_DROP_ATTEMPTS; attempt++) {
      if (!purge) {
        Optional<String> pointer = store.read(table);
        if (pointer.isEmpty()) {
          return false;
        }
        if (store.drop(table, pointer.get())) {
          return true;
        }
        continue;
      }
      // Loaded before the drop: a table whose metadata can't be read is not purged.
      TableMetadata metadata = operations(table).current();
      if (metadata == null) {
        return false;
      }
      if (store.drop(table, metadata.metadataFileLocation())) {
        CatalogUtil.dropTableData(io, metadata);
        return true;
      }
    }
    throw new FirnException(
        ErrorCode.CONFLICT,
        "can't drop " + table + ": other writers keep committing to it; stop them and try again");
  }

  /** Not supported yet. */
  @Override
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    throw new UnsupportedOperationException(
        "can't rename " + from + " to " + to + ": this version of Firn can't rename tables");
  }

  /** Not supported yet. */
  @Override
  public Table registerTable(TableIdentifier table, String metadataFileLocation) {
    throw new UnsupportedOperationException(
        "can't register "
            + metadataFileLocation
            + " as "
            + table
            + ": this version of Firn can't register tables");
  }

  @Override
  public void createNamespace(Namespace namespace, Map<String, String> properties) {
    if (!store.createNamespace(namespace, properties)) {
      throw new AlreadyExistsException("Namespace already exists: %s", namespace);
    }
  }

  @Override
  public boolean namespaceExists(Namespace namespace) {
    return store.namespaceExists(namespace);
  }

  @Override
  public List<Namespace> listNamespaces(Namespace parent) {
    return store.listNamespaces(parent);
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(Namespace namespace) {
    return store.namespaceProperties(namespace);
  }

  @Override
  public boolean dropNamespace(Namespace namespace) {
    return store.dropNamespace(namespace);
  }

  @Override
  public boolean setProperties(Namespace namespace, Map<String, String> properties) {
    return store.updateNamespaceProperties(namespace, properties, Set.of());
  }

  @Override
  public boolean removeProperties(Namespace namespace, Set<String> keys) {
    return store.updateNamespaceProperties(namespace, Map.of(), keys);
  }

  @Override
  public void close() {
    store.close();
    try {
      super.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
