package dev.firn.testkit.crash;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.parquet.Parquet;

/** Writes data files as another engine does: under the table's own spec, with rows of its own. */
final class ForeignRows {
  private static final int ROWS_MAX = 8;
  private static final java.time.OffsetDateTime TIME =
      java.time.OffsetDateTime.parse("2024-05-29T12:00:00Z");

  private final SplittableRandom random;
  private long lastId;

  ForeignRows(SplittableRandom random) {
    this.random = random;
  }

  /** A data file that is written and not yet appended; its row ids are negative and new. */
  DataFile write(Table table) throws IOException {
    Record row = GenericRecord.create(table.schema());
    row.setField("ts", TIME);
    row.setField("action", "foreign-" + random.nextInt(3));
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
    String name = "foreign-" + UUID.randomUUID() + ".parquet";
    OutputFile file =
        table.io().newOutputFile(table.locationProvider().newDataLocation(table.spec(), key, name));
    DataWriter<Record> writer =
        Parquet.writeData(file)
            .forTable(table)
            .createWriterFunc(GenericParquetWriter::create)
            .withPartition(key)
            .build();
    try (writer) {
      int rows = 1 + random.nextInt(ROWS_MAX);
      for (int i = 0; i < rows; i++) {
        row.setField("row_id", --lastId);
        writer.write(row);
      }
    }
    return writer.toDataFile();
  }
}
