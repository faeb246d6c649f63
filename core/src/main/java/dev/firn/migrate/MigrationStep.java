package dev.firn.migrate;

/** The steps of a migration, in their order. */
public enum MigrationStep {
  /** Both catalogs were asked; nothing stands against it. */
  CHECKED,
  /** The journal is written. */
  JOURNALLED,
  /** A tombstone has the place of the table; from here on it can only go forward. */
  FENCED,
  /** No writer can get past the fence any more. */
  SETTLED,
  /** The table is at the target. */
  REGISTERED,
  /** That is written down. */
  FINISHED
}
