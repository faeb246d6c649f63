package dev.firn.ledger;

/** The names under which the ledger stands in a table's metadata. */
public final class LedgerKeys {
  /** Snapshot summary: the location of the root that this snapshot committed. */
  public static final String SUMMARY_LEDGER = "firn.ledger";

  /** Snapshot summary: the UUID of the commit, by which an unknown outcome is decided. */
  public static final String SUMMARY_COMMIT = "firn.commit";

  /** Table property: the location of the root committed last; tells of rollbacks, never decides. */
  public static final String PROPERTY_LEDGER = "firn.ledger";

  /** Snapshot summary, written by Iceberg: which snapshot a cherry-picked one repeats. */
  static final String SUMMARY_SOURCE_SNAPSHOT = "source-snapshot-id";

  private LedgerKeys() {}
}
