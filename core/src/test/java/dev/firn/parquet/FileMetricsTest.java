package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.ModelRows;
import dev.firn.batch.RandomRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.parquet.ParquetUtil;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our metrics against those of Iceberg's writer and footer reader on the same rows. */
class FileMetricsTest {
  static List<Long> seeds() {
    return ParquetRoundTripTest.seeds();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void metricsAreThoseOfIceberg(long seed) throws IOException {
    RandomRows source = new RandomRows(seed + 1_000);
    Schema schema = source.schema(10, 2);
    List<List<@Nullable Object>> rows = source.rows(schema, new Random(seed).nextInt(400));
    InMemoryOutputFile file = new InMemoryOutputFile();
    WrittenParquet written = write(file, schema, rows);
    String place = "seed " + seed + ", " + schema;
    Metrics ours = written.metrics();
    Metrics footer = ParquetUtil.fileMetrics(file.toInputFile(), MetricsConfig.getDefault());
    assertThat(ours.recordCount()).as(place).isEqualTo(rows.size());
    if (rows.isEmpty()) {
      return;
    }
    assertThat(ours.columnSizes()).as(place).isEqualTo(footer.columnSizes());
    assertThat(ours.valueCounts()).as(place).isEqualTo(footer.valueCounts());
    assertThat(ours.nullValueCounts()).as(place).isEqualTo(footer.nullValueCounts());
    assertThat(bounds(schema, ours.lowerBounds()))
        .as(place)
        .isEqualTo(unlessUuid(schema, ours, bounds(schema, footer.lowerBounds())));
    assertThat(bounds(schema, ours.upperBounds()))
        .as(place)
        .isEqualTo(unlessUuid(schema, ours, bounds(schema, footer.upperBounds())));
    Metrics iceberg = icebergMetrics(file.toInputFile(), schema);
    // Of a floating field in a null struct Iceberg's writer counts no value, its footer reader one.
    assertThat(ours.valueCounts())
        .as(place)
        .containsAllEntriesOf(atTheTop(schema, iceberg.valueCounts()));
    assertThat(ours.nullValueCounts())
        .as(place)
        .containsAllEntriesOf(atTheTop(schema, iceberg.nullValueCounts()));
    assertThat(ours.nanValueCounts()).as(place).containsAllEntriesOf(iceberg.nanValueCounts());
    assertThat(bounds(schema, ours.lowerBounds()))
        .as(place)
        .isEqualTo(unlessUuid(schema, ours, bounds(schema, iceberg.lowerBounds())));
    assertThat(bounds(schema, ours.upperBounds()))
        .as(place)
        .isEqualTo(unlessUuid(schema, ours, bounds(schema, iceberg.upperBounds())));
  }

  private static Map<Integer, Long> atTheTop(Schema schema, Map<Integer, Long> counts) {
    Map<Integer, Long> top = new HashMap<>(counts);
    top.keySet().removeIf(id -> schema.asStruct().field(id) == null);
    return top;
  }

  /** Bounds of UUIDs that Iceberg itself would misread are left out by us. */
  private static Map<Integer, Object> unlessUuid(
      Schema schema, Metrics ours, Map<Integer, Object> bounds) {
    bounds
        .keySet()
        .removeIf(
            id ->
                schema.findType(id).typeId() == Type.TypeID.UUID
                    && !ours.lowerBounds().containsKey(id));
    return bounds;
  }

  /** Zeros of both signs are the same here: ours are the wider bounds. */
  private static Map<Integer, Object> bounds(
      Schema schema, @Nullable Map<Integer, ByteBuffer> bounds) {
    Map<Integer, Object> values = new HashMap<>();
    if (bounds != null) {
      bounds.forEach(
          (id, bytes) -> {
            Type type = schema.findType(id);
            Object value = Conversions.fromByteBuffer(type, bytes.duplicate());
            if (value instanceof Double number) {
              value = number + 0.0;
            } else if (value instanceof Float number) {
              value = number + 0.0f;
            }
            values.put(id, value);
          });
    }
    return values;
  }

  private static WrittenParquet write(
      InMemoryOutputFile file, Schema schema, List<List<@Nullable Object>> rows) {
    Batch batch = new Batch(schema);
    ParquetWriterOptions options = ParquetWriterOptions.DEFAULT.withPages(1 << 12, 100);
    try (ParquetFileWriter writer = ParquetFileWriter.create(file, schema, options)) {
      for (List<@Nullable Object> row : rows) {
        for (int i = 0; i < row.size(); i++) {
          ModelRows.append(batch.column(i), schema.columns().get(i).type(), row.get(i));
        }
        batch.endRow();
        if (batch.rowCount() == 150) {
          writer.write(batch);
          writer.endRowGroup();
          batch.clear();
        }
      }
      writer.write(batch);
      return writer.finish();
    }
  }

  private static Metrics icebergMetrics(InputFile file, Schema schema) throws IOException {
    FileAppender<Record> appender =
        Parquet.write(new InMemoryOutputFile())
            .schema(schema)
            .createWriterFunc(GenericParquetWriter::create)
            .build();
    try (appender;
        CloseableIterable<Record> records =
            Parquet.read(file)
                .project(schema)
                .createReaderFunc(type -> GenericParquetReaders.buildReader(schema, type))
                .build()) {
      appender.addAll(records);
    }
    return appender.metrics();
  }

  @Test
  void notANumberIsCountedAndNeverABound() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "some", Types.DoubleType.get()),
            Types.NestedField.optional(2, "only", Types.DoubleType.get()));
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(schema);
    for (double value : new double[] {3, Double.NaN, -0.0, Double.NaN}) {
      ((DoubleColumn) batch.column(0)).append(value);
      ((DoubleColumn) batch.column(1)).append(Double.NaN);
      batch.endRow();
    }
    WrittenParquet written;
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(file, schema, ParquetWriterOptions.DEFAULT)) {
      writer.write(batch);
      written = writer.finish();
    }
    Metrics metrics = written.metrics();
    assertThat(metrics.nanValueCounts()).isEqualTo(Map.of(1, 2L, 2, 4L));
    assertThat(metrics.lowerBounds()).containsOnlyKeys(1);
    Types.DoubleType type = Types.DoubleType.get();
    assertThat((Double) Conversions.fromByteBuffer(type, metrics.lowerBounds().get(1)))
        .isEqualTo(-0.0);
    assertThat((Double) Conversions.fromByteBuffer(type, metrics.upperBounds().get(1)))
        .isEqualTo(3.0);
  }

  /** Iceberg compares UUIDs as signed numbers and would skip the file for the one in the middle. */
  @Test
  void uuidsOfBothSignsHaveNoBounds() {
    Schema schema = new Schema(Types.NestedField.required(1, "u", Types.UUIDType.get()));
    for (int high : new int[] {0x7F, 0xFF}) {
      Batch batch = new Batch(schema);
      for (int first : new int[] {0x01, 0x60, high}) {
        byte[] uuid = new byte[16];
        uuid[0] = (byte) first;
        ((BytesColumn) batch.column(0)).append(uuid, 0, 16);
        batch.endRow();
      }
      try (ParquetFileWriter writer =
          ParquetFileWriter.create(
              new InMemoryOutputFile(), schema, ParquetWriterOptions.DEFAULT)) {
        writer.write(batch);
        Metrics metrics = writer.finish().metrics();
        assertThat(metrics.lowerBounds().isEmpty()).isEqualTo(high == 0xFF);
        assertThat(metrics.upperBounds().isEmpty()).isEqualTo(high == 0xFF);
      }
    }
  }

  @Test
  void textThatCanNotBeRaisedHasNoUpperBound() {
    Schema schema = new Schema(Types.NestedField.required(1, "s", Types.StringType.get()));
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(schema);
    String last = new String(Character.toChars(Character.MAX_CODE_POINT)).repeat(20);
    ((BytesColumn) batch.column(0)).append(last);
    batch.endRow();
    ((BytesColumn) batch.column(0)).append("aaaaaaaaaaaaaaa\uD7FFaaaa");
    batch.endRow();
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(file, schema, ParquetWriterOptions.DEFAULT)) {
      writer.write(batch);
      Metrics metrics = writer.finish().metrics();
      assertThat(metrics.upperBounds()).isEmpty();
      assertThat(metrics.lowerBounds().get(1))
          .isEqualTo(StandardCharsets.UTF_8.encode("aaaaaaaaaaaaaaa\uD7FF"));
    }
  }
}
