package dev.firn.source;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a file's path says of it.
 *
 * @param day the day of {@code {yyyy}/{MM}/{dd}}, in the zone of the paths
 * @param hour the hour of {@code {HH}}, 0 to 23; present only with a day
 * @param producer the text of {@code {producer}}
 */
public record PathParts(Optional<LocalDate> day, OptionalInt hour, Optional<String> producer) {
  /** A path that says nothing. */
  public static final PathParts NONE =
      new PathParts(Optional.empty(), OptionalInt.empty(), Optional.empty());
}
