package dev.firn.testkit.crash;

import dev.firn.testkit.generate.GeneratedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.parquet.Parquet;

/**
 * The row ids of data files, read once each with Iceberg's reader, so that a file which expires
 * later is still known. One thread.
 */
final class RowFiles {
  private final FileIO io;
  private final Schema rowId;
  private final Map<String, long[]> rows = new HashMap<>();

  RowFiles(FileIO io, Schema table) {
    this.io = io;
    this.rowId = table.select("row_id");
  }

  /** The ids in a data file; the array stays this object's. */
  long[] ids(String location) {
    return rows.computeIfAbsent(location, this::read);
  }

  private long[] read(String location) {
    List<Long> ids = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(io.newInputFile(location))
            .project(rowId)
            .createReaderFunc(type -> GenericParquetReaders.buildReader(rowId, type))
            .build()) {
      for (Record row : records) {
        ids.add((Long) row.getField("row_id"));
      }
    } catch (IOException e) {
      throw new IllegalStateException("can't read " + location, e);
    }
    return ids.stream().mapToLong(Long::longValue).toArray();
  }

  /** Whether an id belongs to a row that the harness appended by itself. */
  static boolean isForeign(long id) {
    return id < 0;
  }

  /** The number of the generated content that a row belongs to. */
  static long number(long id) {
    return id >> GeneratedFile.LINE_BITS;
  }
}
