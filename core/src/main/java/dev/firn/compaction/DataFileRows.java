package dev.firn.compaction;

import dev.firn.batch.Batch;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;

/** An open data file as row groups of columns. Used by one thread. */
public interface DataFileRows extends AutoCloseable {
  /** Opens data files. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens a file.
     *
     * @param projection the columns to read, by field id; those that the file lacks are null
     * @throws dev.firn.error.FirnException if it can't be read
     */
    DataFileRows open(DataFile file, Schema projection);
  }

  /** How many row groups it has. */
  int groupCount();

  /** Rows of a row group. */
  long rowCount(int group);

  /** Bytes of a row group in the file, all columns. */
  long sizeBytes(int group);

  /** Appends a row group's rows to a batch of the projection. */
  void read(int group, Batch into);

  @Override
  void close();
}
