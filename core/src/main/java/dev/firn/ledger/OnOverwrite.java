package dev.firn.ledger;

/** What to do with another version of a source file whose rows are in the table already. */
public enum OnOverwrite {
  /** Refuse it and raise an alert. */
  REJECT,
  /** Ingest it too: the rows of both versions are in the table. */
  INGEST
}
