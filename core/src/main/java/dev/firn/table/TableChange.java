package dev.firn.table;

import org.apache.iceberg.TableMetadata;

/** A change of a table's metadata that writes no file: of its schema, spec or properties. */
@FunctionalInterface
public interface TableChange {
  /**
   * The change on one metadata; called again on newer metadata after a conflict.
   *
   * @throws dev.firn.error.FirnException if the table can't take it
   */
  Changed applyTo(TableMetadata base);
}
