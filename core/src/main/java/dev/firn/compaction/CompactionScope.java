package dev.firn.compaction;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * What is to be compacted, and how far.
 *
 * @param wholeDays days (since 1970-01-01) whose rows all leave for their partitions
 * @param allDays whether that is so for all days, and for rows without one
 * @param openDays whether landing files of other days may be merged too, with only full files
 *     leaving
 * @param allSpecs whether files of former specs are rewritten too
 * @param hours where the default spec has a field for hours: only these (since 1970-01-01T00:00Z)
 *     of the whole days leave; empty: all
 * @param where only files that may hold rows of this kind, as their partitions and statistics tell;
 *     whole files are rewritten
 */
public record CompactionScope(
    Set<Integer> wholeDays,
    boolean allDays,
    boolean openDays,
    boolean allSpecs,
    Set<Integer> hours,
    Expression where) {
  private static final long SECONDS_PER_HOUR = 3600;

  /** Everything, whole. */
  public static final CompactionScope EVERYTHING =
      new CompactionScope(Set.of(), true, false, false);

  /** Full files leave, of whatever day; tails stay. */
  public static final CompactionScope FULL_FILES =
      new CompactionScope(Set.of(), false, true, false);

  /** Copies the sets. */
  public CompactionScope {
    wholeDays = Set.copyOf(wholeDays);
    hours = Set.copyOf(hours);
  }

  /** All hours of the days, and all files of these. */
  public CompactionScope(
      Set<Integer> wholeDays, boolean allDays, boolean openDays, boolean allSpecs) {
    this(wholeDays, allDays, openDays, allSpecs, Set.of(), Expressions.alwaysTrue());
  }

  /**
   * The hours of a day that a stretch of time touches; all of the day where the default spec knows
   * no hours.
   */
  public static CompactionScope hours(int day, Instant start, Instant end) {
    Set<Integer> hours = new HashSet<>();
    long last = Math.floorDiv(end.getEpochSecond() - 1, SECONDS_PER_HOUR);
    for (long hour = Math.floorDiv(start.getEpochSecond(), SECONDS_PER_HOUR);
        hour <= last;
        hour++) {
      hours.add(Math.toIntExact(hour));
    }
    return new CompactionScope(Set.of(day), false, false, false, hours, Expressions.alwaysTrue());
  }

  /** One day, whole: what is done when it closes. */
  public static CompactionScope day(int day) {
    return new CompactionScope(Set.of(day), false, false, false);
  }

  /** The same with files of former specs. */
  public CompactionScope withAllSpecs() {
    return new CompactionScope(wholeDays, allDays, openDays, true, hours, where);
  }

  /** The same, but only files that may hold rows of this kind. */
  public CompactionScope where(Expression rows) {
    return new CompactionScope(wholeDays, allDays, openDays, allSpecs, hours, rows);
  }

  boolean isWhole(int day) {
    return allDays || wholeDays.contains(day);
  }
}
