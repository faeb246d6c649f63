package dev.firn.catalog;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** Operations that behave as if metadata of a transaction were committed; they can't commit. */
record UncommittedOperations(TableOperations real, TableMetadata current)
    implements TableOperations {
  @Override
  public TableMetadata refresh() {
    throw new UnsupportedOperationException("can't refresh uncommitted metadata");
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    throw new UnsupportedOperationException("can't commit through uncommitted metadata");
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
    return FirnTableOperations.metadataFileLocation(current, fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return FirnTableOperations.locationProvider(current);
  }

  @Override
  public long newSnapshotId() {
    return real.newSnapshotId();
  }
}
