package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.ModelRows;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Abortable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileWriterTest {
  private static final Schema TEXT =
      new Schema(Types.NestedField.optional(1, "s", Types.StringType.get()));

  @Test
  void aFileWithoutRowsIsAFile() throws IOException {
    InMemoryOutputFile file = new InMemoryOutputFile();
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(file, TEXT, ParquetWriterOptions.DEFAULT)) {
      writer.write(new Batch(TEXT));
      writer.endRowGroup();
      WrittenParquet written = writer.finish();
      assertThat(written.rowCount()).isZero();
      assertThat(written.splitOffsets()).isEmpty();
      assertThat(written.sizeBytes()).isEqualTo(file.toByteArray().length);
    }
    assertThat(OtherReaders.iceberg(file.toInputFile(), TEXT)).isEmpty();
    assertThat(rows(file, TEXT)).isEmpty();
  }

  /** Around the dictionary's limits: few, many and only different values, short and long. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 256, 257, 3_000, 9_000, 20_000})
  void textIsTheSameWithAnyNumberOfDistinctValues(int distinct) throws IOException {
    for (int length : new int[] {0, 10, 150}) {
      Random random = new Random(distinct + length);
      InMemoryOutputFile file = new InMemoryOutputFile();
      List<String> expected = new ArrayList<>();
      try (ParquetFileWriter writer =
          ParquetFileWriter.create(
              file, TEXT, ParquetWriterOptions.DEFAULT.withPages(1 << 18, 4_000))) {
        for (int i = 0; i < 3; i++) {
          Batch batch = new Batch(TEXT);
          for (int row = 0; row < 7_000; row++) {
            String value = "y".repeat(length) + random.nextInt(distinct);
            ((BytesColumn) batch.column(0)).append(value);
            batch.endRow();
          }
          writer.write(batch);
          expected.addAll(ModelRows.read(batch));
        }
        writer.finish();
      }
      assertThat(rows(file, TEXT)).isEqualTo(expected);
      assertThat(OtherReaders.iceberg(file.toInputFile(), TEXT)).isEqualTo(expected);
    }
  }

  /** A dictionary that fills up late is kept for the pages that use it. */
  @Test
  void aColumnThatStopsRepeatingGoesOnPlain() throws IOException {
    Schema schema =
        new Schema(
            Types.NestedField.optional(1, "s", Types.StringType.get()),
            Types.NestedField.optional(2, "n", Types.LongType.get()));
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(schema);
    for (int row = 0; row < 120_000; row++) {
      int value = row < 30_000 ? row % 100 : row;
      ((BytesColumn) batch.column(0)).append("a value of some length, number " + value);
      ((LongColumn) batch.column(1)).append(value * 0x9E3779B97F4A7C15L);
      batch.endRow();
    }
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(file, schema, ParquetWriterOptions.DEFAULT)) {
      writer.write(batch);
      writer.finish();
    }
    List<String> expected = ModelRows.read(batch);
    assertThat(rows(file, schema)).isEqualTo(expected);
    assertThat(OtherReaders.iceberg(file.toInputFile(), schema)).isEqualTo(expected);
  }

  @Test
  void aRowGroupEndsWhenItsMemoryIsUsedUp() {
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(TEXT);
    Random random = new Random(5);
    for (int row = 0; row < 20_000; row++) {
      ((BytesColumn) batch.column(0)).append(Long.toHexString(random.nextLong()).repeat(3));
      batch.endRow();
    }
    ParquetWriterOptions options =
        ParquetWriterOptions.DEFAULT.withRowGroupBytes(1 << 16).withPages(1 << 14, 1_000);
    try (ParquetFileWriter writer = ParquetFileWriter.create(file, TEXT, options)) {
      writer.write(batch);
      assertThat(writer.rowCount()).isEqualTo(20_000);
      long estimate = writer.writtenBytes();
      WrittenParquet written = writer.finish();
      assertThat(written.splitOffsets()).hasSizeGreaterThan(2).isSorted().startsWith(4L);
      assertThat(estimate).isBetween(written.sizeBytes() / 2, written.sizeBytes() * 2);
    }
    assertThat(rows(file, TEXT)).isEqualTo(ModelRows.read(batch));
  }

  @Test
  void longValuesMakeSmallPages() {
    InMemoryOutputFile file = new InMemoryOutputFile();
    Batch batch = new Batch(TEXT);
    for (int row = 0; row < 300; row++) {
      ((BytesColumn) batch.column(0)).append((char) ('a' + row % 26) + "z".repeat(20_000) + row);
      batch.endRow();
    }
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            file, TEXT, ParquetWriterOptions.DEFAULT.withPages(1 << 16, 20_000))) {
      writer.write(batch);
      writer.finish();
    }
    assertThat(rows(file, TEXT)).isEqualTo(ModelRows.read(batch));
  }

  @Test
  void manyFilesOfAThreadShareBuffers() {
    try (ParquetBuffers buffers = new ParquetBuffers()) {
      List<InMemoryOutputFile> files = new ArrayList<>();
      List<ParquetFileWriter> writers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        files.add(new InMemoryOutputFile());
        writers.add(
            ParquetFileWriter.create(
                files.get(i), TEXT, ParquetWriterOptions.DEFAULT.withPages(1_024, 10), buffers));
      }
      Batch batch = new Batch(TEXT);
      for (int row = 0; row < 2_000; row++) {
        ((BytesColumn) batch.column(0)).append("value " + row);
        batch.endRow();
      }
      int[] all = new int[2_000];
      for (int row = 0; row < all.length; row++) {
        all[row] = row;
      }
      for (int from = 0; from < 2_000; from += 50) {
        writers.get(from / 50 % 20).write(batch, all, from, from + 50);
      }
      writers.remove(19).close();
      for (int i = 0; i < 19; i++) {
        WrittenParquet written = writers.get(i).finish();
        assertThat(written.rowCount()).isEqualTo(100);
        assertThat(rows(files.get(i), TEXT)).contains("{'value " + (i * 50 + 1_049) + "' }");
      }
    }
  }

  @Test
  void aNullInARequiredColumnIsRefusedByName() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(
                1,
                "outer",
                Types.StructType.of(Types.NestedField.required(2, "inner", Types.LongType.get()))));
    Batch batch = new Batch(schema);
    batch.endRow();
    InMemoryOutputFile file = new InMemoryOutputFile();
    ParquetFileWriter writer = ParquetFileWriter.create(file, schema, ParquetWriterOptions.DEFAULT);
    writer.write(batch);
    ((dev.firn.batch.StructColumn) batch.column(0)).append();
    batch.endRow();
    assertThatThrownBy(() -> writer.write(batch))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("outer.inner")
        .hasMessageContaining("required");
    assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    writer.close();
  }

  @Test
  void rowsOutsideOfTheBatchAndOtherColumnsAreRefused() {
    ParquetFileWriter writer =
        ParquetFileWriter.create(new InMemoryOutputFile(), TEXT, ParquetWriterOptions.DEFAULT);
    Batch batch = new Batch(TEXT);
    batch.endRow();
    assertThatThrownBy(() -> writer.write(batch, new int[] {1}, 0, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> writer.write(batch, new int[] {-1}, 0, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    Schema other = new Schema(Types.NestedField.optional(2, "s", Types.StringType.get()));
    assertThatThrownBy(() -> writer.write(new Batch(other)))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("columns");
    writer.write(batch);
    assertThat(writer.finish().rowCount()).isEqualTo(1);
  }

  @Test
  void aStructWithoutFieldsIsRefusedBeforeAFileIsMade() {
    Schema schema = new Schema(Types.NestedField.optional(1, "s", Types.StructType.of()));
    Streams streams = new Streams();
    assertThatThrownBy(
            () -> ParquetFileWriter.create(streams, schema, ParquetWriterOptions.DEFAULT))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("s of type struct<>");
    assertThat(streams.created).isZero();
  }

  @Test
  void aWriterThatIsClosedUnfinishedAbortsItsStream() {
    Streams streams = new Streams();
    ParquetFileWriter writer =
        ParquetFileWriter.create(streams, TEXT, ParquetWriterOptions.DEFAULT);
    writer.close();
    writer.close();
    assertThat(streams.aborted).isEqualTo(1);
    ParquetFileWriter finished =
        ParquetFileWriter.create(streams, TEXT, ParquetWriterOptions.DEFAULT);
    finished.finish();
    finished.close();
    assertThat(streams.aborted).isEqualTo(1);
  }

  @Test
  void aFailureOfStorageIsOneAndTheFileIsGivenUp() {
    Streams streams = new Streams();
    streams.failAtByte = 100;
    ParquetFileWriter writer =
        ParquetFileWriter.create(streams, TEXT, ParquetWriterOptions.DEFAULT);
    assertThatThrownBy(writer::finish)
        .isInstanceOfSatisfying(
            FirnException.class, failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE))
        .hasMessageContaining("mem:streams");
    writer.close();
    assertThat(streams.aborted).isEqualTo(1);
    streams.failAtByte = 0;
    assertThatThrownBy(() -> ParquetFileWriter.create(streams, TEXT, ParquetWriterOptions.DEFAULT))
        .isInstanceOf(FirnException.class);
    assertThat(streams.aborted).isEqualTo(2);
  }

  @Test
  void footerEntriesAreKept() throws IOException {
    InMemoryOutputFile file = new InMemoryOutputFile();
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(
            file, TEXT, ParquetWriterOptions.DEFAULT.withKeyValues(Map.of("firn.kind", "test")))) {
      writer.finish();
    }
    assertThat(new String(file.toByteArray(), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("firn.kind");
  }

  static List<String> rows(InMemoryOutputFile file, Schema schema) {
    Batch batch = new Batch(schema);
    try (ParquetFileReader reader = ParquetFileReader.open(file.toInputFile(), schema)) {
      for (int i = 0; i < reader.rowGroupCount(); i++) {
        reader.read(i, batch);
      }
    }
    return ModelRows.read(batch);
  }

  /** An output that counts what happens to its streams and can fail. */
  private static final class Streams implements OutputFile {
    private int created;
    private int aborted;
    private int failAtByte = Integer.MAX_VALUE;

    @Override
    public PositionOutputStream create() {
      created++;
      return new Stream();
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      return create();
    }

    @Override
    public String location() {
      return "mem:streams";
    }

    @Override
    public InputFile toInputFile() {
      throw new UnsupportedOperationException();
    }

    private final class Stream extends PositionOutputStream implements Abortable {
      private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

      @Override
      public long getPos() {
        return bytes.size();
      }

      @Override
      public void write(int value) throws IOException {
        if (bytes.size() >= failAtByte) {
          throw new IOException("disk full");
        }
        bytes.write(value);
      }

      @Override
      public void abort() {
        aborted++;
      }
    }
  }
}
