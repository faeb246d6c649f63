package dev.firn.day;

import dev.firn.source.PathParts;
import dev.firn.source.PathPattern;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;

/**
 * What a source file's path says of time and producer.
 *
 * @param folder location of the source folder, without a slash at its end
 * @param pattern the path pattern
 * @param zone the zone of the times in paths
 */
public record PathSlots(String folder, PathPattern pattern, ZoneId zone) {
  /**
   * The stretch of time that a path names: an hour, or a day.
   *
   * @param start its first instant, the earlier one where clocks are put back
   * @param end the first instant after it
   */
  public record Slot(Instant start, Instant end) {
    /** Whether it has an instant in common with {@code [from, to)}. */
    public boolean meets(Instant from, Instant to) {
      return start.isBefore(to) && end.isAfter(from);
    }
  }

  /** The path below the folder; empty for a file elsewhere. */
  public Optional<String> path(String location) {
    return location.startsWith(folder + "/")
        ? Optional.of(location.substring(folder.length() + 1))
        : Optional.empty();
  }

  /** What a location's path says; nothing if it does not match. */
  public PathParts parts(String location) {
    return path(location).flatMap(pattern::match).orElse(PathParts.NONE);
  }

  /** The time that a path names, if it names one. */
  public Optional<Slot> slot(PathParts parts) {
    if (parts.day().isEmpty()) {
      return Optional.empty();
    }
    LocalDateTime from =
        parts
            .day()
            .get()
            .atTime(
                parts.hour().isPresent()
                    ? LocalTime.of(parts.hour().getAsInt(), 0)
                    : LocalTime.MIN);
    LocalDateTime to = parts.hour().isPresent() ? from.plusHours(1) : from.plusDays(1);
    return Optional.of(
        new Slot(
            from.atZone(zone).withEarlierOffsetAtOverlap().toInstant(),
            to.atZone(zone).withEarlierOffsetAtOverlap().toInstant()));
  }
}
