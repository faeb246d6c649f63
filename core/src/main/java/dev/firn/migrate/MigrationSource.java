package dev.firn.migrate;

import dev.firn.catalog.PointerStore;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.FileIO;

/**
 * Where tables are taken from. Safe for threads; others write to it at the same time.
 *
 * <p>A source must be able to fence in one atomic step. One that can't (a catalog that has only an
 * unconditional drop) is no source.
 */
public interface MigrationSource {
  /** What the source is called in journals and messages: the same text on every machine. */
  String name();

  /** Reads the tables' metadata, and writes journals. */
  FileIO io();

  /** All tables, and the names of those that were fenced and may be on their way. */
  List<TableIdentifier> tables();

  /** What a name is now. */
  SourceState state(TableIdentifier table);

  /**
   * Waits for a turn among the writers of a table, where the source has turns; for speed only.
   *
   * @return the turn, to be closed by the same thread
   */
  default PointerStore.Turn turn(TableIdentifier table) {
    return () -> {};
  }

  /**
   * Puts a tombstone in the place of a table, if its pointer still is what the caller expects.
   * Afterwards no client of the source can write the table, create one of its name, or purge it.
   *
   * @param movedTo kept in the tombstone
   * @return false if the pointer is another one; nothing was changed
   * @throws RuntimeException if it can't be told; the state tells
   */
  boolean fence(TableIdentifier table, String expected, String movedTo);

  /**
   * Waits until no writer that began before the fence can get past it, and makes sure that the
   * fence is whole.
   *
   * @return false if a writer got past it: the table is live again, with its commit
   */
  boolean settle(TableIdentifier table, String movedTo);
}
