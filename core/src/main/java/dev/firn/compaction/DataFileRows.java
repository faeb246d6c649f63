package dev.firn.compaction;

import dev.firn.batch.Batch;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/** An open data file as groups of rows, in columns, without its deleted rows. One thread. */
public interface DataFileRows extends AutoCloseable {
  /** Opens data files. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens a file.
     *
     * @param task the file with its deletes
     * @param projection the columns to read, by field id; those that the file lacks are null
     * @throws dev.firn.error.FirnException if it can't be read
     */
    DataFileRows open(FileScanTask task, Schema projection);

    /**
     * Opens files of every writer and format, with deletes of every kind; Firn's own without any
     * through Firn's reader. One thread.
     *
     * @param tableSchema the table's schema
     */
    static Opener ofAllFiles(FileIO io, Schema tableSchema) {
      return new AnyDataFileRows(io, tableSchema);
    }
  }

  /** How many groups it has, some maybe without rows. */
  int groupCount();

  /** Bytes of a group in the file, all columns, about. */
  long sizeBytes(int group);

  /** Appends a group's rows to a batch of the projection. */
  void read(int group, Batch into);

  @Override
  void close();
}
