package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.ModelRows;
import dev.firn.batch.RandomRows;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetFileReaderTest {
  static List<Long> seeds() {
    return ParquetRoundTripTest.seeds();
  }

  @Test
  void columnsAreMatchedByIdAndWidenedAndMissingOnesAreNull() {
    Schema old =
        new Schema(
            Types.NestedField.optional(1, "a", Types.IntegerType.get()),
            Types.NestedField.optional(2, "b", Types.FloatType.get()),
            Types.NestedField.optional(3, "c", Types.DecimalType.of(7, 2)),
            Types.NestedField.optional(4, "d", Types.DecimalType.of(12, 3)),
            Types.NestedField.optional(
                5,
                "s",
                Types.StructType.of(
                    Types.NestedField.optional(6, "x", Types.StringType.get()),
                    Types.NestedField.optional(7, "y", Types.IntegerType.get()))));
    InMemoryOutputFile file =
        write(
            old,
            List.of(
                row(7, 1.5f, new BigDecimal("-12.34"), new BigDecimal("5.001"), row("p", 3)),
                row(null, null, null, null, null)));
    Schema now =
        new Schema(
            Types.NestedField.optional(
                5,
                "renamed",
                Types.StructType.of(
                    Types.NestedField.optional(7, "y", Types.LongType.get()),
                    Types.NestedField.optional(8, "new", Types.LongType.get()))),
            Types.NestedField.required(9, "added", Types.StringType.get()),
            Types.NestedField.optional(4, "d", Types.DecimalType.of(25, 3)),
            Types.NestedField.optional(3, "c", Types.DecimalType.of(18, 2)),
            Types.NestedField.optional(2, "b", Types.DoubleType.get()),
            Types.NestedField.optional(1, "a", Types.LongType.get()));
    assertThat(ParquetFileWriterTest.rows(file, now))
        .containsExactly(
            ModelRows.text(
                now.asStruct(),
                row(
                    row(3L, null),
                    null,
                    new BigDecimal("5.001"),
                    new BigDecimal("-12.34"),
                    1.5,
                    7L)),
            "{null null null null null null }");
    try (ParquetFileReader reader = ParquetFileReader.open(file.toInputFile(), now)) {
      RowGroup group = reader.rowGroup(0);
      assertThat(
              (Long) Conversions.fromByteBuffer(Types.LongType.get(), group.lowerBounds().get(1)))
          .isEqualTo(7L);
      assertThat(
              (Double)
                  Conversions.fromByteBuffer(Types.DoubleType.get(), group.upperBounds().get(2)))
          .isEqualTo(1.5);
      assertThat(
              (BigDecimal)
                  Conversions.fromByteBuffer(
                      Types.DecimalType.of(25, 3), group.upperBounds().get(4)))
          .isEqualTo("5.001");
    }
  }

  @Test
  void aStructIsReadAsPresentThoughNoneOfItsFieldsIsAskedFor() {
    Types.StructType fields =
        Types.StructType.of(
            Types.NestedField.optional(
                2, "l", Types.ListType.ofOptional(3, Types.IntegerType.get())));
    Schema old = new Schema(Types.NestedField.optional(1, "s", fields));
    InMemoryOutputFile file =
        write(
            old, List.of(row(row(List.of(1, 2, 3))), row((Object) null), row(row((Object) null))));
    Schema now =
        new Schema(
            Types.NestedField.optional(
                1,
                "s",
                Types.StructType.of(Types.NestedField.optional(9, "new", Types.StringType.get()))));
    assertThat(ParquetFileWriterTest.rows(file, now))
        .containsExactly("{{null } }", "{null }", "{{null } }");
  }

  @Test
  void aColumnOfAnotherTypeIsRefusedByName() {
    Schema old = new Schema(Types.NestedField.optional(1, "a", Types.StringType.get()));
    InMemoryOutputFile file = write(old, List.of(row("x")));
    Schema now = new Schema(Types.NestedField.optional(1, "b", Types.LongType.get()));
    assertThatThrownBy(() -> ParquetFileReader.open(file.toInputFile(), now))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("a of type BYTE_ARRAY can't be read as b of type long");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noValueLiesOutsideOfItsRowGroupsBounds(long seed) {
    RandomRows source = new RandomRows(seed + 2_000);
    Schema schema = source.schema(8, 0);
    List<List<@Nullable Object>> rows = source.rows(schema, 300);
    InMemoryOutputFile file = write(schema, rows);
    try (ParquetFileReader reader = ParquetFileReader.open(file.toInputFile(), schema)) {
      int first = 0;
      for (int g = 0; g < reader.rowGroupCount(); g++) {
        RowGroup group = reader.rowGroup(g);
        for (int c = 0; c < schema.columns().size(); c++) {
          for (int r = first; r < first + group.rowCount(); r++) {
            check(group, schema.columns().get(c), rows.get(r).get(c), "seed " + seed);
          }
        }
        first += (int) group.rowCount();
      }
      assertThat(first).isEqualTo(300);
    }
  }

  private static void check(
      RowGroup group, Types.NestedField field, @Nullable Object value, String place) {
    Type.PrimitiveType type = field.type().asPrimitiveType();
    ByteBuffer lower = group.lowerBounds().get(field.fieldId());
    ByteBuffer upper = group.upperBounds().get(field.fieldId());
    boolean uuid = type.typeId() == Type.TypeID.UUID;
    if (value == null || (uuid && lower == null && upper == null)) {
      return;
    }
    assertThat(lower).as(place).isNotNull();
    assertThat(upper).as(place).isNotNull();
    Object comparable =
        value instanceof byte[] bytes
            ? Conversions.fromByteBuffer(type, ByteBuffer.wrap(bytes))
            : value;
    Comparator<Object> comparator = Comparators.forType(type);
    assertThat(comparator.compare(Conversions.fromByteBuffer(type, lower), comparable))
        .as(place)
        .isLessThanOrEqualTo(0);
    assertThat(comparator.compare(Conversions.fromByteBuffer(type, upper), comparable))
        .as(place)
        .isGreaterThanOrEqualTo(0);
  }

  /** Whatever byte is wrong: an error or, where the byte does not matter, the same rows. */
  @Test
  void aBrokenFileIsAnErrorAndLeavesTheBatchAsItWas() {
    RandomRows source = new RandomRows(77);
    Schema schema = source.schema(8, 2);
    InMemoryOutputFile file = write(schema, source.rows(schema, 300));
    byte[] whole = file.toByteArray();
    List<String> expected = ParquetFileWriterTest.rows(file, schema);
    Random random = new Random(77);
    int errors = 0;
    for (int i = 0; i < 4_000; i++) {
      byte[] broken = whole.clone();
      // Half of them in the footer, where sizes and places are.
      int at =
          i % 2 == 0
              ? random.nextInt(broken.length)
              : broken.length - 1 - random.nextInt(Math.min(broken.length, 1_500));
      broken[at] = (byte) (random.nextBoolean() ? broken[at] ^ (1 << random.nextInt(8)) : -1);
      if (i % 50 == 0) {
        broken = Arrays.copyOf(broken, random.nextInt(broken.length));
      }
      errors += read(broken, schema, expected.size()) ? 0 : 1;
    }
    assertThat(errors).isGreaterThan(1_000);
  }

  private static boolean read(byte[] bytes, Schema schema, int rowCount) {
    Batch batch = new Batch(schema);
    batch.endRow();
    try (ParquetFileReader reader = ParquetFileReader.open(new InMemoryInputFile(bytes), schema)) {
      for (int i = 0; i < reader.rowGroupCount(); i++) {
        int before = batch.rowCount();
        try {
          reader.read(i, batch);
        } catch (FirnException e) {
          assertThat(batch.rowCount()).isEqualTo(before);
          assertThat(batch.root().size()).isEqualTo(before);
          assertThat(batch.column(0).size()).isEqualTo(before);
          return false;
        }
      }
      assertThat(batch.rowCount()).isLessThanOrEqualTo(rowCount + 1);
      return true;
    } catch (FirnException e) {
      assertThat(e.getMessage()).doesNotContain("\n");
      return false;
    }
  }

  @Test
  void aFooterWithAHugeListIsAnErrorBeforeItIsAllocated() {
    ByteSink file = new ByteSink(100);
    file.write(FooterBuilder.MAGIC, 0, 4);
    int start = file.size();
    // Field 2, a list of 2^31 - 1 structs.
    file.write(0x29);
    file.write(0xFC);
    file.writeVarint(Integer.MAX_VALUE);
    file.writeLong(0);
    file.writeInt(file.size() - start);
    file.write(FooterBuilder.MAGIC, 0, 4);
    byte[] bytes = Arrays.copyOf(file.array(), file.size());
    Schema schema = new Schema(Types.NestedField.optional(1, "a", Types.LongType.get()));
    assertThatThrownBy(() -> ParquetFileReader.open(new InMemoryInputFile(bytes), schema))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("a list of 2147483647 elements");
  }

  @Test
  void filesOfOtherWritersAreReadOrRefusedClearly() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "a", Types.LongType.get()),
            Types.NestedField.optional(
                2, "l", Types.ListType.ofOptional(3, Types.StringType.get())));
    Record record = GenericRecord.create(schema);
    record.setField("a", 5L);
    record.setField("l", List.of("x", "y"));
    InMemoryOutputFile zstd = iceberg(schema, record, "zstd");
    assertThat(ParquetFileWriterTest.rows(zstd, schema)).containsExactly("{5 ['x' 'y' ] }");
    InMemoryOutputFile gzip = iceberg(schema, record, "gzip");
    assertThatThrownBy(() -> ParquetFileWriterTest.rows(gzip, schema))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("compressed with GZIP");
  }

  private static InMemoryOutputFile iceberg(Schema schema, Record record, String codec)
      throws IOException {
    InMemoryOutputFile file = new InMemoryOutputFile();
    try (FileAppender<Record> appender =
        Parquet.write(file)
            .schema(schema)
            .setAll(Map.of("write.parquet.compression-codec", codec))
            .createWriterFunc(GenericParquetWriter::create)
            .build()) {
      appender.add(record);
    }
    return file;
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  private static InMemoryOutputFile write(Schema schema, List<List<@Nullable Object>> rows) {
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(schema);
    for (List<@Nullable Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        ModelRows.append(batch.column(i), schema.columns().get(i).type(), row.get(i));
      }
      batch.endRow();
    }
    int[] all = new int[rows.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    ParquetWriterOptions options = ParquetWriterOptions.DEFAULT.withPages(1 << 12, 60);
    try (ParquetFileWriter writer = ParquetFileWriter.create(file, schema, options)) {
      writer.write(batch, all, 0, all.length / 2);
      writer.endRowGroup();
      writer.write(batch, all, all.length / 2, all.length);
      writer.finish();
    }
    return file;
  }
}
