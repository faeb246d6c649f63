package dev.firn.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks through all entries of a database for another one of the same table.
 *
 * <p>What an entry's metadata file says is remembered beside the pointer, so that only the files of
 * entries that moved since the last look are read.
 */
final class SameTable {
  private static final Logger LOG = LoggerFactory.getLogger(SameTable.class);
  private static final String METADATA_FOLDER = "metadata";

  /**
   * What was found.
   *
   * @param other what to call an entry of the table
   * @param version of the entries that were looked through
   */
  record Found(Optional<String> other, long version) {}

  private final PointerStore store;
  private final FileIO io;

  SameTable(PointerStore store, FileIO io) {
    this.store = store;
    this.io = io;
  }

  /** Looks for an entry of a table, except for one of the store's own catalog. */
  Found find(TableIdentity identity, Optional<TableIdentifier> leftOut) {
    PointerEntries all = store.entries();
    Map<PointerEntries.Entry, TableIdentity> learnt = new HashMap<>();
    Optional<String> other = Optional.empty();
    for (PointerEntries.Entry entry : all.entries()) {
      if (leftOut.filter(table -> all.isOwn(entry, table)).isPresent()) {
        continue;
      }
      TableIdentity known = entry.identity().orElseGet(() -> read(entry, learnt));
      if (known.sharesWith(identity)) {
        other = Optional.of(all.nameOf(entry));
        break;
      }
    }
    if (!learnt.isEmpty()) {
      store.remember(learnt);
    }
    return new Found(other, all.version());
  }

  private TableIdentity read(
      PointerEntries.Entry entry, Map<PointerEntries.Entry, TableIdentity> learnt) {
    try {
      TableIdentity identity = TableIdentity.of(TableMetadataParser.read(io, entry.pointer()));
      learnt.put(entry, identity);
      return identity;
    } catch (RuntimeException e) {
      // An entry that nobody can read must not keep all others from being registered. Where its
      // metadata file lies tells where its table lies.
      LOG.warn("The metadata file {} of {} can't be read", entry.pointer(), entry.table(), e);
      return new TableIdentity("", locationOf(entry.pointer()));
    }
  }

  private static String locationOf(String pointer) {
    String spelling = TableIdentity.spelling(pointer);
    String folder = parent(spelling);
    return folder.endsWith("/" + METADATA_FOLDER) ? parent(folder) : folder;
  }

  private static String parent(String location) {
    int slash = location.lastIndexOf('/');
    return slash <= 0 ? location : location.substring(0, slash);
  }
}
