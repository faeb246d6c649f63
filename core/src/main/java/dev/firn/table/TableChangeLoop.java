package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;

/**
 * Commits changes of metadata: each attempt loads afresh, applies the change to exactly that, swaps
 * once. Iceberg's own updates of specs don't retry, and its others don't look at what changed.
 *
 * @param attempts how often at most, 1 or more
 * @param firstBackoff wait after the first conflict; doubled after each further one
 * @param maxBackoff longest wait
 */
public record TableChangeLoop(int attempts, Duration firstBackoff, Duration maxBackoff) {
  /** Some twelve seconds of conflicts in a row mean that waiting longer would not help either. */
  public static final TableChangeLoop DEFAULT =
      new TableChangeLoop(20, Duration.ofMillis(20), Duration.ofSeconds(1));

  /**
   * Commits a change; one that changes nothing is not committed.
   *
   * @param operations used by nobody else meanwhile
   * @param table its full name, for messages
   * @throws FirnException {@link ErrorCode#CONFLICT} if other writers were first every time, {@link
   *     ErrorCode#COMMIT_STATE_UNKNOWN} if the catalog can't tell what became of it; the change's
   *     own
   */
  @SuppressWarnings("ReferenceEquality") // the same object means that nothing has changed
  public Changed commit(TableOperations operations, String table, TableChange change) {
    Duration backoff = firstBackoff;
    for (int attempt = 1; ; attempt++) {
      try {
        TableMetadata base = operations.refresh();
        Changed changed = change.applyTo(base);
        if (changed.metadata() != base) {
          operations.commit(base, changed.metadata());
        }
        return changed;
      } catch (CommitStateUnknownException e) {
        throw new FirnException(
            ErrorCode.COMMIT_STATE_UNKNOWN,
            "changing " + table + ": " + e.getMessage() + "; look at the table before another try",
            e);
      } catch (CommitFailedException e) {
        if (attempt == attempts) {
          throw new FirnException(
              ErrorCode.CONFLICT,
              "changing "
                  + table
                  + " failed "
                  + attempts
                  + " times, as others changed it first: "
                  + e.getMessage()
                  + "; nothing was changed, try again",
              e);
        }
      }
      LockSupport.parkNanos(backoff.toNanos());
      Duration doubled = backoff.multipliedBy(2);
      backoff = doubled.compareTo(maxBackoff) > 0 ? maxBackoff : doubled;
    }
  }
}
