package dev.firn.ledger;

/** What the ledger says of a source file that was sighted. */
public enum Verdict {
  /** To be ingested. */
  NEW,
  /** This version is in the table: acknowledge and forget. */
  ALREADY_INGESTED,
  /** This version was refused as a whole before: acknowledge and forget. */
  ALREADY_REJECTED,
  /** This version left the table by a rollback: acknowledge; only a replay brings it back. */
  WITHDRAWN,
  /** Another version of this location is in the table: record as rejected, raise an alert. */
  OVERWRITE_REJECT,
  /** Another version of this location is in the table: ingest this one too. */
  OVERWRITE_INGEST
}
