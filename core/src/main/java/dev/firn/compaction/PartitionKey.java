package dev.firn.compaction;

import dev.firn.landing.LandedFile.Day;
import dev.firn.landing.PartitionTuple;
import java.util.Comparator;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Comparators;

/**
 * What rows are merged by.
 *
 * @param day the landing day
 * @param tuple the partition under the table's default spec
 */
record PartitionKey(Day day, PartitionTuple tuple) {
  /** By day, none first, then by tuple. */
  static Comparator<PartitionKey> order(PartitionSpec tableSpec) {
    Comparator<StructLike> byTuple = Comparators.forType(tableSpec.partitionType());
    return Comparator.<PartitionKey>comparingInt(key -> key.day.present() ? 1 : 0)
        .thenComparingInt(key -> key.day.value())
        .thenComparing(PartitionKey::tuple, byTuple);
  }
}
