package dev.firn.catalog;

import java.util.List;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * All tables of a database, whatever catalog they belong to, at one moment.
 *
 * @param entries in no order; views and tombstones are left out
 * @param catalogName the catalog of the store that was asked
 * @param version changes with every entry that is added to the database
 */
public record PointerEntries(List<Entry> entries, String catalogName, long version) {
  /** Copies the list. */
  public PointerEntries {
    entries = List.copyOf(entries);
  }

  /** Whether an entry is that of a table of the store's own catalog. */
  boolean isOwn(Entry entry, TableIdentifier table) {
    return entry.catalogName().equals(catalogName) && entry.table().equals(table);
  }

  /** What to call an entry in messages. */
  String nameOf(Entry entry) {
    return entry.catalogName().equals(catalogName)
        ? entry.table().toString()
        : entry.table() + " of the catalog " + entry.catalogName();
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
