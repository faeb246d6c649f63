package dev.firn.catalog;

/** What became of one attempt to move a table's pointer. */
public sealed interface CommitResult {
  /**
   * The change is in the table, and every later state of it is built on it.
   *
   * @param metadataLocation the metadata file that was written for it
   */
  record Committed(String metadataLocation) implements CommitResult {}

  /**
   * The change is not in the table and never will be: another writer was first, or the table is
   * gone or, when it was to be created, there. The metadata file that was written was deleted;
   * files that the change would have added can be used for another attempt, or deleted.
   *
   * @param reason one line for a person
   */
  record Conflict(String reason) implements CommitResult {}

  /**
   * It can't be told whether the change is in the table or still will be. Nothing may be deleted.
   *
   * @param metadataLocation the metadata file that was written, and stays
   * @param cause the last failure of the database
   */
  record Unknown(String metadataLocation, Exception cause) implements CommitResult {}
}
