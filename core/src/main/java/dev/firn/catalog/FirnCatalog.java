package dev.firn.catalog;

import dev.firn.catalog.database.Names;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.BaseMetastoreCatalog;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.PropertyUtil;

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

  /** A renamed table is looked for in its history at once, before many commits follow. */
  private static final int MAX_MOVES_AFTER_RENAME = 1_000;

  /** A folder name has at most 255 bytes; a code point takes up to 4, the suffix takes 9. */
  private static final int MAX_FOLDER_CODE_POINTS = 60;

  private final String name;
  private final String warehouse;
  private final FileIO io;
  private final PointerStore store;
  private final Supplier<UUID> ids;
  private final Attempts attempts;
  private final RecentMetadata recent;
  private final Map<String, String> properties;

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
    this.recent = new RecentMetadata();
    this.properties = Map.of();
  }

  private FirnCatalog(FirnCatalog like, Attempts attempts, Map<String, String> properties) {
    this.name = like.name;
    this.warehouse = like.warehouse;
    this.io = like.io;
    this.store = like.store;
    this.ids = like.ids;
    this.recent = like.recent;
    this.attempts = attempts;
    this.properties = Map.copyOf(properties);
  }

  /** The same catalog with another patience; both share the store, and either closes it. */
  public FirnCatalog with(Attempts other) {
    return new FirnCatalog(this, other, properties);
  }

  /**
   * The same catalog with Iceberg's catalog properties: {@code table-default.*} and {@code
   * table-override.*} for new tables, {@code metrics-reporter-impl}. Both share the store, and
   * either closes it.
   */
  public FirnCatalog withProperties(Map<String, String> other) {
    return new FirnCatalog(this, attempts, other);
  }

  @Override
  protected Map<String, String> properties() {
    return properties;
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
        new FirnTableOperations.Place(table, fullName, store, io, ids), attempts, recent);
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
    return new FirnTableBuilder(
        new FirnTableBuilder.Place(
            table,
            this::namespaceExists,
            () -> operations(table).current(),
            made -> queued(made, table),
            tableDefaults()),
        super.buildTable(table, schema));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The table's updates wait for their turn among the writers of all processes before they are
   * built, so that writers do not work in vain.
   */
  @Override
  public Table loadTable(TableIdentifier table) {
    return queued(super.loadTable(table), table);
  }

  private Table queued(Table loaded, TableIdentifier table) {
    return loaded instanceof BaseTable base
            && base.operations() instanceof FirnTableOperations operations
        ? new FirnTable(operations, base.name(), metricsReporter(), () -> store.turn(table))
        : loaded;
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
   * Drops a table. Without purge it can be undone.
   *
   * @param purge whether to delete its files too: those of its snapshots and all its metadata
   * @return false if there is no such table
   * @throws FirnException {@link ErrorCode#CONFLICT} if its files are to be deleted and another
   *     entry of the database shares its UUID or location, or if other writers are always faster
   * @throws PointerStoreException if the database fails and the table certainly is not dropped
   */
  @Override
  public boolean dropTable(TableIdentifier table, boolean purge) {
    if (!Names.isValid(table)) {
      return false;
    }
    return purge ? purge(table) : remove(table).isPresent();
  }

  /**
   * Takes a table out of the catalog. No file is touched, and nobody can commit to it any more.
   *
   * @return the metadata file that {@link #registerTable} takes to bring it back
   * @throws NoSuchTableException if there is no such table
   */
  public String unregisterTable(TableIdentifier table) {
    Names.check(table);
    return remove(table)
        .orElseThrow(() -> new NoSuchTableException("Table does not exist: %s", table));
  }

  /** The pointer of the removed entry; empty if there is none. */
  private Optional<String> remove(TableIdentifier table) {
    for (int attempt = 0; attempt < MAX_DROP_ATTEMPTS; attempt++) {
      Optional<String> pointer = store.read(table);
      if (pointer.isEmpty() || drop(table, pointer.get())) {
        return pointer;
      }
    }
    throw alwaysSlower(table);
  }

  private boolean purge(TableIdentifier table) {
    for (int attempt = 0; attempt < MAX_DROP_ATTEMPTS; attempt++) {
      // Loaded before the drop: a table whose metadata can't be read is not purged.
      TableMetadata metadata = operations(table).current();
      if (metadata == null) {
        return false;
      }
      registrar().checkNotShared(table, metadata);
      if (drop(table, metadata.metadataFileLocation())) {
        CatalogUtil.dropTableData(io, metadata);
        return true;
      }
    }
    throw alwaysSlower(table);
  }

  private boolean drop(TableIdentifier table, String expected) {
    return new Decision<>(
            "drop " + table,
            () -> store.drop(table, expected),
            () ->
                store
                    .lastDrop(table)
                    .filter(drop -> drop.from().equals(Optional.of(expected)))
                    .map(drop -> true))
        .run(attempts);
  }

  private static FirnException alwaysSlower(TableIdentifier table) {
    return new FirnException(
        ErrorCode.CONFLICT,
        "can't drop " + table + ": other writers keep committing to it; stop them and try again");
  }

  /**
   * Gives a table another name, in the same or another namespace. Its files stay where they are.
   * Writers that hold the table under its former name get {@link NoSuchTableException}.
   *
   * @throws NoSuchTableException if there is no such table
   * @throws org.apache.iceberg.exceptions.NoSuchNamespaceException if the new name's namespace does
   *     not exist
   * @throws AlreadyExistsException if a table, a view or a tombstone has the new name
   */
  @Override
  public void renameTable(TableIdentifier from, TableIdentifier to) {
    Names.check(to);
    if (!tableExists(from)) {
      throw new NoSuchTableException("Table does not exist: %s", from);
    }
    if (from.equals(to)) {
      return;
    }
    long before = newest(to);
    boolean renamed =
        new Decision<>(
                "rename " + from + " to " + to,
                () -> store.rename(from, to),
                () ->
                    store.history(to, MAX_MOVES_AFTER_RENAME).stream()
                        .filter(move -> move.sequence() > before)
                        .filter(move -> move.renamedTo().equals(Optional.of(to)))
                        .filter(move -> move.table().equals(from))
                        .findFirst()
                        .map(move -> true))
            .run(attempts);
    if (!renamed) {
      throw new NoSuchTableException("Table does not exist: %s", from);
    }
  }

  private long newest(TableIdentifier table) {
    return store.history(table, 1).stream().mapToLong(PointerMove::sequence).findFirst().orElse(0);
  }

  /**
   * Adds an entry for a table that exists as files.
   *
   * @param metadataFileLocation the metadata file that the pointer names then; it is not rewritten
   * @throws AlreadyExistsException if a table, a view or a tombstone has the name
   * @throws org.apache.iceberg.exceptions.NotFoundException if there is no such file
   * @throws FirnException {@link ErrorCode#ALREADY_EXISTS} if another entry of the database, of
   *     whichever catalog, has the table's UUID or location
   */
  @Override
  public Table registerTable(TableIdentifier table, String metadataFileLocation) {
    registrar().register(table, metadataFileLocation);
    return loadTable(table);
  }

  /**
   * Brings back the table that was dropped last under this name, by whichever client.
   *
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if no table of that name was dropped, or its
   *     files were purged; {@link ErrorCode#ALREADY_EXISTS} if another entry has its UUID or
   *     location
   * @throws AlreadyExistsException if the name was given again
   */
  public Table undropTable(TableIdentifier table) {
    Names.check(table);
    PointerMove drop =
        store
            .lastDrop(table)
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.NOT_FOUND,
                        "can't undrop " + table + ": no table of that name was dropped here"));
    return undropTable(drop, table);
  }

  /**
   * Brings back a table as it was at a drop.
   *
   * @param drop one of {@link #drops}
   * @param as its name then, which must be free
   */
  public Table undropTable(PointerMove drop, TableIdentifier as) {
    registrar().undrop(drop, as);
    return loadTable(as);
  }

  private Registrar registrar() {
    return new Registrar(store, io, attempts);
  }

  /**
   * The movements of a table's pointer, back through its former names; also after it was dropped.
   *
   * @param most at most so many, the newest
   * @return newest first
   */
  public List<PointerMove> history(TableIdentifier table, int most) {
    Names.check(table);
    return store.history(table, most);
  }

  /**
   * Removes what the history says of commits before a moment, of all tables of this database; drops
   * and renames stay.
   *
   * @return how many movements were removed
   */
  public int forgetCommits(Instant before) {
    return store.forgetCommits(before);
  }

  /**
   * The drops in a namespace, undone or not.
   *
   * @param most at most so many, the newest
   * @return newest first
   */
  public List<PointerMove> drops(Namespace namespace, int most) {
    return store.drops(namespace, most);
  }

  /** Begins a change of several tables that lands as a whole or not at all. */
  public CatalogTransaction transaction() {
    return new CatalogTransaction(this);
  }

  /** The pointers, for what moves tables between catalogs. */
  public PointerStore pointers() {
    return store;
  }

  /** What the owner of the catalog sets for new tables. */
  Map<String, String> tableDefaults() {
    return PropertyUtil.propertiesWithPrefix(properties, CatalogProperties.TABLE_DEFAULT_PREFIX);
  }

  MetadataFiles metadataFiles() {
    return new MetadataFiles(io, ids);
  }

  PointerSwap.Outcome swap(List<PointerSwap.Part> parts) {
    return new PointerSwap(store, io, parts).run(attempts);
  }

  boolean hasMoved(TableIdentifier table, String from) {
    return !store.read(table).equals(Optional.of(from));
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
