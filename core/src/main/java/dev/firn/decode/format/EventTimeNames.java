package dev.firn.decode.format;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Names that people give to the time of an event. */
public final class EventTimeNames {
  private static final int NEARLY_ALL_PERCENT = 95;

  /** The likeliest first; all others come after. */
  private static final List<String> USUAL =
      List.of("event_time", "eventtime", "ts", "timestamp", "@timestamp", "time", "datetime");

  private EventTimeNames() {}

  /**
   * The likeliest of some names; of names that are equally likely the first.
   *
   * @param candidates names of columns that could be it
   */
  public static Optional<String> likeliest(Collection<String> candidates) {
    Optional<String> best = Optional.empty();
    int bestRank = Integer.MAX_VALUE;
    for (String name : candidates) {
      int rank = USUAL.indexOf(name.toLowerCase(Locale.ROOT));
      rank = rank < 0 ? USUAL.size() : rank;
      if (rank < bestRank) {
        best = Optional.of(name);
        bestRank = rank;
      }
    }
    return best;
  }

  /**
   * Whether so many values make a column one that tells a row's time: the few rows without one are
   * taken for faults in the data, and will be rejected.
   */
  public static boolean isInNearlyAll(long values, long rows) {
    return values * 100 >= rows * NEARLY_ALL_PERCENT;
  }
}
