package dev.firn.upkeep;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** Table operations that look at each change before it is committed. */
final class GuardedOperations implements TableOperations {
  /** Refuses a change by an exception. */
  interface Guard {
    void check(TableMetadata from, TableMetadata to);
  }

  private final TableOperations delegate;
  private final Guard guard;

  GuardedOperations(TableOperations delegate, Guard guard) {
    this.delegate = delegate;
    this.guard = guard;
  }

  @Override
  public TableMetadata current() {
    return delegate.current();
  }

  @Override
  public TableMetadata refresh() {
    return delegate.refresh();
  }

  @Override
  public void commit(TableMetadata from, TableMetadata to) {
    guard.check(from, to);
    delegate.commit(from, to);
  }

  @Override
  public FileIO io() {
    return delegate.io();
  }

  @Override
  public EncryptionManager encryption() {
    return delegate.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return delegate.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return delegate.locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return delegate.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return delegate.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return delegate.requireStrictCleanup();
  }
}
