package dev.firn.testkit.jdbc;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/** What a client was told about a change. */
enum Outcome {
  ACKNOWLEDGED,
  /** It is not in the table and never will be. */
  REFUSED,
  UNKNOWN;

  /** How Iceberg and its engines understand a failure. */
  static Outcome of(RuntimeException failure) {
    boolean unknown =
        failure instanceof CommitStateUnknownException
            || (failure instanceof FirnException known
                && known.code() == ErrorCode.COMMIT_STATE_UNKNOWN);
    return unknown ? UNKNOWN : REFUSED;
  }
}
