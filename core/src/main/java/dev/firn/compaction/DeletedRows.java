package dev.firn.compaction;

import dev.firn.landing.RowSet;
import org.apache.iceberg.DataFile;

/** Which rows of the files of a compaction are deleted, by whatever kind of delete file. */
@FunctionalInterface
interface DeletedRows {
  /** No row of any file. */
  DeletedRows NONE = (file, firstRow, rowCount) -> new RowSet();

  /**
   * The deleted rows among {@code rowCount} rows of a file, counted from {@code firstRow} on: row 0
   * of the answer is the file's row {@code firstRow}.
   */
  RowSet in(DataFile file, long firstRow, int rowCount);
}
