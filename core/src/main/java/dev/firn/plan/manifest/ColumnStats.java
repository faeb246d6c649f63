package dev.firn.plan.manifest;

import java.util.Optional;
import org.apache.iceberg.types.Type;

/**
 * What the files of a manifest say about one column; counts in values, sizes in bytes. Immutable.
 */
public record ColumnStats(
    LongColumn columnSizes,
    LongColumn valueCounts,
    LongColumn nullCounts,
    LongColumn nanCounts,
    BoundColumn lower,
    BoundColumn upper) {

  /** Nothing is known about the column. */
  public static ColumnStats absent(Optional<Type> type, int size) {
    LongColumn none = LongColumn.absent(size);
    BoundColumn unbounded = BoundColumn.absent(type, size);
    return new ColumnStats(none, none, none, none, unbounded, unbounded);
  }

  long sizeBytes() {
    return 64
        + columnSizes.sizeBytes()
        + valueCounts.sizeBytes()
        + nullCounts.sizeBytes()
        + nanCounts.sizeBytes()
        + lower.sizeBytes()
        + upper.sizeBytes();
  }

  /** Grows the statistics of a column. One thread. */
  static final class Builder {
    final LongVector columnSizes = new LongVector();
    final LongVector valueCounts = new LongVector();
    final LongVector nullCounts = new LongVector();
    final LongVector nanCounts = new LongVector();
    final BoundColumn.Builder lower;
    final BoundColumn.Builder upper;

    Builder(Optional<Type> type) {
      lower = new BoundColumn.Builder(type);
      upper = new BoundColumn.Builder(type);
    }

    /**
     * Packs the columns.
     *
     * @param recordCounts shared where every value is counted, as in columns that are not nested
     */
    ColumnStats pack(int size, LongColumn recordCounts) {
      LongColumn values = valueCounts.pack(size);
      boolean same = true;
      for (int i = 0; same && i < size; i++) {
        same = values.isPresent(i) && values.get(i) == recordCounts.get(i);
      }
      return new ColumnStats(
          columnSizes.pack(size),
          same ? recordCounts : values,
          nullCounts.pack(size),
          nanCounts.pack(size),
          lower.pack(size),
          upper.pack(size));
    }
  }
}
