package dev.firn.landing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Chooses the days of a flush that get a landing file of their own. */
@FunctionalInterface
public interface OpenDays {
  /**
   * How many days are open by default: today and, around midnight in any zone, yesterday and
   * tomorrow. Each costs a file per flush.
   */
  int DEFAULT_LIMIT = 3;

  /**
   * Chooses among the days of a flush.
   *
   * @param days with their rows, in the order of days; null days are not among them
   * @return those that get a file; rows of the others go into one unpartitioned file together
   */
  List<DayRows> choose(List<DayRows> days);

  /**
   * A day's rows in a flush.
   *
   * @param day days since 1970-01-01
   * @param rows how many, 1 or more
   */
  record DayRows(int day, int rows) {}

  /** The days with most rows, at most {@code limit} of them; of equals the later ones. No clock. */
  static OpenDays mostRows(int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("can't keep " + limit + " days open: expected 0 or more");
    }
    return days -> {
      List<DayRows> byRows = new ArrayList<>(days);
      byRows.sort(Comparator.comparingInt(DayRows::rows).thenComparingInt(DayRows::day).reversed());
      return byRows.subList(0, Math.min(limit, byRows.size()));
    };
  }
}
