package dev.firn.plan.manifest;

import java.util.Optional;
import java.util.Set;

/**
 * Which columns' statistics a planned file shows.
 *
 * @param columns field ids; empty for all that were decoded
 */
public record StatsKept(Optional<Set<Integer>> columns) {
  /** No column. */
  public static final StatsKept NONE = new StatsKept(Optional.of(Set.of()));

  /** Every column. */
  public static final StatsKept ALL = new StatsKept(Optional.empty());

  /** Copies the set. */
  public StatsKept {
    columns = columns.map(Set::copyOf);
  }

  /** Whether a column is shown. */
  boolean keeps(int fieldId) {
    return columns.map(ids -> ids.contains(fieldId)).orElse(true);
  }
}
