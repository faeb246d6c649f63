package dev.firn.interop;

import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.ClusteredDataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.parquet.Parquet;

/**
 * A landing file whose rows were rewritten into the default spec, a file for each partition, with
 * Iceberg's own reader, writer and commit: what a compaction does.
 *
 * @param median time of the row in the middle
 * @param later time of the row at 70 %
 * @param files how many files it became
 */
record RewrittenFile(Instant median, Instant later, int files) {
  static RewrittenFile rewriteLargest(Table table) throws IOException {
    long snapshot = table.currentSnapshot().snapshotId();
    DataFile landing = largestLandingFile(table);
    List<Record> rows = read(table, landing);
    List<DataFile> written = write(table, rows);
    RewriteFiles rewrite = table.newRewrite().validateFromSnapshot(snapshot).deleteFile(landing);
    written.forEach(rewrite::addFile);
    rewrite.commit();
    List<Instant> times =
        rows.stream()
            .map(row -> ((OffsetDateTime) row.getField("ts")).toInstant())
            .sorted()
            .toList();
    return new RewrittenFile(
        times.get(times.size() / 2), times.get(times.size() * 7 / 10), written.size());
  }

  private static DataFile largestLandingFile(Table table) throws IOException {
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add(task.file()));
    }
    return files.stream()
        .filter(file -> file.specId() != table.spec().specId())
        .max(Comparator.comparing(DataFile::recordCount))
        .orElseThrow();
  }

  private static List<Record> read(Table table, DataFile file) throws IOException {
    List<Record> rows = new ArrayList<>();
    try (CloseableIterable<Record> records =
        Parquet.read(table.io().newInputFile(file.location()))
            .project(table.schema())
            .createReaderFunc(type -> GenericParquetReaders.buildReader(table.schema(), type))
            .build()) {
      records.forEach(rows::add);
    }
    return rows;
  }

  private static List<DataFile> write(Table table, List<Record> rows) throws IOException {
    Map<PartitionKey, List<Record>> partitions = new HashMap<>();
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    InternalRecordWrapper wrapper = new InternalRecordWrapper(table.schema().asStruct());
    for (Record row : rows) {
      key.partition(wrapper.wrap(row));
      List<Record> partition = partitions.get(key);
      if (partition == null) {
        partition = new ArrayList<>();
        partitions.put(key.copy(), partition);
      }
      partition.add(row);
    }
    ClusteredDataWriter<Record> writer =
        new ClusteredDataWriter<>(
            new GenericFileWriterFactory.Builder(table).dataFileFormat(FileFormat.PARQUET).build(),
            OutputFileFactory.builderFor(table, 1, 1).format(FileFormat.PARQUET).build(),
            table.io(),
            Long.MAX_VALUE);
    try (writer) {
      partitions.forEach(
          (partition, records) ->
              records.forEach(row -> writer.write(row, table.spec(), partition)));
    }
    return writer.result().dataFiles();
  }
}
