package dev.firn.landing.straight;

import dev.firn.parquet.ParquetWriterOptions;
import java.util.function.Supplier;

/**
 * How files of a backlog are written.
 *
 * @param parquet how each file is
 * @param targetBytes a file that is as large as this is ended, and another begun
 * @param memoryBytes for all open files of a generation, about; of two while one is being left
 * @param filesMost open files at a time
 * @param ids parts of file names; any thread
 */
public record StraightOptions(
    ParquetWriterOptions parquet,
    long targetBytes,
    long memoryBytes,
    int filesMost,
    Supplier<String> ids) {
  /** Open files by default: well below what systems let a process have. */
  public static final int DEFAULT_FILES_MOST = 1000;

  /** Checks that there is room for something. */
  public StraightOptions {
    if (targetBytes <= 0 || memoryBytes <= 0 || filesMost < 0) {
      throw new IllegalArgumentException(
          "can't write files of "
              + targetBytes
              + " bytes, "
              + filesMost
              + " at a time, in "
              + memoryBytes
              + " bytes of memory");
    }
  }
}
