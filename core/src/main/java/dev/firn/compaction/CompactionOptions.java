package dev.firn.compaction;

import dev.firn.parquet.ParquetWriterOptions;

/**
 * How files are compacted.
 *
 * @param targetFileBytes the size that files of the default spec should have
 * @param memoryBytes for row groups that are decoded at once; a merge of more takes several passes
 * @param fileOptions how full files are written
 */
public record CompactionOptions(
    long targetFileBytes, long memoryBytes, ParquetWriterOptions fileOptions) {
  /** Iceberg's default for {@code write.target-file-size-bytes}. */
  public static final long DEFAULT_TARGET_BYTES = 512L << 20;

  /**
   * Row groups of a merged landing file: all inputs of the next merge have one in memory at once,
   * which are some 50 when a day closes; where they do not fit, every row is copied once more.
   */
  private static final long TAIL_ROW_GROUP_BYTES = 1L << 20;

  private static final long LEAST_BYTES = 1 << 16;

  /** Checks the sizes. */
  public CompactionOptions {
    if (targetFileBytes < LEAST_BYTES || memoryBytes < LEAST_BYTES) {
      throw new IllegalArgumentException(
          "target of "
              + targetFileBytes
              + " bytes and memory of "
              + memoryBytes
              + " bytes must be at least "
              + LEAST_BYTES);
    }
  }

  /** The usual way of writing, with a target size and a memory. */
  public static CompactionOptions of(long targetFileBytes, long memoryBytes) {
    return new CompactionOptions(targetFileBytes, memoryBytes, ParquetWriterOptions.DEFAULT);
  }

  ParquetWriterOptions tailOptions() {
    return fileOptions.withRowGroupBytes(
        Math.min(TAIL_ROW_GROUP_BYTES, fileOptions.rowGroupBytes()));
  }
}
