package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes metadata files under new names, and deletes those that nothing names. */
record MetadataFiles(FileIO io, Supplier<UUID> ids) {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataFiles.class);

  /**
   * Writes what is to become the successor of a metadata file.
   *
   * @param table its full name, for messages
   * @param base null for a new table
   * @return the new file's location
   * @throws FirnException if it can't be written; nothing of it is left
   */
  String write(String table, @Nullable TableMetadata base, TableMetadata next) {
    String codec =
        next.property(
            TableProperties.METADATA_COMPRESSION, TableProperties.METADATA_COMPRESSION_DEFAULT);
    String fileName =
        String.format(
            Locale.ROOT,
            "%05d-%s%s",
            base == null ? 0 : versionOf(base.metadataFileLocation()) + 1,
            ids.get(),
            TableMetadataParser.getFileExtension(codec));
    String location = FirnTableOperations.metadataFileLocation(next, fileName);
    try {
      var file = io.newOutputFile(location);
      TableMetadataParser.write(next, file);
      return file.location();
    } catch (RuntimeException e) {
      deleteQuietly(location);
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't commit to " + table + ": writing " + location + " failed (" + e.getMessage() + ")",
          e);
    }
  }

  /** The number that a metadata file's name begins with; -1 if it has none. */
  private static int versionOf(String location) {
    int start = location.lastIndexOf('/') + 1;
    int end = location.indexOf('-', start);
    try {
      return end < 0 ? -1 : Integer.parseInt(location.substring(start, end));
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Nothing after a successful swap may look like a failure of the commit. */
  void cleanUp(String table, @Nullable TableMetadata base, TableMetadata next) {
    try {
      CatalogUtil.deleteRemovedMetadataFiles(io, base, next);
    } catch (RuntimeException e) {
      LOG.warn("Old metadata files of {} were not deleted", table, e);
    }
  }

  void deleteQuietly(String location) {
    try {
      io.deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("The unused metadata file {} was not deleted", location, e);
    }
  }

  /** Deletes the manifests of snapshots that never were in a table; data files stay. */
  void deleteNewSnapshots(@Nullable TableMetadata base, TableMetadata next) {
    for (Snapshot snapshot : next.snapshots()) {
      boolean isNew = base == null || base.snapshot(snapshot.snapshotId()) == null;
      if (isNew && snapshot.manifestListLocation() != null) {
        deleteQuietly(snapshot);
      }
    }
  }

  private void deleteQuietly(Snapshot snapshot) {
    try {
      for (ManifestFile manifest : snapshot.allManifests(io)) {
        Long writer = manifest.snapshotId();
        if (writer != null && writer == snapshot.snapshotId()) {
          deleteQuietly(manifest.path());
        }
      }
    } catch (RuntimeException e) {
      LOG.warn("The manifests of {} were not deleted", snapshot.manifestListLocation(), e);
    }
    deleteQuietly(snapshot.manifestListLocation());
  }
}
