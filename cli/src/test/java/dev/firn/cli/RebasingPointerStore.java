package dev.firn.cli;

import dev.firn.catalog.PointerStore;
import dev.firn.ledger.LedgerKeys;
import dev.firn.testkit.fault.ForwardingPointerStore;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * A commit that lost the race is applied again on what is there now, with the ledger that it had:
 * what an ingester would do that leaves retries to a library.
 */
final class RebasingPointerStore extends ForwardingPointerStore {
  private final FileIO io;

  RebasingPointerStore(PointerStore store, FileIO io) {
    super(store);
    this.io = io;
  }

  /** No turns: who loses a race finds out by losing it. */
  @Override
  public Turn turn(TableIdentifier table) {
    return new Turn() {
      @Override
      public void close() {}

      @Override
      public boolean again() {
        return true;
      }
    };
  }

  @SuppressWarnings("deprecation") // what replaces it is not public yet
  @Override
  public boolean compareAndSet(TableIdentifier table, String expected, String next) {
    if (super.compareAndSet(table, expected, next)) {
      return true;
    }
    TableMetadata metadata = TableMetadataParser.read(io, next);
    Snapshot lost = metadata.currentSnapshot();
    SnapshotChanges changes =
        SnapshotChanges.builderFor(new BaseTable(new Rebase(metadata, io), table.name()))
            .snapshot(lost)
            .build();
    String now = read(table).orElseThrow();
    Rebase rebase = new Rebase(TableMetadataParser.read(io, now), io);
    AppendFiles append = new BaseTable(rebase, table.name()).newAppend();
    for (DataFile file : changes.addedDataFiles()) {
      append.appendFile(file);
    }
    lost.summary().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("firn."))
        .forEach(entry -> append.set(entry.getKey(), entry.getValue()));
    append.commit();
    String root = lost.summary().get(LedgerKeys.SUMMARY_LEDGER);
    TableMetadata rebased =
        TableMetadata.buildFrom(rebase.current())
            .setProperties(Map.of(LedgerKeys.PROPERTY_LEDGER, root))
            .build();
    String location = next.replaceFirst("[^/]*$", "99999-" + UUID.randomUUID() + ".metadata.json");
    TableMetadataParser.write(rebased, io.newOutputFile(location));
    return super.compareAndSet(table, now, location);
  }

  /** Keeps what is committed to it in memory. */
  private static final class Rebase implements TableOperations {
    private final FileIO io;
    private TableMetadata current;

    Rebase(TableMetadata current, FileIO io) {
      this.io = io;
      this.current = current;
    }

    @Override
    public TableMetadata current() {
      return current;
    }

    @Override
    public TableMetadata refresh() {
      return current;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      current = metadata;
    }

    @Override
    public FileIO io() {
      return io;
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return current.location() + "/metadata/" + fileName;
    }

    @Override
    public LocationProvider locationProvider() {
      return LocationProviders.locationsFor(current.location(), current.properties());
    }
  }
}
