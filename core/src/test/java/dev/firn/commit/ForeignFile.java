package dev.firn.commit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;

/** A data file of one row under a table's default spec, as another engine writes it. */
final class ForeignFile {
  private ForeignFile() {}

  static DataFile write(Table table, long id) {
    Record row = GenericRecord.create(table.schema());
    row.setField("id", id);
    if (table.schema().findField("action") != null) {
      row.setField("action", "foreign");
    }
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
    String location =
        table.locationProvider().newDataLocation("foreign-" + UUID.randomUUID() + ".parquet");
    try (DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(location))
            .forTable(table)
            .withPartition(key)
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      writer.write(row);
      writer.close();
      return writer.toDataFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
