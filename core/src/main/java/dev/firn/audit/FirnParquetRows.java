package dev.firn.audit;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetFileReader;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.InputFile;

/** Parquet as Firn writes it, and other writers' files that use no other encodings. */
public final class FirnParquetRows implements DataFileRows {
  /** A reader. */
  public FirnParquetRows() {}

  @Override
  public void read(InputFile in, DataFile file, Schema projection, Consumer<Batch> rows)
      throws UnreadableFileException {
    if (file.format() != FileFormat.PARQUET) {
      throw new UnreadableFileException("it is " + file.format() + ", not Parquet");
    }
    try (ParquetFileReader reader = ParquetFileReader.open(in, projection)) {
      Batch batch = new Batch(projection);
      for (int group = 0; group < reader.rowGroupCount(); group++) {
        batch.clear();
        reader.read(group, batch);
        rows.accept(batch);
      }
    } catch (FirnException e) {
      if (e.code() != ErrorCode.TABLE) {
        throw e;
      }
      throw new UnreadableFileException(String.valueOf(e.getMessage()), e);
    }
  }
}
