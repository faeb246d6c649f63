package dev.firn.day;

/**
 * What a snapshot holds of a day.
 *
 * @param rows rows of the day
 * @param exact whether {@code rows} is exact; else it is the number of rows in files that may hold
 *     some, or files have deletes
 * @param files data files with rows of the day
 */
public record DayContent(long rows, boolean exact, long files) {
  /** A day without rows. */
  public static final DayContent EMPTY = new DayContent(0, true, 0);
}
