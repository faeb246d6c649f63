package dev.firn.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Column;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.RowJson;
import dev.firn.table.SchemaText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that other programs have written. */
class OtherWritersTest {
  private static final int ROWS = 2500;

  /** Columns of DuckDB's types, and each as the text that a row has for it. */
  private static final String COLUMNS =
      "i::INTEGER AS i, (i % 200)::UTINYINT AS u8, (4294967295 - i)::UINTEGER AS u32,"
          + " (18446744073709551615 - i::UBIGINT)::UBIGINT AS u64, i * 10000000000 AS l,"
          + " (i * 0.5)::FLOAT AS f, i / 7 AS x, CASE WHEN i % 7 = 0 THEN NULL ELSE 'value ' || (i % 50) END AS s,"
          + " repeat('long ' || i || ' ', 20) AS t, i % 3 = 0 AS b, (i * 1.25)::DECIMAL(9,2) AS d9,"
          + " (i * 1.125)::DECIMAL(18,3) AS d18, (i * -1.00001)::DECIMAL(38,5) AS d38,"
          + " DATE '2021-05-29' + i::INTEGER AS d, TIMESTAMP '2021-05-29 12:00:00.123456' + INTERVAL (i) SECOND AS ts,"
          + " (TIMESTAMP '2021-05-29 12:00:00' + INTERVAL (i) HOUR)::TIMESTAMP_MS AS ms,"
          + " (TIMESTAMP '2021-05-29 12:00:00.5' + INTERVAL (i) HOUR)::TIMESTAMP_NS AS ns,"
          + " TIMESTAMPTZ '2021-05-29 12:00:00.123456Z' + INTERVAL (i) MINUTE AS tz,"
          + " TIME '10:00:00.25' AS tm, encode('aä€')::BLOB AS bl,"
          + " CASE WHEN i % 5 = 0 THEN NULL ELSE list_transform(range(i % 4), lambda e: CASE WHEN e = 2 THEN NULL ELSE e * i END) END AS li,"
          + " CASE WHEN i % 11 = 0 THEN NULL ELSE {'a': i, 'n': {'s': CASE WHEN i % 2 = 0 THEN NULL ELSE 'x' || i END, 'l': [[i], [], NULL]}} END AS st,"
          + " MAP {'k' || i: i, 'z': NULL} AS m";

  @TempDir private Path folder;

  /** How DuckDB has to say a value so that it reads as ours; all others as JSON. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("d", "datediff('day', DATE '1970-01-01', d)::VARCHAR"),
          Map.entry("ts", "epoch_us(ts)::VARCHAR"),
          Map.entry("ms", "epoch_us(ms)::VARCHAR"),
          Map.entry("ns", "epoch_ns(ns)::VARCHAR"),
          Map.entry("tz", "epoch_us(tz)::VARCHAR"),
          Map.entry("tm", "'36000250000'"),
          Map.entry("d9", "d9::VARCHAR"),
          Map.entry("d18", "d18::VARCHAR"),
          Map.entry("d38", "d38::VARCHAR"),
          Map.entry("u64", "u64::VARCHAR"),
          Map.entry("bl", "'\"' || lower(hex(bl)) || '\"'"),
          Map.entry("m", "'[[\"k' || i || '\",' || i || '],[\"z\",null]]'"));

  @ParameterizedTest
  @CsvSource({
    "snappy, V1, 100000",
    "gzip, V2, 2048",
    "zstd, V2, 100000",
    "lz4_raw, V1, 2048",
    "uncompressed, V2, 100000"
  })
  void rowsAreThoseThatDuckDbHasWritten(String codec, String version, int rowGroup)
      throws Exception {
    Path path = folder.resolve(codec + version + ".parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute(
          "CREATE TABLE t AS SELECT " + COLUMNS + " FROM range(" + ROWS + ") r(i) ORDER BY i");
      statement.execute(
          "COPY t TO '"
              + path
              + "' (FORMAT parquet, CODEC '"
              + codec
              + "', PARQUET_VERSION "
              + version
              + ", ROW_GROUP_SIZE "
              + rowGroup
              + ")");
      byte[] bytes = Files.readAllBytes(path);
      Schema schema = ParquetBytes.schemaOf(bytes);
      assertThat(schema.columns().stream().map(c -> c.name() + " " + c.type().typeId()))
          .contains("u8 INTEGER", "u32 LONG", "u64 DECIMAL", "ms TIMESTAMP", "ns TIMESTAMP_NANO");
      ParquetBytes read = ParquetBytes.decode(schema, bytes);
      assertThat(read.rejects).isEmpty();
      assertThat(read.counts.rowsWritten()).isEqualTo(ROWS);
      assertThat(read.counts.bytesIn()).isEqualTo(bytes.length);
      compare(read, schema, statement);
    }
  }

  private static void compare(ParquetBytes read, Schema schema, Statement statement)
      throws Exception {
    String texts =
        schema.columns().stream()
            .map(c -> TEXTS.getOrDefault(c.name(), "to_json(" + c.name() + ")::VARCHAR"))
            .collect(java.util.stream.Collectors.joining(", "));
    try (ResultSet rows = statement.executeQuery("SELECT " + texts + " FROM t ORDER BY i")) {
      for (int row = 0; rows.next(); row++) {
        for (int i = 0; i < schema.columns().size(); i++) {
          String expected = rows.getString(i + 1);
          String name = schema.columns().get(i).name();
          String ours = text(schema.columns().get(i).type(), read.batch.column(i), row);
          boolean equal =
              name.equals("x") || name.equals("f")
                  ? Double.parseDouble(ours) == Double.parseDouble(expected)
                  : ours.equals(String.valueOf(expected));
          if (!equal) {
            throw new AssertionError(
                name + " of row " + row + ": expected " + expected + ", got " + ours);
          }
        }
      }
    }
  }

  /** JSON, but times as the numbers that columns hold. */
  private static String text(Type type, Column column, int row) {
    if (column instanceof LongColumn longs && type.typeId() != Type.TypeID.DECIMAL) {
      return String.valueOf(longs.get(row));
    }
    return column instanceof IntColumn ints
        ? String.valueOf(ints.get(row))
        : RowJson.value(type, column, row);
  }

