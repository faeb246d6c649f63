package dev.firn.migrate;

import dev.firn.catalog.FirnCatalog;
import dev.firn.io.LocalFileIo;
import dev.firn.io.Locations;
import dev.firn.migrate.folder.FolderWarehouse;
import dev.firn.migrate.folder.HadoopWriter;
import dev.firn.migrate.open.OpenedCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** A source with a table {@code db.t}, of either kind, and a target that is Firn's catalog. */
final class Stage implements AutoCloseable {
  enum Kind {
    CATALOG,
    FOLDER
  }

  static final TableIdentifier TABLE = TableIdentifier.of("db", "t");
  private static final Map<String, String> QUICK_RETRIES =
      Map.of(
          "commit.retry.num-retries",
          "2",
          "commit.retry.min-wait-ms",
          "1",
          "commit.retry.max-wait-ms",
          "5");
  private static final LocalFileIo IO = new LocalFileIo(false);

  private final Path folder;
  private final Kind kind;
  final FirnCatalog sourceCatalog;
  final FirnCatalog targetCatalog;

  Stage(Path folder, Kind kind) throws java.io.IOException {
    this.folder = folder;
    this.kind = kind;
    Files.createDirectories(folder.resolve("wh"));
    sourceCatalog = open("source");
    targetCatalog = open("target");
    sourceCatalog.createNamespace(Namespace.of("db"), Map.of());
    if (kind == Kind.CATALOG) {
      sourceCatalog.buildTable(TABLE, HadoopWriter.SCHEMA).withProperties(QUICK_RETRIES).create();
    } else {
      new HadoopWriter(folderTable()).createIfNotExists(QUICK_RETRIES);
    }
  }

  FirnCatalog open(String name) {
    return FirnCatalog.embedded(
        name, folder.resolve(name + ".db"), Locations.of(folder.resolve("wh-" + name)), IO);
  }

  private String folderTable() {
    return Locations.of(folder.resolve("wh/db/t"));
  }

  private String id(String name) {
    return CatalogId.of("sqlite:" + folder.resolve(name + ".db"), name);
  }

  MigrationSource source() {
    return kind == Kind.CATALOG
        ? new CatalogSource(id("source"), sourceCatalog.pointers(), IO)
        : new OpenedCatalog.Folder(folderWarehouse().location(), folderWarehouse(), IO)
            .source(Duration.ZERO);
  }

  private FolderWarehouse folderWarehouse() {
    return new FolderWarehouse(IO, Locations.of(folder.resolve("wh")));
  }

  MigrationTarget target() {
    return new CatalogTarget(id("target"), targetCatalog, IO);
  }

  /** The target as a source: the way back. */
  MigrationSource back() {
    return new CatalogSource(id("target"), targetCatalog.pointers(), IO);
  }

  MigrationTarget home() {
    return new CatalogTarget(id("source"), sourceCatalog, IO);
  }

  static Migration migration(
      MigrationSource source, MigrationTarget target, Consumer<MigrationStep> steps) {
    return new Migration(source, target, UUID::randomUUID, Clock.systemUTC(), steps);
  }

  Migration migration() {
    return migration(source(), target(), step -> {});
  }

  /** A client of the source that appends, with a state of its own. */
  Consumer<String> appender() {
    if (kind == Kind.FOLDER) {
      return new HadoopWriter(folderTable())::append;
    }
    return name ->
        sourceCatalog.loadTable(TABLE).newAppend().appendFile(HadoopWriter.file(name)).commit();
  }

  /** What CREATE TABLE IF NOT EXISTS does at the source, by clients that know nothing of Firn. */
  void createIfNotExistsAtSource() {
    try {
      if (kind == Kind.FOLDER) {
        new HadoopWriter(folderTable()).createIfNotExists(Map.of());
        return;
      }
      try (JdbcCatalog stock = stock()) {
        createIfNotExists(stock);
      }
      createIfNotExists(sourceCatalog);
    } catch (RuntimeException e) {
      // Refused, as it should be; what counts is the state afterwards.
    }
  }

  private static void createIfNotExists(Catalog catalog) {
    try {
      if (!catalog.tableExists(TABLE)) {
        catalog.createTable(TABLE, HadoopWriter.SCHEMA);
      }
    } catch (AlreadyExistsException e) {
      // Refused, as it should be.
    }
  }

  private JdbcCatalog stock() {
    return (JdbcCatalog)
        CatalogUtil.loadCatalog(
            JdbcCatalog.class.getName(),
            "source",
            Map.of(
                "uri",
                "jdbc:sqlite:" + folder.resolve("source.db"),
                "warehouse",
                folder.resolve("wh-stock").toString(),
                "io-impl",
                LocalFileIo.class.getName(),
                "jdbc.schema-version",
                "V1"),
            null);
  }

  /** Fails if a client could write the table at both. */
  void checkOneEntry() {
    // The target first: once the table is there, the source never has it again.
    boolean atTarget = targetCatalog.pointers().read(TABLE).isPresent();
    boolean atSource = source().state(TABLE) instanceof SourceState.Live;
    if (atTarget && atSource) {
      throw new AssertionError("the table can be written at both");
    }
  }

  Table tableAtTarget() {
    return targetCatalog.loadTable(TABLE);
  }

  @Override
  public void close() {
    sourceCatalog.close();
    targetCatalog.close();
  }
}
