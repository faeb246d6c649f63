package dev.firn.formats.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.catalog.FirnCatalog;
import dev.firn.compaction.CompactionOptions;
import dev.firn.compaction.CompactionReport;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
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
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Firn never wrote: deletes during a compaction, and files of a former spec. */
@SuppressWarnings("deprecation") // the shortest way to write files of each kind
class CompactCasesTest {
  private static final TableIdentifier NAME = TableIdentifier.of("other", "t");
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "ts", Types.TimestampType.withZone()));
  private static final OffsetDateTime DECEMBER = OffsetDateTime.parse("2018-12-01T06:00:00Z");
  private static final int FIRST_OF_DECEMBER = 17_866;

  @TempDir private Path folder;
  private FirnCatalog catalog;
  private int written;

  @BeforeEach
  void open() {
    catalog =
        FirnCatalog.embedded(
            "firn",
            folder.resolve("catalog.db"),
            "file://" + folder.resolve("warehouse"),
            new LocalFileIo());
    catalog.createNamespace(Namespace.of("other"), Map.of());
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private Table table() {
    return catalog.loadTable(NAME);
  }

  private static Record row(long id, OffsetDateTime ts) {
    Record row = GenericRecord.create(SCHEMA);
    row.setField("id", id);
    row.setField("ts", ts);
    return row;
  }

  private EncryptedOutputFile out(Table table) {
    return EncryptedFiles.encryptedOutput(
        table.io().newOutputFile(table.location() + "/data/other-" + written++ + ".parquet"),
        EncryptionKeyMetadata.EMPTY);
  }

  private static PartitionKey key(Table table, Record row) {
    PartitionKey key = new PartitionKey(table.spec(), table.schema());
    key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(row));
    return key;
  }

  private DataFile write(Table table, List<Record> rows) throws IOException {
    DataWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), table.spec())
            .newDataWriter(
                out(table),
                FileFormat.PARQUET,
                table.spec().isPartitioned() ? key(table, rows.get(0)) : null);
    try (writer) {
      rows.forEach(writer::write);
    }
    return writer.toDataFile();
  }

  private DeleteFile deleteId(Table table, long id) throws IOException {
    Schema ids = table.schema().select("id");
    EqualityDeleteWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), table.spec(), new int[] {1}, ids, null)
            .newEqDeleteWriter(out(table), FileFormat.PARQUET, null);
    try (writer) {
      Record deleted = GenericRecord.create(ids);
      deleted.setField("id", id);
      writer.write(deleted);
    }
    return writer.toDeleteFile();
  }

  private DeleteFile deletePosition(Table table, DataFile file, long position) throws IOException {
    PositionDeleteWriter<Record> writer =
        new GenericAppenderFactory(table.schema(), table.spec())
            .newPosDeleteWriter(out(table), FileFormat.PARQUET, file.partition());
    try (writer) {
      PositionDelete<Record> delete = PositionDelete.create();
      writer.write(delete.set(file.location(), position, null));
    }
    return writer.toDeleteFile();
  }

  /** What happens between the reading and the commit of a compaction. */
  private interface Meanwhile {
    void happens(Table table) throws IOException;
  }

  private CompactionReport compact(CompactionScope scope, Meanwhile meanwhile)
      throws InterruptedException {
    AtomicBoolean happened = new AtomicBoolean();
    return new Compactor(
            NAME.toString(),
            catalog.operations(NAME),
            Compactor.DayColumns.NONE,
            CompactionOptions.of(64L << 20, 64L << 20),
            UUID::randomUUID)
        .compact(
            scope,
            () -> {
              if (happened.compareAndSet(false, true)) {
                try {
                  meanwhile.happens(table());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
  }

  private List<Long> ids() throws IOException {
    List<Long> ids = new ArrayList<>();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table()).build()) {
      rows.forEach(row -> ids.add((Long) row.getField("id")));
    }
    ids.sort(null);
    return ids;
  }

  private List<DataFile> threeRows() throws IOException {
    Table table = catalog.createTable(NAME, SCHEMA);
    List<DataFile> files = new ArrayList<>();
    for (long id = 1; id <= 3; id++) {
      files.add(write(table, List.of(row(id, DECEMBER))));
    }
    AppendFiles append = table.newAppend();
    files.forEach(append::appendFile);
    append.commit();
    return files;
  }

  @Test
  void c57_rowDeletedByEqualityDuringACompactionStaysDeleted() throws Exception {
    threeRows();
    compact(
        CompactionScope.EVERYTHING,
        table -> {
          table.newRowDelta().addDeletes(deleteId(table, 2)).commit();
          table.newAppend().appendFile(write(table, List.of(row(4, DECEMBER)))).commit();
        });
    assertThat(ids()).containsExactly(1L, 3L, 4L);
    compact(CompactionScope.EVERYTHING, table -> {});
    assertThat(ids()).containsExactly(1L, 3L, 4L);
  }

  @Test
  void c57_rowDeletedByPositionDuringACompactionStaysDeleted() throws Exception {
    List<DataFile> files = threeRows();
    CompactionReport report =
        compact(
            CompactionScope.EVERYTHING,
            table ->
                table.newRowDelta().addDeletes(deletePosition(table, files.get(1), 0)).commit());
    assertThat(ids()).containsExactly(1L, 3L);
    assertThat(report.rewrites()).as("the second try, on what is there now").isEqualTo(1);
  }

  @Test
  void c57_rowsWrittenAnewWhileTheyAreCompactedAreThereOnce() throws Exception {
    List<DataFile> files = threeRows();
    compact(
        CompactionScope.EVERYTHING,
        table ->
            table
                .newOverwrite()
                .deleteFile(files.get(2))
                .addFile(write(table, List.of(row(5, DECEMBER))))
                .commit());
    assertThat(ids()).containsExactly(1L, 2L, 5L);
  }

  private Map<String, Integer> filesBySpec() throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles()) {
      tasks.forEach(
          task -> files.merge(task.spec().fields().get(0).transform().toString(), 1, Integer::sum));
    }
    return files;
  }

  private long rowsOfTheFirst() throws IOException {
    long rows = 0;
    try (CloseableIterable<Record> found =
        IcebergGenerics.read(table())
            .where(Expressions.lessThan("ts", DECEMBER.plusHours(18).toInstant().toString()))
            .build()) {
      for (Record row : found) {
        rows += row == null ? 0 : 1;
      }
    }
    return rows;
  }

  @Test
  void c59_filesOfAFormerSpecAreMovedOnlyWhenAskedForAndNeverMixed() throws Exception {
    PartitionSpec months = PartitionSpec.builderFor(SCHEMA).month("ts").build();
    Table table = catalog.createTable(NAME, SCHEMA, months);
    AppendFiles append = table.newAppend();
    for (long i = 0; i < 30; i++) {
      List<Record> rows = new ArrayList<>();
      for (long day = 0; day < 3; day++) {
        rows.add(row(i * 3 + day, DECEMBER.plusDays(day).plusMinutes(i)));
      }
      append.appendFile(write(table, rows));
    }
    append.commit();
    table.updateSpec().removeField("ts_month").addField(Expressions.day("ts")).commit();
    append = table.newAppend();
    for (long i = 0; i < 10; i++) {
      append.appendFile(write(table, List.of(row(100 + i, DECEMBER.plusMinutes(i)))));
    }
    append.commit();
    List<Long> before = ids();
    assertThat(filesBySpec()).containsExactlyInAnyOrderEntriesOf(Map.of("month", 30, "day", 10));

    CompactionReport oneDay = compact(CompactionScope.day(FIRST_OF_DECEMBER), t -> {});
    assertThat(oneDay.filesIn()).isEqualTo(10);
    assertThat(oneDay.formerSpecFiles()).as("still in the spec by month").isEqualTo(30);
    assertThat(filesBySpec()).containsExactlyInAnyOrderEntriesOf(Map.of("month", 30, "day", 1));
    assertThat(rowsOfTheFirst()).isEqualTo(40);
    assertThat(ids()).isEqualTo(before);

    CompactionReport all = compact(CompactionScope.EVERYTHING.withAllSpecs(), t -> {});
    assertThat(all.formerSpecFiles()).isZero();
    assertThat(filesBySpec().keySet()).containsExactly("day");
    try (CloseableIterable<FileScanTask> tasks = table().newScan().planFiles()) {
      assertThat(tasks)
          .extracting(task -> task.spec().partitionToPath(task.file().partition()))
          .containsExactlyInAnyOrder("ts_day=2018-12-01", "ts_day=2018-12-02", "ts_day=2018-12-03");
    }
    assertThat(rowsOfTheFirst()).isEqualTo(40);
    assertThat(ids()).isEqualTo(before);
    assertThat(compact(CompactionScope.EVERYTHING.withAllSpecs(), t -> {}).rewrites())
        .as("a second run finds nothing to do")
        .isZero();
  }
}
