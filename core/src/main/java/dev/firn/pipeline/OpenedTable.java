package dev.firn.pipeline;

import dev.firn.catalog.FirnCatalog;
import dev.firn.commit.CommitOptions;
import dev.firn.commit.Committer;
import dev.firn.commit.LedgerTable;
import dev.firn.commit.SchemaWidening;
import dev.firn.compaction.CompactionOptions;
import dev.firn.compaction.Compactor;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerHead;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerLocation;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.LedgerStore;
import dev.firn.ledger.MergePolicy;
import dev.firn.upkeep.TableFiles;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.PropertyUtil;

/**
 * A pipeline's table with its catalog and ledger, opened. Close it to close the catalog.
 *
 * <p>Opening reads the catalog's row and the table's metadata file, nothing more.
 */
public final class OpenedTable implements AutoCloseable {
  /** Decoded row groups may take this part of the heap. */
  private static final double COMPACTION_HEAP_SHARE = 0.4;

  private final PipelineConfig config;
  private final FirnCatalog catalog;
  private final LedgerTable ledgerTable;
  private final LedgerLocation location;

  private OpenedTable(
      PipelineConfig config,
      FirnCatalog catalog,
      LedgerTable ledgerTable,
      LedgerLocation location) {
    this.config = config;
    this.catalog = catalog;
    this.ledgerTable = ledgerTable;
    this.location = location;
  }

  /**
   * Opens a table that exists.
   *
   * @throws FirnException {@link ErrorCode#NOT_FOUND} if it does not
   */
  public static OpenedTable open(PipelineConfig config, Environment environment) {
    FirnCatalog catalog = TableSetup.openCatalog(config, environment);
    boolean opened = false;
    try {
      TableIdentifier name = TableSetup.identifier(config);
      if (!catalog.tableExists(name)) {
        throw new FirnException(
            ErrorCode.NOT_FOUND,
            "the table "
                + name
                + " does not exist in "
                + config.get(ConfigKeys.CATALOG)
                + "; firn run "
                + config.file().getFileName()
                + " creates it");
      }
      OpenedTable table = of(config, environment, catalog);
      opened = true;
      return table;
    } finally {
      if (!opened) {
        catalog.close();
      }
    }
  }

  static OpenedTable of(PipelineConfig config, Environment environment, FirnCatalog catalog) {
    TableIdentifier name = TableSetup.identifier(config);
    TableOperations operations = catalog.operations(name);
    LedgerLocation location =
        config
            .find(ConfigKeys.LEDGER_LOCATION)
            .map(config::resolveLocation)
            .map(LedgerLocation::in)
            .orElseGet(() -> LedgerLocation.beside(operations.current().location()));
    LedgerStore store =
        new LedgerStore(
            operations.io(),
            location,
            MergePolicy.withRetention(config.get(ConfigKeys.LEDGER_RETENTION)),
            environment.clock(),
            environment.ids());
    String dayRule = config.get(ConfigKeys.SOURCE_PATTERN);
    LedgerIndex index = new LedgerIndex(operations.io(), dayRule);
    LedgerTable ledgerTable =
        new LedgerTable(
            name.toString(), operations, store, index, dayRule, DaySetup.landingState(config));
    return new OpenedTable(config, catalog, ledgerTable, location);
  }

  /** A committer of its own state; one per thread that commits. */
  public Committer committer(Environment environment) {
    CommitOptions byDefault = CommitOptions.DEFAULT;
    return new Committer(
        ledgerTable,
        environment.clock(),
        environment.ids(),
        new CommitOptions(
            config.get(ConfigKeys.ON_OVERWRITE),
            byDefault.timeout(),
            byDefault.firstBackoff(),
            byDefault.maxBackoff()));
  }

  /** A committer with table operations of its own, for a thread beside the one that ingests. */
  Committer committerBeside(Environment environment, TableOperations operations) {
    LedgerTable beside =
        new LedgerTable(
            ledgerTable.name(),
            operations,
            ledgerTable.store(),
            ledgerTable.index(),
            ledgerTable.dayRule(),
            ledgerTable.landingState());
    return new Committer(beside, environment.clock(), environment.ids(), CommitOptions.DEFAULT);
  }

  /** Table operations that nobody else uses. */
  TableOperations ownOperations() {
    return catalog.operations(TableSetup.identifier(config));
  }

  /** Adds columns; one per thread that does so. */
  SchemaWidening widening() {
    return new SchemaWidening(
        catalog.operations(TableSetup.identifier(config)), name(), CommitOptions.DEFAULT);
  }

  /**
   * Compacts the table; one per thread that does so.
   *
   * @param targetBytes the size that files should have; empty: what the table's property {@code
   *     write.target-file-size-bytes} says
   */
  public Compactor compactor(Environment environment, OptionalLong targetBytes) {
    long target =
        targetBytes.orElseGet(
            () ->
                PropertyUtil.propertyAsLong(
                    refresh().properties(),
                    TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
                    CompactionOptions.DEFAULT_TARGET_BYTES));
    long heapBytes = (long) (Runtime.getRuntime().maxMemory() * COMPACTION_HEAP_SHARE);
    return new Compactor(
        name(),
        catalog.operations(TableSetup.identifier(config)),
        new Compactor.DayColumns(
            config.find(ConfigKeys.DAY_COLUMN), config.find(ConfigKeys.EVENT_COLUMN)),
        CompactionOptions.of(target, Math.min(config.get(ConfigKeys.MEMORY), heapBytes)),
        environment.ids());
  }

  /** The table for upkeep, with operations that nobody else uses. */
  public TableFiles files() {
    return new TableFiles(name(), ownOperations(), Optional.of(ledgerTable.store()));
  }

  /** The pipeline file. */
  public PipelineConfig config() {
    return config;
  }

  /** The catalog. */
  public FirnCatalog catalog() {
    return catalog;
  }

  /** The table's full name. */
  public String name() {
    return ledgerTable.name();
  }

  /** The table's metadata, read afresh. */
  public TableMetadata refresh() {
    return ledgerTable.operations().refresh();
  }

  /** The table's operations. */
  public TableOperations operations() {
    return ledgerTable.operations();
  }

  /** The table's storage. */
  public FileIO io() {
    return ledgerTable.operations().io();
  }

  /** The ledger's files. */
  public LedgerStore ledger() {
    return ledgerTable.store();
  }

  /** Look-ups in the ledger. */
  public LedgerIndex index() {
    return ledgerTable.index();
  }

  /** Where ledger and rejects are. */
  public LedgerLocation location() {
    return location;
  }

  /** What the table's metadata says of the ledger, read afresh. */
  public LedgerState ledgerState() {
    return LedgerHead.of(refresh(), ledger());
  }

  /**
   * The ledger's head, read afresh; after a rollback the one that the table went back to.
   *
   * @throws FirnException {@link ErrorCode#LEDGER_UNKNOWN} if only an operator can tell
   */
  public Optional<LedgerRoot> head() {
    LedgerState state = ledgerState();
    if (state instanceof LedgerState.Unknown unknown) {
      throw new FirnException(ErrorCode.LEDGER_UNKNOWN, unknown.reason());
    }
    if (state instanceof LedgerState.RolledBack back) {
      return back.head().map(head -> ledger().read(head.rootLocation()));
    }
    return state instanceof LedgerState.Head head
        ? Optional.of(ledger().read(head.rootLocation()))
        : Optional.empty();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
