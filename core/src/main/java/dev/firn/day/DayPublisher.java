package dev.firn.day;

import java.util.List;

/**
 * Tells the world of days. Every call may come again after a crash, from another process too, and
 * then has the same result.
 */
public interface DayPublisher {
  /**
   * A day's revision.
   *
   * @param day which day
   * @param revision what was pinned
   */
  record ReadyDay(DayPeriod day, DayRevision revision) {}

  /**
   * Brings everything that follows the table up to a snapshot, before the day becomes ready on it.
   *
   * @throws dev.firn.error.FirnException if it can't be done now; the day is not ready then
   */
  void prepare(DayPeriod day, long snapshotId) throws InterruptedException;

  /**
   * Announces a day that is ready. Does not replace the announcement of a later revision.
   *
   * @throws dev.firn.error.FirnException if it can't be done now; it is tried again
   */
  void publish(ReadyDay ready) throws InterruptedException;

  /** Marks a day as one that waiting was given up for. */
  void incomplete(DayPeriod day, DayGaps gaps);

  /** Mends the announcement of a day's newest revision, if a slower process replaced it. */
  void mend(ReadyDay ready);

  /** Something that somebody should look at. */
  void alert(String line, List<String> details);
}
