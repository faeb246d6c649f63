package dev.firn.migrate;

import dev.firn.io.LocalFileIo;
import dev.firn.migrate.folder.FolderVersion;
import dev.firn.migrate.folder.FolderWarehouse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;

/** Tables without a catalog, in a local folder. */
public final class FolderSource implements MigrationSource {
  private final FolderWarehouse warehouse;
  private final LocalFileIo io;
  private final Duration settling;

  /**
   * A warehouse.
   *
   * @param settling how long a writer may take between its look at a version's name and its rename
   *     to it. Hadoop's local file system replaces a file in a rename; a writer that looked before
   *     the fence and renames after it is found only by waiting. Zero where no writer runs
   */
  public FolderSource(FolderWarehouse warehouse, LocalFileIo io, Duration settling) {
    this.warehouse = warehouse;
    this.io = io;
    this.settling = settling;
  }

  @Override
  public String name() {
    return warehouse.location();
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public List<TableIdentifier> tables() {
    return warehouse.tables();
  }

  @Override
  public SourceState state(TableIdentifier table) {
    Optional<FolderVersion> newest = warehouse.table(table).newest();
    if (newest.isEmpty()) {
      return new SourceState.Missing();
    }
    return newest.get() instanceof FolderVersion.Moved moved
        ? new SourceState.Moved(moved.movedTo())
        : new SourceState.Live(((FolderVersion.Live) newest.get()).metadataLocation());
  }

  @Override
  public boolean fence(TableIdentifier table, String expected, String movedTo) {
    return warehouse.table(table).fence(expected, movedTo);
  }

  @Override
  public boolean settle(TableIdentifier table, String movedTo) {
    try {
      Thread.sleep(settling.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the fence of " + table + " settles", e);
    }
    return warehouse.table(table).isFencedBy(movedTo);
  }
}
