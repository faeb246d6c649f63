package dev.firn.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.audit.FileVerdict.Outcome;
import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.parquet.ParquetFileWriter;
import dev.firn.parquet.ParquetWriterOptions;
import dev.firn.parquet.WrittenParquet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionAuditTest {
  private static final TableIdentifier NAME = TableIdentifier.of("db", "t");
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "ts", Types.TimestampType.withZone()),
          Types.NestedField.optional(2, "id", Types.IntegerType.get()),
          Types.NestedField.optional(3, "s", Types.StringType.get()),
          Types.NestedField.optional(4, "x", Types.DoubleType.get()));
  private static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA)
          .day("ts")
          .bucket("id", 4)
          .truncate("s", 2)
          .identity("x")
          .build();

  private final InMemoryCatalog catalog = new InMemoryCatalog();
  private Table table;
  private final String run = java.util.UUID.randomUUID().toString();
  private final List<DataFile> waiting = new ArrayList<>();
  private int files;

  @BeforeEach
  void open() {
    catalog.initialize("test", Map.of());
    catalog.createNamespace(Namespace.of("db"));
    table = catalog.createTable(NAME, SCHEMA, SPEC);
  }

  @AfterEach
  void close() throws Exception {
    catalog.close();
  }

  /** A row of the table; any value may be null. */
  private record Row(
      @Nullable Long ts, @Nullable Integer id, @Nullable String s, @Nullable Double x) {
    Record record() {
      Record record = GenericRecord.create(SCHEMA);
      record.setField("ts", ts == null ? null : DateTimeUtil.timestamptzFromMicros(ts));
      record.setField("id", id);
      record.setField("s", s);
      record.setField("x", x);
      return record;
    }
  }

  private static Row row(String day, int id, String s, double x) {
    return new Row(DateTimeUtil.isoTimestampToMicros(day + "T12:00:00"), id, s, x);
  }

  /** The partition that Iceberg's own transforms give a row. */
  private static PartitionKey partition(Row row) {
    PartitionKey key = new PartitionKey(SPEC, SCHEMA);
    key.partition(new InternalRecordWrapper(SCHEMA.asStruct()).wrap(row.record()));
    return key;
  }

  private WrittenParquet write(List<Row> rows) {
    Batch batch = new Batch(SCHEMA);
    for (Row row : rows) {
      if (row.ts != null) {
        ((LongColumn) batch.column(0)).append(row.ts);
      }
      if (row.id != null) {
        ((IntColumn) batch.column(1)).append(row.id);
      }
      if (row.s != null) {
        ((BytesColumn) batch.column(2)).append(row.s);
      }
      if (row.x != null) {
        ((DoubleColumn) batch.column(3)).append(row.x);
      }
      batch.endRow();
    }
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            table.io().newOutputFile(table.location() + "/" + run + "/" + files++ + ".parquet"),
            SCHEMA,
            ParquetWriterOptions.DEFAULT)) {
      int middle = rows.size() / 2;
      int[] order = new int[rows.size()];
      java.util.Arrays.setAll(order, i -> i);
      writer.write(batch, order, 0, middle);
      writer.endRowGroup();
      writer.write(batch, order, middle, rows.size());
      return writer.finish();
    }
  }

  private void append(List<Row> rows, PartitionKey recorded) {
    append(write(rows), rows.size(), recorded, SPEC);
  }

  private void append(
      WrittenParquet written,
      long rows,
      org.apache.iceberg.StructLike recorded,
      PartitionSpec spec) {
    DataFile file =
        DataFiles.builder(spec)
            .withPath(written.location())
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(written.sizeBytes())
            .withRecordCount(rows)
            .withPartition(recorded)
            .build();
    waiting.add(file);
  }

  private PartitionAudit audit() {
    if (!waiting.isEmpty()) {
      AppendFiles append = table.newAppend();
      waiting.forEach(append::appendFile);
      append.commit();
      waiting.clear();
    }
    table.refresh();
    return new PartitionAudit(
        ((BaseTable) table).operations().current(), table.io(), List.of(new FirnParquetRows()));
  }

  private List<FileVerdict> verdicts() {
    List<FileVerdict> verdicts = new ArrayList<>();
    AuditTotals totals = audit().checkAll(verdicts::add);
    assertThat(totals.files()).isEqualTo(verdicts.size()).isEqualTo(totals.filesInTable());
    return verdicts;
  }

  @Test
  void filesOfRandomRowsAreRightUnderTheirPartitionAndWrongUnderAnother() {
    long seed = 5;
    Random random = new Random(seed);
    List<Row> before = null;
    int wrong = 0;
    for (int i = 0; i < 60; i++) {
      Row first =
          new Row(
              random.nextInt(8) == 0 ? null : 86_400_000_000L * (random.nextInt(9) - 4),
              random.nextInt(8) == 0 ? null : random.nextInt(100) - 50,
              random.nextInt(8) == 0 ? null : random.nextBoolean() ? "\uD83D\uDE00éa" : "abc",
              random.nextInt(8) == 0 ? null : random.nextInt(3) - 1.0);
      List<Row> rows = new ArrayList<>();
      for (int j = 0; j < 40; j++) {
        // Others of the same partition: a later hour, a longer text.
        rows.add(
            new Row(
                first.ts == null ? null : first.ts + random.nextInt(1_000_000),
                first.id,
                first.s == null ? null : first.s + j,
                first.x));
      }
      PartitionKey recorded = partition(first);
      boolean other = before != null && !partition(before.get(0)).equals(recorded);
      if (other && random.nextBoolean()) {
        append(before, recorded);
        wrong++;
      } else {
        append(rows, recorded);
      }
      before = rows;
    }
    AuditTotals totals = audit().checkAll(verdict -> {});
    assertThat(totals)
        .as("seed %d", seed)
        .isEqualTo(new AuditTotals(60, 60, 60 - wrong, wrong, 0, 2400, 40L * wrong));
    assertThat(wrong).isGreaterThan(10);
  }

  @Test
  void theFirstRowOfAnotherPartitionIsNamedAndAllAreCounted() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(row(i < 7 ? "2021-03-05" : "2021-03-06", 34, "ab", 1));
    }
    append(rows, partition(rows.get(0)));
    assertThat(verdicts())
        .singleElement()
        .satisfies(
            verdict -> {
              assertThat(verdict.outcome()).isEqualTo(Outcome.WRONG);
              assertThat(verdict.wrongRows()).isEqualTo(3);
              assertThat(verdict.rows()).isEqualTo(10);
              assertThat(verdict.partition())
                  .isEqualTo("ts_day=2021-03-05/id_bucket=3/s_trunc=ab/x=1.0");
              assertThat(verdict.detail())
                  .hasValue("row 7 has ts_day=2021-03-06, recorded is ts_day=2021-03-05");
            });
  }

  @Test
  void bucketNumbersAreComputedAnew() {
    Row row = row("2021-03-05", 34, "ab", 1);
    PartitionKey key = partition(row);
    key.set(1, 1);
    append(List.of(row), key);
    assertThat(verdicts().get(0).detail())
        .hasValue("row 0 has id_bucket=3, recorded is id_bucket=1");
  }

  @Test
  void negativeZeroAndNotANumberAreValuesOfTheirOwn() {
    append(
        List.of(row("2021-03-05", 34, "ab", -0.0)), partition(row("2021-03-05", 34, "ab", -0.0)));
    append(
        List.of(row("2021-03-05", 34, "ab", Double.NaN)),
        partition(row("2021-03-05", 34, "ab", Double.NaN)));
    append(List.of(row("2021-03-05", 34, "ab", -0.0)), partition(row("2021-03-05", 34, "ab", 0.0)));
    assertThat(verdicts())
        .extracting(FileVerdict::outcome)
        .containsExactlyInAnyOrder(Outcome.RIGHT, Outcome.RIGHT, Outcome.WRONG);
  }

  @Test
  void aWrongNumberOfRowsIsToldToo() {
    Row row = row("2021-03-05", 34, "ab", 1);
    append(write(List.of(row, row)), 3, partition(row), SPEC);
    assertThat(verdicts().get(0).outcome()).isEqualTo(Outcome.WRONG);
    assertThat(verdicts().get(0).detail()).hasValue("it has 2 rows, the table records 3");
  }

  @Test
  void c18_filesStayRightWhenTheirSourceBecomesWider() {
    append(List.of(row("2021-03-05", 34, "ab", 1)), partition(row("2021-03-05", 34, "ab", 1)));
    audit();
    table.updateSchema().updateColumn("id", Types.LongType.get()).commit();
    assertThat(verdicts()).extracting(FileVerdict::outcome).containsExactly(Outcome.RIGHT);
  }

  @Test
  void c12_filesOfAnEarlierSpecWhoseColumnWasDroppedAreStillChecked() {
    append(List.of(row("2021-03-05", 34, "ab", 1)), partition(row("2021-03-05", 34, "ab", 1)));
    append(List.of(row("2021-03-05", 35, "ab", 1)), partition(row("2021-03-05", 34, "ab", 1)));
    audit();
    table.updateSpec().removeField("id_bucket").commit();
    table.updateSchema().deleteColumn("id").commit();
    assertThat(verdicts())
        .extracting(FileVerdict::outcome)
        .containsExactlyInAnyOrder(Outcome.RIGHT, Outcome.WRONG);
  }

  @Test
  void aColumnThatTheFileLacksIsNullOrStandsInThePartitionAlone() {
    table
        .updateSchema()
        .addColumn("later", Types.IntegerType.get())
        .addColumn("y", Types.StringType.get())
        .commit();
    table.updateSpec().addField("later").addField(Expressions.bucket("y", 4)).commit();
    PartitionSpec spec = table.spec();
    Row row = row("2021-03-05", 34, "ab", 1);
    for (Integer bucket : new Integer[] {null, 2}) {
      PartitionData recorded = new PartitionData(spec.partitionType());
      PartitionKey key = partition(row);
      for (int i = 0; i < 4; i++) {
        recorded.set(i, key.get(i, Object.class));
      }
      recorded.set(4, 17);
      recorded.set(5, bucket);
      append(write(List.of(row)), 1, recorded, spec);
    }
    assertThat(verdicts())
        .extracting(verdict -> verdict.detail().orElse("right"))
        .containsExactlyInAnyOrder("right", "row 0 has y_bucket_4=null, recorded is y_bucket_4=2");
  }

  @Test
  void filesOfIcebergsOwnWriterAreReadOrToldAsUnchecked() throws Exception {
    for (String codec : new String[] {"zstd", "gzip"}) {
      Row row = row("2021-03-05", 34, "ab", 1);
      String location = table.location() + "/" + run + "/foreign-" + codec + ".parquet";
      try (DataWriter<Record> writer =
          Parquet.writeData(table.io().newOutputFile(location))
              .forTable(table)
              .set("write.parquet.compression-codec", codec)
              .withPartition(partition(row))
              .createWriterFunc(GenericParquetWriter::create)
              .build()) {
        writer.write(row.record());
        writer.close();
        table.newAppend().appendFile(writer.toDataFile()).commit();
      }
    }
    List<FileVerdict> verdicts = verdicts();
    assertThat(verdicts)
        .filteredOn(verdict -> verdict.location().contains("gzip"))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.UNCHECKED))
        .satisfies(verdict -> assertThat(verdict.detail().orElseThrow()).contains("GZIP"));
    assertThat(verdicts)
        .filteredOn(verdict -> verdict.location().contains("zstd"))
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.RIGHT));
  }

  @Test
  void otherFormatsAndMissingFilesAreNeverRight() {
    PartitionKey key = partition(row("2021-03-05", 34, "ab", 1));
    DataFile orc =
        DataFiles.builder(SPEC)
            .withPath(table.location() + "/x.orc")
            .withFormat(FileFormat.ORC)
            .withFileSizeInBytes(10)
            .withRecordCount(1)
            .withPartition(key)
            .build();
    table.newAppend().appendFile(orc).commit();
    assertThat(verdicts())
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.outcome()).isEqualTo(Outcome.UNCHECKED))
        .satisfies(verdict -> assertThat(verdict.detail().orElseThrow()).contains("ORC"));

    Row row = row("2021-03-05", 34, "ab", 1);
    WrittenParquet gone = write(List.of(row));
    append(gone, 1, key, SPEC);
    table.io().deleteFile(gone.location());
    assertThat(verdicts()).extracting(FileVerdict::outcome).containsOnly(Outcome.UNCHECKED);
  }

  @Test
  void aSampleLooksAtThatManyFilesEachAsLikelyAsAnother() {
    for (int i = 0; i < 20; i++) {
      Row row = row("2021-03-05", i, "ab", 1);
      append(List.of(row), partition(row));
    }
    int[] seen = new int[20];
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      AuditTotals totals =
          audit()
              .checkSample(
                  5,
                  random,
                  verdict ->
                      seen[
                          Integer.parseInt(verdict.location().replaceAll(".*/|[.]parquet", ""))]++);
      assertThat(totals.files()).isEqualTo(5);
      assertThat(totals.filesInTable()).isEqualTo(20);
      assertThat(totals.right()).isEqualTo(5);
    }
    // 15 are expected of each.
    assertThat(java.util.Arrays.stream(seen).boxed()).allMatch(n -> n >= 4 && n <= 30);
    assertThat(audit().checkSample(100, new Random(1), verdict -> {}).files()).isEqualTo(20);
  }

  @Test
  void aTableWithoutASnapshotHasNothingToLookAt() {
    assertThat(verdicts()).isEmpty();
  }
}