  @Test
  void pagesOfSeveralGzipMembersAreRead() throws IOException {
    byte[] bytes = ParquetBytes.resource("concatenated_gzip_members.parquet");
    Schema schema = ParquetBytes.schemaOf(bytes);
    ParquetBytes read = ParquetBytes.decode(schema, bytes);
    assertThat(read.rejects).isEmpty();
    assertThat(read.rows()).hasSize(513).contains("{\"long_col\":1}", "{\"long_col\":513}");
  }

  @Test
  void c20_notANumberInfinityAndNegativeZeroAreKept() throws IOException {
    for (String name :
        List.of(
            "nan_in_stats.parquet",
            "single_nan.parquet",
            "float16_nonzeros_and_nans.parquet",
            "floating_orders_nan_count.parquet")) {
      byte[] bytes = ParquetBytes.resource(name);
      ParquetBytes read = ParquetBytes.decode(ParquetBytes.schemaOf(bytes), bytes);
      assertThat(read.rejects).as(name).isEmpty();
      assertThat(String.join("\n", read.rows()))
          .as(name)
          .contains(name.startsWith("single") ? "null" : "NaN");
    }
    byte[] half = ParquetBytes.resource("float16_nonzeros_and_nans.parquet");
    assertThat(ParquetBytes.decode(ParquetBytes.schemaOf(half), half).rows())
        .containsExactly(
            "{\"x\":null}",
            "{\"x\":1.0}",
            "{\"x\":-2.0}",
            "{\"x\":\"NaN\"}",
            "{\"x\":0.0}",
            "{\"x\":-1.0}",
            "{\"x\":-0.0}",
            "{\"x\":2.0}");
  }

  @Test
  void int96IsATimestampInUtcOfAnyColumn() {
    byte[] bytes = ParquetBytes.resource("int96_from_spark.parquet");
    for (String type : List.of("timestamptz", "timestamp")) {
      ParquetBytes read = ParquetBytes.decode(SchemaText.parse(Map.of("a", type)), bytes);
      String zone = type.equals("timestamptz") ? "+00:00" : "";
      assertThat(read.rows())
          .containsExactly(
              "{\"a\":\"2024-01-01T20:34:56.123456" + zone + "\"}",
              "{\"a\":\"2024-01-01T01:00:00" + zone + "\"}",
              "{\"a\":\"9999-12-31T03:00:00" + zone + "\"}",
              "{\"a\":\"2024-12-30T23:00:00" + zone + "\"}",
              "{\"a\":null}");
      // Spark has let the day of year 290000 overflow.
      assertThat(read.rejects).hasSize(1);
      assertThat(read.rejects.get(0))
          .startsWith("6:out-of-range: column 'a': expected a value that fits " + type);
    }
  }

  @Test
  void filesOfHiveAndSparkAreRead() {
    assertThat(
            ParquetBytes.decode(
                    SchemaText.parse(Map.of("col", "int")),
                    ParquetBytes.resource("single_int_column.parquet"))
                .rows())
        .containsExactly("{\"col\":42}");
    assertThat(
            ParquetBytes.decode(
                    SchemaText.parse(Map.of("cnt", "long")),
                    ParquetBytes.resource("spark_snappy.parquet"))
                .rows())
        .hasSize(1);
  }
}
