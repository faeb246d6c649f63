package dev.firn.parquet;

import java.util.Optional;
import org.apache.iceberg.types.Type;
import org.apache.parquet.format.Statistics;

/** The footer's statistics of a column chunk. */
final class ChunkStatistics {
  /** Longer bounds are cut; text that people filter on is shorter. */
  private static final int MAX_BOUND_BYTES = 128;

  /** A bound that can't be cut is left out past this. */
  private static final int MAX_EXACT_BYTES = 4096;

  private ChunkStatistics() {}

  static boolean isText(Leaf leaf) {
    return leaf.type().typeId() == Type.TypeID.STRING;
  }

  /**
   * Whether bounds mean the same to readers that compare unsigned, as Parquet says, and to Iceberg,
   * which compares the two halves of a UUID as signed longs: it would skip rows between bounds of
   * different signs.
   */
  static boolean holdsForAll(Leaf leaf, byte[] min, byte[] max) {
    return leaf.type().typeId() != Type.TypeID.UUID
        || ((min[0] ^ max[0]) >= 0 && (min[8] ^ max[8]) >= 0);
  }

  /** Null count, and bounds where there are any that all readers agree on. */
  static Statistics of(Leaf leaf, ValueRange range, long nullCount) {
    Statistics statistics = new Statistics();
    statistics.setNull_count(nullCount);
    if (range.isEmpty() || range.nanCount() > 0) {
      return statistics;
    }
    byte[] min = range.min();
    byte[] max = range.max();
    if (!holdsForAll(leaf, min, max)) {
      return statistics;
    }
    byte[] lower = min;
    Optional<byte[]> upper = Optional.of(max);
    if (leaf.physical() == Physical.BYTES) {
      lower = ShortBounds.lower(min, MAX_BOUND_BYTES, isText(leaf));
      upper = ShortBounds.upper(max, MAX_BOUND_BYTES, isText(leaf));
      if (upper.isEmpty() && max.length <= MAX_EXACT_BYTES) {
        upper = Optional.of(max);
      }
    }
    if (upper.isPresent()) {
      statistics.setMin_value(lower);
      statistics.setIs_min_value_exact(lower.length == min.length);
      statistics.setMax_value(upper.get());
      statistics.setIs_max_value_exact(upper.get() == max);
    }
    return statistics;
  }
}
