package dev.firn.parquet;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * What a file's footer tells about one row group.
 *
 * @param rowCount its rows
 * @param sizeBytes its bytes in the file
 * @param valueCounts values by field id, nulls included
 * @param nullCounts nulls by field id, where the footer tells
 * @param lowerBounds no value of the field is less; in Iceberg's single-value form ({@code
 *     Conversions.fromByteBuffer}), by field id. Only for leaves outside of lists and maps, and
 *     only where the footer tells; text may be cut
 * @param upperBounds no value of the field is greater, likewise
 */
public record RowGroup(
    long rowCount,
    long sizeBytes,
    Map<Integer, Long> valueCounts,
    Map<Integer, Long> nullCounts,
    Map<Integer, ByteBuffer> lowerBounds,
    Map<Integer, ByteBuffer> upperBounds) {
  /** Copies the maps. */
  public RowGroup {
    valueCounts = Map.copyOf(valueCounts);
    nullCounts = Map.copyOf(nullCounts);
    lowerBounds = Map.copyOf(lowerBounds);
    upperBounds = Map.copyOf(upperBounds);
  }
}
