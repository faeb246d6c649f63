package dev.firn.catalog;

import java.lang.ref.SoftReference;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * What a catalog has loaded or written last of each table, for its other writers: a metadata file
 * never changes, so that one of the same location need not be read again. Gives its memory back
 * when that is short; any thread.
 */
final class RecentMetadata {
  private final ConcurrentMap<TableIdentifier, SoftReference<TableMetadata>> last =
      new ConcurrentHashMap<>();

  void put(TableIdentifier table, TableMetadata metadata) {
    last.put(table, new SoftReference<>(metadata));
  }

  /** The metadata of a file, if it is what was loaded or written last. */
  Optional<TableMetadata> get(TableIdentifier table, String location) {
    SoftReference<TableMetadata> reference = last.get(table);
    TableMetadata metadata = reference == null ? null : reference.get();
    return Optional.ofNullable(metadata)
        .filter(found -> location.equals(found.metadataFileLocation()));
  }
}
