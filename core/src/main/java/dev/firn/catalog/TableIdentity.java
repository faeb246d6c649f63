package dev.firn.catalog;

import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import org.apache.iceberg.TableMetadata;

/**
 * What makes two entries one table: they share its UUID, or the place of its files.
 *
 * @param uuid empty if the metadata has none (format version 1)
 * @param location in canonical spelling where it has one
 */
public record TableIdentity(String uuid, String location) {
  /** The identity that a metadata file gives its table. */
  public static TableIdentity of(TableMetadata metadata) {
    String uuid = metadata.uuid();
    return new TableIdentity(uuid == null ? "" : uuid, spelling(metadata.location()));
  }

  /** Whether both are one table. */
  public boolean sharesWith(TableIdentity other) {
    return (!uuid.isEmpty() && uuid.equals(other.uuid)) || location.equals(other.location);
  }

  /** Engines spell one local location in several ways; what can't be parsed stays as it is. */
  static String spelling(String location) {
    try {
      return Locations.canonical(location);
    } catch (FirnException e) {
      return location;
    }
  }
}
