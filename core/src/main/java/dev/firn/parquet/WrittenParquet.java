package dev.firn.parquet;

import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.Metrics;

/**
 * A finished Parquet file.
 *
 * @param location where it is
 * @param sizeBytes its length
 * @param rowCount its rows
 * @param metrics sizes, counts and bounds by field id, as Iceberg's manifests hold them; bounds of
 *     strings and binary are cut to 16 code points or bytes, NaN is never a bound
 * @param splitOffsets where its row groups begin
 */
public record WrittenParquet(
    String location, long sizeBytes, long rowCount, Metrics metrics, List<Long> splitOffsets)
    implements Serializable {
  /** Copies the list. */
  public WrittenParquet {
    splitOffsets = List.copyOf(splitOffsets);
  }
}
