package dev.firn.migrate.folder;

/** What the newest version of a table's folder is. */
public sealed interface FolderVersion {
  /** The version's number, from 1 (some writers begin with 0). */
  int number();

  /**
   * A table.
   *
   * @param metadataLocation its metadata file
   */
  record Live(int number, String metadataLocation) implements FolderVersion {}

  /**
   * A tombstone: the table lives elsewhere.
   *
   * @param movedTo what the fence was told
   */
  record Moved(int number, String movedTo) implements FolderVersion {}
}
