package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.parquet.ParquetFileReader;
import org.apache.iceberg.io.FileIO;

/** Data files that Firn wrote, through its own reader. */
final class FirnDataFileRows implements DataFileRows {
  private final ParquetFileReader reader;

  private FirnDataFileRows(ParquetFileReader reader) {
    this.reader = reader;
  }

  /** Opens files of Firn's own writer; others may be refused. */
  static DataFileRows.Opener opener(FileIO io) {
    return (file, projection) ->
        new FirnDataFileRows(
            ParquetFileReader.open(
                io.newInputFile(file.location(), file.fileSizeInBytes()), projection));
  }

  @Override
  public int groupCount() {
    return reader.rowGroupCount();
  }

  @Override
  public long rowCount(int group) {
    return reader.rowGroup(group).rowCount();
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
