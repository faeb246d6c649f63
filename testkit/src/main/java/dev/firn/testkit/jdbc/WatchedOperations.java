package dev.firn.testkit.jdbc;

import java.util.function.BiConsumer;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/** Tells of every conflict that a catalog reports to Iceberg, which tries again without a word. */
final class WatchedOperations implements TableOperations {
  private final TableOperations real;
  private final BiConsumer<TableMetadata, TableMetadata> conflicts;

  /**
   * @param conflicts gets the base and what was to be committed on it
   */
  WatchedOperations(TableOperations real, BiConsumer<TableMetadata, TableMetadata> conflicts) {
    this.real = real;
    this.conflicts = conflicts;
  }

  @Override
  public void commit(@Nullable TableMetadata base, TableMetadata metadata) {
    try {
      real.commit(base, metadata);
    } catch (CommitFailedException e) {
      if (base != null) {
        conflicts.accept(base, metadata);
      }
      throw e;
    }
  }

  @Override
  public TableMetadata current() {
    return real.current();
  }

  @Override
  public TableMetadata refresh() {
    return real.refresh();
  }

  @Override
  public FileIO io() {
    return real.io();
  }

  @Override
  public EncryptionManager encryption() {
    return real.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return real.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return real.locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return real.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return real.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return real.requireStrictCleanup();
  }
}
