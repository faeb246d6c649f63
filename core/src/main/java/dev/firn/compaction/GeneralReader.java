package dev.firn.compaction;

import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/**
 * Reads data files of every writer and format, with delete files of every kind applied; found as a
 * service, since it needs libraries that Firn's own files do not. Stateless, with a public
 * constructor without parameters.
 */
@FunctionalInterface
public interface GeneralReader {
  /**
   * Opens a file.
   *
   * @param tableSchema the table's schema, for delete files whose columns are not projected
   * @param task the file with its deletes
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#TABLE} if it can't be read
   */
  DataFileRows open(FileIO io, Schema tableSchema, FileScanTask task, Schema projection);
}
