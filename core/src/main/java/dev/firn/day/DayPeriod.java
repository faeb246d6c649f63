package dev.firn.day;

import java.time.Instant;
import java.time.LocalDate;

/**
 * A day, or an hour, of a zone.
 *
 * @param name {@code 2021-05-29}, or {@code 2021-05-29T14} for an hour; where clocks are put back
 *     the second of two hours of one name ends in {@code b}
 * @param start first instant
 * @param end first instant after it
 * @param date the date in the zone
 */
public record DayPeriod(String name, Instant start, Instant end, LocalDate date) {
  /** Refuses an empty period. */
  public DayPeriod {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException(name + " ends at " + end + ", not after " + start);
    }
  }

  /** The date in days since 1970-01-01: the landing day of its rows. */
  public int tableDay() {
    return Math.toIntExact(date.toEpochDay());
  }

  /** Whether an instant lies in it. */
  public boolean contains(Instant instant) {
    return !instant.isBefore(start) && instant.isBefore(end);
  }
}
