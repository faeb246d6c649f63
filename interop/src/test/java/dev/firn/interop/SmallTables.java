package dev.firn.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;

/** Tables of an id and a name, written and read with Iceberg's generic classes. */
final class SmallTables {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "name", Types.StringType.get()));

  private SmallTables() {}

  /** A new data file of a table, which is not in it yet. */
  static DataFile file(Table table, long firstId, String... names) throws IOException {
    String location =
        table.locationProvider().newDataLocation("firn-" + UUID.randomUUID() + ".parquet");
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(location))
            .schema(table.schema())
            .withSpec(PartitionSpec.unpartitioned())
            .createWriterFunc(GenericParquetWriter::create)
            .build();
    try (writer) {
      for (int i = 0; i < names.length; i++) {
        Record row = GenericRecord.create(table.schema());
        row.setField("id", firstId + i);
        row.setField("name", names[i]);
        writer.write(row);
      }
    }
    return writer.toDataFile();
  }

  /** Appends rows with ids that count up. */
  static void append(Table table, long firstId, String... names) throws IOException {
    table.newAppend().appendFile(file(table, firstId, names)).commit();
  }

  /** The rows, as id and name with a tab between, sorted. */
  static List<String> rows(Table table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> found = IcebergGenerics.read(table).build()) {
      found.forEach(row -> rows.add(row.getField("id") + "\t" + row.getField("name")));
    }
    return rows.stream().sorted().toList();
  }
}
