package dev.firn.audit;

import dev.firn.batch.Batch;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;

/** Reads columns of data files, found by field id. Owned by one thread. */
public interface DataFileRows {
  /**
   * Reads all rows of a file.
   *
   * @param in the file
   * @param file what the table records of it
   * @param projection the columns; one that the file lacks is null in each row
   * @param rows gets the rows in order, a batch at a time, which is valid until it returns
   * @throws UnreadableFileException if this reader can't read the file; rows that were handed over
   *     before count for nothing
   */
  void read(InputFile in, DataFile file, Schema projection, Consumer<Batch> rows)
      throws UnreadableFileException;
}
