package dev.firn.day;

import dev.firn.source.FileIdentity;
import dev.firn.source.PathParts;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The source files that a listing found for a day.
 *
 * @param strict those whose path names a time before the day's end: they have to be settled before
 *     the day is ready, whenever they came
 * @param after those of the hours after, or without a time in their path: they go on arriving, so
 *     only those that were there when the day was closed count
 */
record DayFiles(Map<FileIdentity, PathParts> strict, Map<FileIdentity, PathParts> after) {
  DayFiles {
    strict = Map.copyOf(strict);
    after = Map.copyOf(after);
  }

  /** What counts of a later listing: all of its own, but of the hours after no file that is new. */
  DayFiles renewedBy(DayFiles later) {
    Map<FileIdentity, PathParts> kept = new HashMap<>(later.after);
    kept.keySet().retainAll(after.keySet());
    return new DayFiles(later.strict, kept);
  }

  Map<FileIdentity, Optional<LocalDate>> days() {
    Map<FileIdentity, Optional<LocalDate>> days = new HashMap<>();
    strict.forEach((file, parts) -> days.put(file, parts.day()));
    after.forEach((file, parts) -> days.put(file, parts.day()));
    return days;
  }
}
