package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The properties of tables that Firn makes, where their owner says nothing else.
 *
 * <p>With a commit a minute, metadata files and snapshots are kept for an hour or two and a day.
 * Data pages are zstd. Manifests stay gzip (Iceberg's default): zstd would plan faster, but
 * DuckDB's Avro reader can't read it.
 */
final class TableDefaults {
  private static final String FORMAT_VERSION = TableProperties.FORMAT_VERSION;

  static final Map<String, String> PROPERTIES =
      Map.of(
          FORMAT_VERSION,
          "2",
          TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED,
          "true",
          TableProperties.METADATA_PREVIOUS_VERSIONS_MAX,
          "100",
          TableProperties.MAX_SNAPSHOT_AGE_MS,
          "86400000",
          TableProperties.PARQUET_COMPRESSION,
          "zstd");

  private TableDefaults() {}

  /** The owner's properties for a new table, completed. */
  static Map<String, String> complete(Map<String, String> owners) {
    Map<String, String> all = new HashMap<>(PROPERTIES);
    all.putAll(owners);
    return all;
  }

  /**
   * The owner's properties for the replacement of a table, completed: what the table has stays, its
   * format version too. (Iceberg would set the Parquet codec again if it were left out.)
   */
  static Map<String, String> complete(Map<String, String> owners, TableMetadata existing) {
    Map<String, String> all = new HashMap<>(PROPERTIES);
    all.remove(FORMAT_VERSION);
    all.replaceAll((key, value) -> existing.property(key, value));
    all.putAll(owners);
    return all;
  }

  static void checkFormatVersion(TableIdentifier table, Map<String, String> owners) {
    String version = owners.get(FORMAT_VERSION);
    if (version != null && version.trim().equals("1")) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't make "
              + table
              + " with format-version=1: its partition specs can't hold landing files and it has no"
              + " row-level deletes; expected 2 (the default) or 3");
    }
  }
}
