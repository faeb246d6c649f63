package dev.firn.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.ModelRows;
import dev.firn.batch.RandomRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Files;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random rows of random schemas, written by us and read by everybody. */
class ParquetRoundTripTest {
  private static Connection duck;

  @TempDir Path folder;

  @BeforeAll
  static void openDuck() throws SQLException {
    duck = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = duck.createStatement()) {
      statement.execute("SET threads=1");
      statement.execute("SET TimeZone='UTC'");
    }
  }

  @AfterAll
  static void closeDuck() throws SQLException {
    duck.close();
  }

  static List<Long> seeds() {
    String given = System.getProperty("firn.seed");
    if (given != null) {
      return List.of(Long.parseLong(given));
    }
    List<Long> seeds = new ArrayList<>();
    long count = Long.getLong("firn.seeds", 16);
    for (long seed = 1; seed <= count; seed++) {
      seeds.add(seed);
    }
    return seeds;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyReaderReadsWhatWasWritten(long seed) throws IOException, SQLException {
    RandomRows source = new RandomRows(seed);
    Random random = new Random(seed);
    Schema schema = source.schema(8, 3);
    Path path = folder.resolve("rows.parquet");
    List<String> expected = new ArrayList<>();
    WrittenParquet written;
    try (ParquetFileWriter writer =
        ParquetFileWriter.create(Files.localOutput(path.toFile()), schema, options(random))) {
      Batch batch = new Batch(schema);
      int writes = random.nextInt(5);
      for (int i = 0; i < writes; i++) {
        if (random.nextBoolean()) {
          batch.clear();
        }
        int rows = random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(200);
        fill(batch, schema, source.rows(schema, rows));
        expected.addAll(write(writer, batch, random));
      }
      written = writer.finish();
    }
    String place = "seed " + seed + ", " + schema;
    assertThat(written.sizeBytes()).as(place).isEqualTo(path.toFile().length());
    assertThat(written.rowCount()).as(place).isEqualTo(expected.size());
    assertThat(ours(path, schema)).as(place).isEqualTo(expected);
    assertThat(OtherReaders.iceberg(Files.localInput(path.toFile()), schema))
        .as(place)
        .isEqualTo(expected);
    assertThat(OtherReaders.duck(duck, path, schema)).as(place).isEqualTo(expected);
  }

  private static ParquetWriterOptions options(Random random) {
    ParquetWriterOptions options =
        ParquetWriterOptions.DEFAULT
            .withPages(1 << (10 + random.nextInt(8)), 1 + random.nextInt(1_000))
            .withDeltaIntegers(random.nextInt(4) > 0);
    if (random.nextBoolean()) {
      options = options.withRowGroupBytes(1 << 16);
    }
    return random.nextInt(3) == 0 ? options.withCodec(Codec.NONE, 0) : options;
  }

  private static void fill(Batch batch, Schema schema, List<List<@Nullable Object>> rows) {
    for (List<@Nullable Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        Types.NestedField field = schema.columns().get(i);
        ModelRows.append(batch.column(i), field.type(), row.get(i));
      }
      batch.endRow();
    }
  }

  /** Writes all rows or some in any order; returns those rows. */
  private static List<String> write(ParquetFileWriter writer, Batch batch, Random random) {
    List<String> all = ModelRows.read(batch);
    if (random.nextBoolean() || all.isEmpty()) {
      writer.write(batch);
      return all;
    }
    int[] rows = new int[random.nextInt(2 * all.size())];
    List<String> written = new ArrayList<>();
    int from = Math.min(rows.length, random.nextInt(3));
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextInt(all.size());
      if (i >= from) {
        written.add(all.get(rows[i]));
      }
    }
    writer.write(batch, rows, from, rows.length);
    if (random.nextInt(4) == 0) {
      writer.endRowGroup();
    }
    return written;
  }

  static List<String> ours(Path path, Schema schema) {
    Batch batch = new Batch(schema);
    try (ParquetFileReader reader =
        ParquetFileReader.open(Files.localInput(path.toFile()), schema)) {
      for (int i = 0; i < reader.rowGroupCount(); i++) {
        reader.read(i, batch);
      }
      assertThat(reader.rowCount()).isEqualTo(batch.rowCount());
    }
    return ModelRows.read(batch);
  }
}
