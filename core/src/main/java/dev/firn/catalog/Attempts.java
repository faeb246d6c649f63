package dev.firn.catalog;

import java.time.Duration;

/**
 * How often an undecided pointer is looked at, and how long to wait in between.
 *
 * @param most at least 1
 * @param firstPause before the second time; doubles each time
 */
record Attempts(int most, Duration firstPause) {
  /** Rides out the restart of a database, about 13 s in all, and no longer outage. */
  static final Attempts DEFAULT = new Attempts(8, Duration.ofMillis(100));

  Attempts {
    if (most < 1 || firstPause.isNegative()) {
      throw new IllegalArgumentException("can't make " + most + " attempts, " + firstPause);
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
