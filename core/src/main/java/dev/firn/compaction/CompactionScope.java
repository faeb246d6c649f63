package dev.firn.compaction;

import java.util.Set;

/**
 * What is to be compacted, and how far.
 *
 * @param wholeDays days (since 1970-01-01) whose rows all leave for their partitions
 * @param allDays whether that is so for all days, and for rows without one
 * @param openDays whether landing files of other days may be merged too, with only full files
 *     leaving
 * @param allSpecs whether files of former specs are rewritten too
 */
public record CompactionScope(
    Set<Integer> wholeDays, boolean allDays, boolean openDays, boolean allSpecs) {
  /** Everything, whole. */
  public static final CompactionScope EVERYTHING =
      new CompactionScope(Set.of(), true, false, false);

  /** Full files leave, of whatever day; tails stay. */
  public static final CompactionScope FULL_FILES =
      new CompactionScope(Set.of(), false, true, false);

  /** Copies the set. */
  public CompactionScope {
    wholeDays = Set.copyOf(wholeDays);
  }

  /** One day, whole: what is done when it closes. */
  public static CompactionScope day(int day) {
    return new CompactionScope(Set.of(day), false, false, false);
  }

  /** The same with files of former specs. */
  public CompactionScope withAllSpecs() {
    return new CompactionScope(wholeDays, allDays, openDays, true);
  }

  boolean isWhole(int day) {
    return allDays || wholeDays.contains(day);
  }
}
