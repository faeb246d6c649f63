package dev.firn.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.TimestampRules;
import dev.firn.io.Spool;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetDecoderTest {
  @TempDir private Path folder;

  /** What DuckDB writes for a query. */
  private byte[] file(String query) throws SQLException, IOException {
    return file(query, "CODEC 'zstd'");
  }

  private byte[] file(String query, String options) throws SQLException, IOException {
    Path path = folder.resolve("a.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute("COPY (" + query + ") TO '" + path + "' (FORMAT parquet, " + options + ")");
    }
    return Files.readAllBytes(path);
  }

  private static Schema table(String column, String type) {
    return SchemaText.parse(Map.of(column, type));
  }

  private void assertReads(String type, String query, String... rows) throws Exception {
    ParquetBytes read = ParquetBytes.decode(table("v", type), file(query));
    assertThat(read.rejects).as("%s into %s", query, type).isEmpty();
    assertThat(read.rows()).as("%s into %s", query, type).containsExactly(rows);
  }

  private void assertUnfit(String type, String query) throws Exception {
    byte[] bytes = file(query);
    assertThatThrownBy(() -> ParquetBytes.decode(table("v", type), bytes))
        .as("%s into %s", query, type)
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_MISMATCH))
        .hasMessageContaining("its column 'v");
  }

  @Test
  void onlyWhatLosesNothingGoesIntoAnotherType() throws Exception {
    assertReads("long", "SELECT 7::INTEGER AS v", "{\"v\":7}");
    assertReads("long", "SELECT 4294967295::UINTEGER AS v", "{\"v\":4294967295}");
    assertReads("double", "SELECT 7::SMALLINT AS v", "{\"v\":7.0}");
    assertReads(
        "decimal(20,0)",
        "SELECT 18446744073709551615::UBIGINT AS v",
        "{\"v\":18446744073709551615}");
    assertReads("decimal(12,4)", "SELECT 1.25::DECIMAL(9,2) AS v", "{\"v\":1.2500}");
    assertReads("string", "SELECT encode('ä')::BLOB AS v", "{\"v\":\"ä\"}");
    assertReads("binary", "SELECT 'a' AS v", "{\"v\":\"61\"}");
    assertReads(
        "timestamp",
        "SELECT TIMESTAMP_NS '1970-01-01 00:00:00.123456789' AS v",
        "{\"v\":\"1970-01-01T00:00:00.123456\"}");
    assertReads("struct<a:int>", "SELECT {'b': 1, 'a': 2} AS v", "{\"v\":{\"a\":2}}");
    assertReads(
        "struct<other:int>",
        "SELECT * FROM (VALUES (1, {'b': [1, 2]}), (2, NULL), (3, {'b': []})) t(i, v) ORDER BY i",
        "{\"v\":{\"other\":null}}",
        "{\"v\":null}",
        "{\"v\":{\"other\":null}}");
    assertUnfit("int", "SELECT 7::BIGINT AS v");
    assertUnfit("long", "SELECT 7::UBIGINT AS v");
    assertUnfit("float", "SELECT 7::DOUBLE AS v");
    assertUnfit("decimal(9,2)", "SELECT 1.5::DECIMAL(9,3) AS v");
    assertUnfit("string", "SELECT 7 AS v");
    assertUnfit("timestamp", "SELECT TIMESTAMPTZ '2021-05-29 12:00:00Z' AS v");
    assertUnfit("timestamptz", "SELECT 7::BIGINT AS v");
    assertUnfit("list<int>", "SELECT ['a'] AS v");
    assertUnfit("struct<a:int>", "SELECT [1] AS v");
    assertUnfit("map<string,int>", "SELECT {'a': 1} AS v");
    assertUnfit("int", "SELECT [1] AS v");
    byte[] struct = file("SELECT {'b': 1} AS v");
    assertThatThrownBy(() -> ParquetBytes.decode(table("v", "struct<a:int required>"), struct))
        .hasMessageContaining("lacks the required column 'v.a'");
  }

  @Test
  void requiredColumnsAreRequired() throws Exception {
    byte[] bytes = file("SELECT * FROM (VALUES (1, 'a'), (NULL, 'b')) t(v, s)");
    ParquetBytes read = ParquetBytes.decode(table("v", "int required"), bytes);
    assertThat(read.rows()).containsExactly("{\"v\":1}");
    assertThat(read.rejects)
        .containsExactly(
            "2:missing-required: column 'v': expected a value in every row; {\"v\":null}");
    assertThat(read.ignoredColumns).isEqualTo(1);
    assertThatThrownBy(() -> ParquetBytes.decode(table("w", "int"), bytes))
        .hasMessageContaining("none of the table's columns, but v, s");
    Schema two = SchemaText.parse(Map.of("v", "int", "w", "int required"));
    assertThatThrownBy(() -> ParquetBytes.decode(two, bytes))
        .hasMessageContaining("lacks the required column 'w'");
  }

  @Test
  void rowsAreRejectedWithTheirValues() throws Exception {
    byte[] blobs = file("SELECT * FROM (VALUES ('\\xC3'::BLOB), ('a'::BLOB)) t(v)");
    assertThat(ParquetBytes.decode(table("v", "string"), blobs).rejects)
        .containsExactly(
            "1:invalid-utf8: column 'v': expected a value that fits string, got 1 bytes c3; {\"v\":null}");
    byte[] times = file("SELECT TIMESTAMP_S '200000-01-01 00:00:00' AS v");
    assertThat(ParquetBytes.decode(table("v", "timestamp"), times).rejects.get(0))
        .startsWith("1:out-of-range: column 'v'");
  }

  @Test
  void zonesEpochsAndEventTimesAreThoseDeclared() throws Exception {
    Schema schema = SchemaText.parse(Map.of("e", "timestamptz", "local", "timestamptz"));
    DecoderOptions plain = ParquetBytes.options(schema);
    EventTimeWindow window = new EventTimeWindow(0, 1_700_000_000_000_000L);
    DecoderOptions options =
        new DecoderOptions(
            schema,
            new EventTimeRule(Optional.of("e"), () -> window),
            new TimestampRules(
                Map.of("e", TimestampFormat.EPOCH_SECONDS), ZoneId.of("Europe/Berlin")),
            plain.opener(),
            plain.spool(),
            Map.of());
    ParquetBytes read =
        new ParquetBytes(
            options,
            file(
                "SELECT * FROM (VALUES (1622282400::BIGINT, TIMESTAMP '2021-05-29 12:00:00'),"
                    + " (1800000000, NULL), (NULL, NULL)) t(e, local)"));
    assertThat(read.rows())
        .hasSize(1)
        .allSatisfy(row -> assertThat(row).contains("2021-05-29T10:00:00"));
    assertThat(read.rejects).hasSize(2);
    assertThat(read.rejects.get(0)).startsWith("2:event-time");
    assertThat(read.rejects.get(1)).startsWith("3:missing-required");
    assertThat(read.counts.minEventMicros()).hasValue(1_622_282_400_000_000L);
  }

  @Test
  void filesThatAreTooLargeOrOfOtherCodecsAreRefused() throws Exception {
    byte[] bytes = file("SELECT i AS v FROM range(100000) r(i)");
    DecoderOptions plain = ParquetBytes.options(table("v", "long"));
    DecoderOptions small =
        new DecoderOptions(
            plain.schema(),
            plain.eventTime(),
            plain.timestamps(),
            StreamOpener.PLAIN,
            new Spool(folder, 100, 1000),
            Map.of());
    assertThatThrownBy(() -> new ParquetBytes(small, bytes))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.TOO_LARGE))
        .hasMessageContaining("spool.max-file");
    byte[] brotli = file("SELECT i AS v FROM range(100) r(i)", "CODEC 'brotli'");
    assertThatThrownBy(() -> ParquetBytes.decode(table("v", "long"), brotli))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.UNSUPPORTED))
        .hasMessageContaining("BROTLI");
    byte[] text = "{\"v\": 1, \"w\": 2}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ParquetBytes.decode(table("v", "long"), text))
        .isInstanceOfSatisfying(
            SourceFileException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT));
  }

  @Test
  void theSchemaOfATableIsThatOfTheFiles() throws Exception {
    ParquetSampler sampler = new ParquetSampler(ParquetBytes.options(table("v", "int")), 1000);
    byte[] one = file("SELECT 1::INTEGER AS n, TIMESTAMPTZ '2021-05-29 12:00:00Z' AS ts, 'a' AS s");
    byte[] two =
        file("SELECT 1::BIGINT AS n, TIMESTAMPTZ '2021-05-29 12:00:00Z' AS ts, [1.5::FLOAT] AS l");
    assertThat(sampler.sample("a", new ByteArrayInputStream(one), 1 << 20)).isTrue();
    sampler.sample("b", new ByteArrayInputStream(two), 1 << 20);
    InferredSchema found = sampler.infer();
    assertThat(found.schema().columns().stream().map(c -> c.name() + " " + c.type()))
        .containsExactly("n long", "ts timestamptz", "s string", "l list<float>");
    assertThat(found.eventTimeColumn()).hasValue("ts");
  }
}
