package dev.firn.landing.straight;

import dev.firn.parquet.ParquetWriterOptions;
import java.util.function.Supplier;
import org.apache.iceberg.Schema;

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

  /** Memory that a column of an open file takes up with no row in it, about. */
  private static final long COLUMN_BYTES = 1_500;

  /** No more than this part of the memory may be taken up by files with no row in them. */
  private static final int EMPTY_PART = 4;

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

  /** How many files of a schema may be open: the more columns, the fewer. */
  int filesMost(Schema schema) {
    long fileBytes = COLUMN_BYTES * Math.max(1, schema.idToName().size());
    return (int) Math.min(filesMost, memoryBytes / EMPTY_PART / fileBytes);
  }
}
