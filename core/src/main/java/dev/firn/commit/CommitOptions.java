package dev.firn.commit;

import dev.firn.ledger.OnOverwrite;
import java.time.Duration;

/**
 * Policy and bounds of the commit loop.
 *
 * @param onOverwrite what becomes of another version of a file whose rows are in the table
 * @param timeout how long a commit is tried before the loop ends with an error; the files are then
 *     read again by the next run
 * @param firstBackoff wait after the first failed attempt, doubled with every further one
 * @param maxBackoff longest wait between two attempts
 */
public record CommitOptions(
    OnOverwrite onOverwrite, Duration timeout, Duration firstBackoff, Duration maxBackoff) {
  /** Reject, ten minutes, 50 ms, 5 s. */
  public static final CommitOptions DEFAULT =
      new CommitOptions(
          OnOverwrite.REJECT, Duration.ofMinutes(10), Duration.ofMillis(50), Duration.ofSeconds(5));
}
