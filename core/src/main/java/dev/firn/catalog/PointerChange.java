package dev.firn.catalog;

import org.apache.iceberg.catalog.TableIdentifier;

/** One part of a change of several pointers, which is made as a whole or not at all. */
public sealed interface PointerChange {
  /** The table whose pointer is changed. */
  TableIdentifier table();

  /**
   * A new pointer; its name must be free.
   *
   * @param metadataLocation the metadata file that it names
   */
  record Create(TableIdentifier table, String metadataLocation) implements PointerChange {}

  /**
   * A pointer moves.
   *
   * @param expected where it must be
   * @param next where it is then
   */
  record Move(TableIdentifier table, String expected, String next) implements PointerChange {}

  /**
   * A pointer is removed.
   *
   * @param expected where it must be
   */
  record Drop(TableIdentifier table, String expected) implements PointerChange {}
}
