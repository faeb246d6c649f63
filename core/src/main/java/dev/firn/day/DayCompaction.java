package dev.firn.day;

import java.util.List;

/** Makes a day's files full-size. */
@FunctionalInterface
public interface DayCompaction {
  /**
   * Compacts a day whole, as the table is now.
   *
   * @return why something was left as it is; empty if everything is compacted
   * @throws dev.firn.error.FirnException if storage or catalog fails
   */
  List<String> compact(DayPeriod day) throws InterruptedException;
}
