package dev.firn.catalog;

import java.time.Instant;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * One movement of a pointer, by whichever client: a row of {@code firn_pointer_history}.
 *
 * @param sequence its number in the database, rising in the order of each table's movements
 * @param at when, by the clock of the database's machine, to the millisecond
 * @param who the client as far as the database knows it; empty for another program on SQLite
 * @param kind what was done
 * @param table the name, before a rename
 * @param renamedTo the name after a rename; empty for every other kind
 * @param from the metadata file that the pointer named before; empty for a new pointer
 * @param to the one that it names after it; empty for a drop
 */
public record PointerMove(
    long sequence,
    Instant at,
    Optional<String> who,
    Kind kind,
    TableIdentifier table,
    Optional<TableIdentifier> renamedTo,
    Optional<String> from,
    Optional<String> to) {
  /** What was done to a pointer. */
  public enum Kind {
    /** A new table. */
    CREATE,
    /** A new entry for a table that was there as files. */
    REGISTER,
    /** A dropped entry that came back. */
    UNDROP,
    /** A commit. */
    COMMIT,
    /** Another name; the pointer stays. */
    RENAME,
    /** The entry was removed; files may be there still. */
    DROP,
    /** A tombstone took the entry's place: the table lives in another catalog. */
    FENCE,
    /** A tombstone was removed. */
    UNFENCE
  }
}
