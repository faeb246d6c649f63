package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.catalog.FirnCatalog;
import dev.firn.commit.LandedDataFiles;
import dev.firn.commit.PinnedOperations;
import dev.firn.io.LocalFileIo;
import dev.firn.landing.LandedFile;
import dev.firn.landing.LandingTarget;
import dev.firn.landing.LandingWriter;
import dev.firn.landing.OpenDays;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.table.LandingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** A table with landing files in it, and what is to be seen of it. */
final class CompactedTable implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(3, "action", Types.StringType.get()),
          Types.NestedField.optional(4, "note", Types.StringType.get()));
  static final PartitionSpec BY_DAY_AND_ACTION =
      PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build();
  static final Instant DAY = Instant.parse("2021-05-29T00:00:00Z");
  static final int DAY_NUMBER = 18776;
  static final TableIdentifier NAME = TableIdentifier.of("logs", "t");

  private final FirnCatalog catalog;
  private final LandingSpec landing;
  final TableOperations operations;
  private final SplittableRandom random = new SplittableRandom(7);
  private long nextId;

  CompactedTable(Path folder, PartitionSpec spec) {
    catalog =
        FirnCatalog.embedded(
            "firn",
            folder.resolve("catalog.db"),
            "file://" + folder.resolve("warehouse"),
            new LocalFileIo());
    catalog.createNamespace(Namespace.of("logs"), Map.of());
    catalog.createTable(NAME, SCHEMA, spec);
    operations = catalog.operations(NAME);
    landing =
        LandingSpec.of(
            operations.current().schema(),
            operations.current().spec(),
            Optional.empty(),
            Optional.of("ts"));
  }

  Table table() {
    return catalog.loadTable(NAME);
  }

  FirnCatalog catalog() {
    return catalog;
  }

  /** Rows of a day and the days beside it, of actions a0, a1, … by Zipf's law. */
  Batch rows(int count, int dayOffset, int actions) {
    TableMetadata metadata = operations.refresh();
    Batch batch = new Batch(metadata.schema());
    for (int i = 0; i < count; i++) {
      ((LongColumn) batch.column(0)).append(nextId++);
      long micros = DAY.plusSeconds(86_400L * dayOffset + random.nextInt(86_400)).toEpochMilli();
      ((LongColumn) batch.column(1)).append(micros * 1000);
      int action = (int) Math.floor(actions * Math.pow(random.nextDouble(), 3));
      ((BytesColumn) batch.column(2)).append("a" + action);
      ((BytesColumn) batch.column(3)).append(Long.toHexString(random.nextLong()).repeat(3));
      batch.endRow();
    }
    return batch;
  }

  /** Lands a batch as an ingester does: one file per open day. */
  void land(Batch batch, int openDays) {
    TableMetadata base = operations.refresh();
    LandingTarget target =
        new LandingTarget(
            base.schema(),
            base.spec(),
            landing.toSpec(base.schema()),
            operations.io(),
            operations.locationProvider());
    List<LandedFile> files;
    try (LandingWriter writer =
        new LandingWriter(
            target,
            ParquetWriterOptions.DEFAULT,
            OpenDays.mostRows(openDays),
            () -> UUID.randomUUID().toString())) {
      files = writer.write(batch);
    }
    PinnedOperations pinned = new PinnedOperations(operations, base);
    List<DataFile> bound = new LandedDataFiles(pinned).bind(files);
    AppendFiles append = new BaseTable(pinned, "t").newAppend();
    bound.forEach(append::appendFile);
    append.commit();
    operations.commit(base, pinned.current());
  }

  CompactionReport compact(CompactionScope scope, long targetBytes, long memoryBytes)
      throws InterruptedException {
    return new Compactor(
            NAME.toString(),
            operations,
            new Compactor.DayColumns(Optional.empty(), Optional.of("ts")),
            CompactionOptions.of(targetBytes, memoryBytes),
            UUID::randomUUID)
        .compact(scope, Compactor.Yield.NEVER);
  }

  /** All rows as text, by id. */
  Map<Long, String> read() throws IOException {
    Map<Long, String> found = new TreeMap<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table()).build()) {
      for (Record row : rows) {
        String before = found.put((Long) row.getField("id"), row.toString());
        if (before != null) {
          throw new AssertionError("twice: " + row);
        }
      }
    }
    return found;
  }

  /** Row id and sequence number of the last update of each row, by id. */
  Map<Long, String> lineage() throws IOException {
    Map<Long, String> found = new TreeMap<>();
    try (CloseableIterable<Record> rows =
        IcebergGenerics.read(table())
            .project(MetadataColumns.schemaWithRowLineage(table().schema()))
            .build()) {
      for (Record row : rows) {
        found.put(
            (Long) row.getField("id"),
            row.getField("_row_id") + " " + row.getField("_last_updated_sequence_number"));
      }
    }
    return found;
  }

  List<FileScanTask> files() throws IOException {
    List<FileScanTask> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles()) {
      tasks.forEach(files::add);
    }
    return files;
  }

  /** Files of the default spec, by partition. */
  Map<String, List<DataFile>> partitions() throws IOException {
    Map<String, List<DataFile>> found = new TreeMap<>();
    for (FileScanTask task : files()) {
      if (task.spec().specId() == operations.refresh().defaultSpecId()) {
        found
            .computeIfAbsent(
                task.spec().partitionToPath(task.file().partition()), k -> new ArrayList<>())
            .add(task.file());
      }
    }
    return found;
  }

  long landedFiles() throws IOException {
    int defaultSpec = operations.refresh().defaultSpecId();
    return files().stream().filter(task -> task.spec().specId() != defaultSpec).count();
  }

  @Override
  public void close() {
    catalog.close();
  }
}
