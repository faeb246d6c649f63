package dev.firn.formats.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.catalog.FirnCatalog;
import dev.firn.compaction.CompactionOptions;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.io.LocalFileIo;
import dev.firn.table.LandingSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericAppenderFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of another writer, and deletes of both kinds, through a compaction. */
@SuppressWarnings("deprecation") // the shortest way to write files of each kind
class CompactWithDeletesTest {
  private static final TableIdentifier NAME = TableIdentifier.of("logs", "t");
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(3, "action", Types.StringType.get()),
          Types.NestedField.optional(4, "price", Types.DecimalType.of(20, 2)),
          Types.NestedField.optional(
              5, "tags", Types.ListType.ofOptional(6, Types.StringType.get())),
          Types.NestedField.optional(
              7,
              "attributes",
              Types.MapType.ofOptional(8, 9, Types.StringType.get(), Types.IntegerType.get())),
          Types.NestedField.optional(
              10,
              "geo",
              Types.StructType.of(Types.NestedField.optional(11, "lat", Types.DoubleType.get()))));
  private static final OffsetDateTime NOON =
      OffsetDateTime.of(2021, 5, 29, 12, 0, 0, 0, ZoneOffset.UTC);

  @TempDir private Path folder;
  private FirnCatalog catalog;
  private Table table;
  private PartitionSpec unpartitioned = PartitionSpec.unpartitioned();
  private int written;

  @BeforeEach
  void makeTable() {
    catalog =
        FirnCatalog.embedded(
            "firn",
            folder.resolve("catalog.db"),
            "file://" + folder.resolve("warehouse"),
            new LocalFileIo());
    catalog.createNamespace(Namespace.of("logs"), Map.of());
    table =
        catalog.createTable(
            NAME, SCHEMA, PartitionSpec.builderFor(SCHEMA).day("ts").identity("action").build());
    unpartitioned = addUnpartitionedSpec();
  }

  /** Rows that landed with no day of their own. */
  private PartitionSpec addUnpartitionedSpec() {
    TableOperations operations = catalog.operations(NAME);
    TableMetadata base = operations.refresh();
    operations.commit(base, LandingSpec.UNPARTITIONED.addTo(base));
    table.refresh();
    return table.specs().values().stream()
        .filter(PartitionSpec::isUnpartitioned)
        .findFirst()
        .orElseThrow();
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private Record row(long id) {
    Record row = GenericRecord.create(table.schema());
    row.setField("id", id);
    row.setField("ts", NOON.plusSeconds(id));
    row.setField("action", "a" + id % 2);
    row.setField(
        "price", new java.math.BigDecimal("12345678901234.50").add(new java.math.BigDecimal(id)));
    row.setField("tags", id % 3 == 0 ? null : List.of("x" + id, "y"));
    row.setField("attributes", id % 4 == 0 ? Map.of() : Map.of("k" + id, (int) id));
    Record geo = GenericRecord.create(table.schema().findType("geo").asStructType());
    geo.setField("lat", id / 3.0);
    row.setField("geo", id % 5 == 0 ? null : geo);
    return row;
  }

  private org.apache.iceberg.encryption.EncryptedOutputFile out() {
    return EncryptedFiles.encryptedOutput(
        table.io().newOutputFile(table.location() + "/data/foreign-" + written++ + ".parquet"),
        EncryptionKeyMetadata.EMPTY);
  }

  private DataFile write(PartitionSpec spec, List<Record> rows) throws IOException {
    PartitionKey key = new PartitionKey(spec, table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(rows.get(0)));
    DataWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), spec)
            .newDataWriter(out(), FileFormat.PARQUET, spec.isPartitioned() ? key : null);
    try (writer) {
      rows.forEach(writer::write);
    }
    return writer.toDataFile();
  }

  private void deletePosition(DataFile file, PartitionSpec spec, long position) throws IOException {
    PositionDeleteWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), spec)
            .newPosDeleteWriter(out(), FileFormat.PARQUET, file.partition());
    try (writer) {
      PositionDelete<Record> delete = PositionDelete.create();
      writer.write(delete.set(file.location(), position, null));
    }
    table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
  }

  private DeleteFile deleteId(
      PartitionSpec spec, org.apache.iceberg.@Nullable StructLike partition, long id)
      throws IOException {
    Schema ids = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), spec, new int[] {1}, ids, null)
            .newEqDeleteWriter(out(), FileFormat.PARQUET, partition);
    try (writer) {
      Record key = GenericRecord.create(ids);
      key.setField("id", id);
      writer.write(key);
    }
    return writer.toDeleteFile();
  }

  private List<Record> rows(long from, long to) {
    List<Record> rows = new ArrayList<>();
    for (long id = from; id < to; id++) {
      rows.add(row(id));
    }
    return rows;
  }

  private Map<Long, String> read() throws IOException {
    Map<Long, String> found = new java.util.TreeMap<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(catalog.loadTable(NAME)).build()) {
      for (Record row : rows) {
        assertThat(found.put((Long) row.getField("id"), text(row))).isNull();
      }
    }
    return found;
  }

  /** Without the columns that a reader adds to find deleted rows. */
  private static String text(Record row) {
    return SCHEMA.columns().stream()
        .map(field -> String.valueOf(row.getField(field.name())))
        .collect(Collectors.joining(", "));
  }

  private void compact() throws InterruptedException {
    new Compactor(
            "logs.t",
            catalog.operations(NAME),
            Compactor.DayColumns.NONE,
            CompactionOptions.of(64L << 20, 64L << 20),
            UUID::randomUUID)
        .compact(CompactionScope.EVERYTHING, Compactor.Yield.NEVER);
    table.refresh();
  }

  private List<FileScanTask> files() throws IOException {
    List<FileScanTask> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = catalog.loadTable(NAME).newScan().planFiles()) {
      tasks.forEach(files::add);
    }
    return files;
  }

  @Test
  void unpartitionedFilesOfAnotherWriterAreMovedToTheirPartitions() throws Exception {
    table.newAppend().appendFile(write(unpartitioned, rows(0, 40))).commit();
    Map<Long, String> before = read();
    compact();
    assertThat(read()).isEqualTo(before).hasSize(40);
    assertThat(files()).hasSize(2).allSatisfy(file -> assertThat(file.deletes()).isEmpty());
  }

  @Test
  void deletedRowsStayDeletedAndVisibleOnesVisible() throws Exception {
    DataFile landed = write(unpartitioned, rows(0, 20));
    table.newAppend().appendFile(landed).commit();
    deletePosition(landed, unpartitioned, 3);
    table.newRowDelta().addDeletes(deleteId(unpartitioned, null, 7)).commit();
    Map<Long, String> before = read();
    assertThat(before.keySet()).doesNotContain(3L, 7L).hasSize(18);
    compact();
    assertThat(read()).isEqualTo(before);
    assertThat(files()).allSatisfy(file -> assertThat(file.deletes()).isEmpty());
  }

  @Test
  void anEqualityDeleteOfAPartitionDoesNotBeginToApplyToLandedRows() throws Exception {
    table.newAppend().appendFile(write(unpartitioned, rows(0, 20))).commit();
    PartitionKey a1 = new PartitionKey(table.spec(), table.schema());
    a1.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row(5)));
    table.newRowDelta().addDeletes(deleteId(table.spec(), a1, 5)).commit();
    Map<Long, String> before = read();
    assertThat(before).hasSize(20);
    compact();
    assertThat(read()).isEqualTo(before);
  }

  @Test
  void filesOfAPartitionWithDeletesAreMergedWithoutTheDeletedRows() throws Exception {
    for (int i = 0; i < 3; i++) {
      List<Record> even = new ArrayList<>();
      for (long id = i * 10L; id < i * 10L + 10; id += 2) {
        even.add(row(id));
      }
      table.newAppend().appendFile(write(table.spec(), even)).commit();
    }
    DataFile first = files().get(0).file();
    deletePosition(first, table.spec(), 0);
    PartitionKey a0 = new PartitionKey(table.spec(), table.schema());
    a0.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row(0)));
    table.newRowDelta().addDeletes(deleteId(table.spec(), a0, 12)).commit();
    // Written again after it was deleted: the delete does not apply to it.
    table.newAppend().appendFile(write(table.spec(), List.of(row(12)))).commit();
    Map<Long, String> before = read();
    assertThat(before).hasSize(14);
    compact();
    assertThat(read()).isEqualTo(before);
    assertThat(files()).hasSize(1);
  }
}
