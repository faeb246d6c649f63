package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.parquet.ParquetFileReader;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.io.FileIO;

/** Data files that Firn wrote, through its own reader. */
final class FirnDataFileRows implements DataFileRows {
  private final ParquetFileReader reader;

  private FirnDataFileRows(ParquetFileReader reader) {
    this.reader = reader;
  }

  /** Opens a file, unless another writer has written it. */
  static Optional<DataFileRows> open(FileIO io, DataFile file, Schema projection) {
    ParquetFileReader reader;
    try {
      reader =
          ParquetFileReader.open(
              io.newInputFile(file.location(), file.fileSizeInBytes()), projection);
    } catch (FirnException e) {
      if (e.code() == ErrorCode.TABLE) {
        // Codecs and layouts that Firn does not write; the general reader tells if it is broken.
        return Optional.empty();
      }
      throw e;
    }
    if (reader.isOwn()) {
      int[] groupRows = new int[reader.rowGroupCount()];
      for (int i = 0; i < groupRows.length; i++) {
        groupRows[i] = Math.toIntExact(reader.rowGroup(i).rowCount());
      }
      return Optional.of(LineageRows.of(new FirnDataFileRows(reader), file, groupRows, projection));
    }
    reader.close();
    return Optional.empty();
  }

  @Override
  public int groupCount() {
    return reader.rowGroupCount();
  }

  @Override
  public long sizeBytes(int group) {
    return reader.rowGroup(group).sizeBytes();
  }

  @Override
  public void read(int group, Batch into) {
    reader.read(group, into);
  }

  @Override
  public void close() {
    reader.close();
  }
}
