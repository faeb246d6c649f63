package dev.firn.formats.iceberg;

import dev.firn.compaction.DataFileRows;
import dev.firn.compaction.GeneralReader;
import java.util.Map;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.DeleteFilter;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.formats.ReadBuilder;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.PartitionUtil;

/**
 * Reads Parquet, Avro and ORC data files with position deletes, deletion vectors and equality
 * deletes.
 */
public final class IcebergFileReader implements GeneralReader {
  /** For the service loader. */
  public IcebergFileReader() {}

  @Override
  public DataFileRows open(FileIO io, Schema tableSchema, FileScanTask task, Schema projection) {
    return new RecordRows(
        () -> records(io, tableSchema, task, projection), task.file(), projection);
  }

  private static CloseableIterable<Record> records(
      FileIO io, Schema tableSchema, FileScanTask task, Schema projection) {
    DeleteFilter<Record> deletes = new GenericDeleteFilter(io, task, tableSchema, projection);
    Map<Integer, ?> constants =
        PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant);
    ReadBuilder<Record, ?> reader =
        FormatModelRegistry.readBuilder(
            task.file().format(), Record.class, io.newInputFile(task.file()));
    return deletes.filter(reader.project(deletes.requiredSchema()).idToConstant(constants).build());
  }
}
