package dev.firn.catalog;

import java.time.Duration;

/**
 * How long a commit goes on when the database fails, before it gives up or is taken for unknown.
 *
 * @param most how often the pointer is looked at, at least 1
 * @param firstPause before the second time; doubles each time
 * @param longest no further time once so much has passed
 */
public record Attempts(int most, Duration firstPause, Duration longest) {
  /** Rides out the restart of a database, about 13 s in all, and no longer outage. */
  public static final Attempts DEFAULT =
      new Attempts(8, Duration.ofMillis(100), Duration.ofSeconds(60));

  /** Checks the values. */
  public Attempts {
    if (most < 1 || firstPause.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException(
          "can't make " + most + " attempts with pauses from " + firstPause + " within " + longest);
    }
  }

  /** Waits after the given attempt (from 1); false if the thread was interrupted. */
  boolean pauseAfter(int attempt) {
    try {
      Thread.sleep(firstPause.toMillis() << (attempt - 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
