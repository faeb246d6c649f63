package dev.firn.catalog;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/** One table of a {@link CatalogTransaction}: loaded once, and changed in memory. */
final class StagedOperations implements TableOperations {
  private final TableIdentifier table;
  private final TableOperations real;
  private final @Nullable TableMetadata base;
  private @Nullable TableMetadata current;

  StagedOperations(TableIdentifier table, FirnTableOperations real) {
    this.table = table;
    this.real = real;
    this.base = real.current();
    this.current = base;
  }

  TableIdentifier table() {
    return table;
  }

  /** What the pointer must still name; null for a new table. */
  @Nullable TableMetadata base() {
    return base;
  }

  boolean hasChanged() {
    return current != base;
  }

  /** What is to be committed. */
  TableMetadata next() {
    return requireCurrent();
  }

  @Override
  public @Nullable TableMetadata current() {
    return current;
  }

  @Override
  public @Nullable TableMetadata refresh() {
    return current;
  }

  @Override
  public void commit(@Nullable TableMetadata from, TableMetadata to) {
    if (from != current) {
      throw from == null
          ? new AlreadyExistsException("Table already exists: %s", table())
          : new CommitFailedException("Cannot commit: %s has changed in its transaction", table());
    }
    current = to;
  }

  private TableMetadata requireCurrent() {
    TableMetadata metadata = current;
    if (metadata == null) {
      throw new NoSuchTableException("Table does not exist: %s", table());
    }
    return metadata;
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
    return FirnTableOperations.metadataFileLocation(requireCurrent(), fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return FirnTableOperations.locationProvider(requireCurrent());
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return new UncommittedOperations(this, uncommitted);
  }
}
