package dev.firn.table;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Operations that keep what is committed to them in memory, so that Iceberg's updates of schema,
 * spec and properties, one after the other, build the metadata of one change. They have no storage.
 * One thread.
 */
final class StagedMetadata implements TableOperations {
  private TableMetadata current;

  StagedMetadata(TableMetadata base) {
    this.current = base;
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
  @SuppressWarnings("ReferenceEquality") // Iceberg's contract: base is the object that was read
  public void commit(TableMetadata base, TableMetadata metadata) {
    if (base != current) {
      throw new IllegalStateException("an update was built on metadata other than the staged one");
    }
    current = metadata;
  }

  @Override
  public FileIO io() {
    throw withoutStorage();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    throw withoutStorage();
  }

  @Override
  public LocationProvider locationProvider() {
    throw withoutStorage();
  }

  private static UnsupportedOperationException withoutStorage() {
    return new UnsupportedOperationException("changes of metadata alone have no storage");
  }
}
