package dev.firn.day;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long a coordinator waits, and for what.
 *
 * @param lateness after a day's end, for late files
 * @param giveUp for a day that is not complete, after its end; where it was closed later than it
 *     might have been, for late rows or because no coordinator ran, that much longer
 * @param gather after late rows were seen, for more of them
 * @param keepTags how long snapshot expiry has to leave a day's tags alone
 * @param first the first day to be looked after; without one, the first that a landing has rows of
 */
public record DaySettings(
    Duration lateness,
    Duration giveUp,
    Duration gather,
    Duration keepTags,
    Optional<String> first) {
  /** When waiting for a day to be complete is given up. */
  Instant deadline(DayPeriod day, DayRecord record) {
    Instant closed = record.closedAt().map(at -> at.minus(lateness)).orElse(day.end());
    return (closed.isAfter(day.end()) ? closed : day.end()).plus(giveUp);
  }
}
