package dev.firn.catalog;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * All tables of a database, whatever catalog they belong to, at one moment.
 *
 * @param entries in no order; views and tombstones are left out
 * @param version changes with every entry that is added to the database
 */
public record PointerEntries(List<Entry> entries, long version) {
  /** Copies the list. */
  public PointerEntries {
    entries = List.copyOf(entries);
  }

  /**
   * One table.
   *
   * @param catalogName the catalog that it belongs to
   * @param pointer its metadata file
   * @param identity what was remembered of that very metadata file
   */
  public record Entry(
      String catalogName,
      TableIdentifier table,
      String pointer,
      Optional<TableIdentity> identity) {}
}
