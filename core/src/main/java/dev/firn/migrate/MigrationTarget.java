package dev.firn.migrate;

import dev.firn.catalog.TableIdentity;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;

/** Where tables are brought to. Safe for threads. */
public interface MigrationTarget {
  /** What the target is called in journals and messages: the same text on every machine. */
  String name();

  /**
   * Why a table can't come here under a name, if it can't: the name is taken, the table is there
   * under another one, or the name can't be one.
   *
   * @param from the source's name and the table's there: that entry is no obstacle if both are in
   *     one database, nor is a tombstone that a migration in the other direction left
   */
  Optional<String> obstacle(TableIdentifier table, Origin from, TableIdentity identity);

  /**
   * Where a table comes from.
   *
   * @param catalog the source's name
   * @param table its name there
   */
  record Origin(String catalog, TableIdentifier table) {}

  /** A mark in the history of a name, for {@link #registeredSince}. */
  String mark(TableIdentifier table);

  /** Whether a metadata file was registered under a name after the mark. */
  boolean registeredSince(String mark, TableIdentifier table, String metadataLocation);

  /**
   * Makes the entry; creates its namespace if missing.
   *
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#ALREADY_EXISTS} if the
   *     name is taken or another entry has the table; nothing was changed
   * @throws RuntimeException if it can't be told; {@link #registeredSince} tells
   */
  void register(TableIdentifier table, Origin from, String metadataLocation);
}
