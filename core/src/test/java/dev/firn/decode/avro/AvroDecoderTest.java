package dev.firn.decode.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.DecodedFile;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.InferredSchema;
import dev.firn.decode.format.TimestampRules;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;

class AvroDecoderTest {
  /** A file of one column 'v'. */
  private static byte[] file(String type, Object... values) {
    return file(type, CodecFactory.nullCodec(), values);
  }

  private static byte[] file(String type, CodecFactory codec, Object... values) {
    Schema schema =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"id\",\"type\":\"int\"},"
                    + "{\"name\":\"v\",\"type\":"
                    + type
                    + "}]}");
    List<Object> records = new ArrayList<>();
    for (Object value : values) {
      GenericData.Record record = new GenericData.Record(schema);
      record.put("id", records.size());
      record.put("v", value == NULL ? null : value);
      records.add(record);
    }
    return AvroFiles.write(schema, codec, 2, records);
  }

  private static final Object NULL = new Object();

  private static org.apache.iceberg.Schema table(String type) {
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("v", type);
    return SchemaText.parse(columns);
  }

  private static DecodedFile decode(String tableType, byte[] bytes) {
    org.apache.iceberg.Schema table = table(tableType);
    return DecodedFile.of(new AvroDecoder(DecodedFile.options(table)), table, bytes);
  }

  private static void assertUnfit(String tableType, String fileType) {
    assertThatThrownBy(() -> decode(tableType, file(fileType)))
        .as("%s into %s", fileType, tableType)
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_MISMATCH))
        .hasMessageContaining("its column 'v' is")
        .hasMessageContaining(tableType.replace(" required", ""));
  }

  private static String logical(String physical, String logical) {
    return "{\"type\":\"" + physical + "\",\"logicalType\":\"" + logical + "\"}";
  }

  @Test
  void onlyWhatLosesNothingGoesIntoAnotherType() {
    assertThat(decode("long", file("\"int\"", 7)).rows()).containsExactly("{\"v\":7}");
    assertThat(decode("double", file("\"int\"", 7)).rows()).containsExactly("{\"v\":7.0}");
    assertThat(decode("double", file("\"float\"", 0.5f)).rows()).containsExactly("{\"v\":0.5}");
    assertThat(decode("decimal(12,2)", file("\"int\"", 7)).rows()).containsExactly("{\"v\":7.00}");
    assertThat(decode("decimal(19,0)", file("\"long\"", Long.MIN_VALUE)).rows())
        .containsExactly("{\"v\":-9223372036854775808}");
    assertThat(decode("long", file("[\"int\",\"long\",\"null\"]", 7, 8L, NULL)).rows())
        .containsExactly("{\"v\":7}", "{\"v\":8}", "{\"v\":null}");
    assertUnfit("int", "\"long\"");
    assertUnfit("double", "\"long\"");
    assertUnfit("float", "\"double\"");
    assertUnfit("decimal(9, 2)", "\"int\"");
    assertUnfit("decimal(20, 2)", "\"long\"");
    assertUnfit("string", "\"int\"");
    assertUnfit("int", "\"string\"");
    assertUnfit("long", "[\"long\",\"string\"]");
    assertUnfit("timestamptz", "\"long\"");
    assertUnfit("timestamptz", "\"string\"");
    assertUnfit("timestamp", logical("long", "timestamp-millis"));
    assertUnfit("boolean", "{\"type\":\"array\",\"items\":\"boolean\"}");
    assertThatThrownBy(() -> decode("list<int>", file("{\"type\":\"array\",\"items\":\"long\"}")))
        .hasMessageContaining(
            "its column 'v.element' is long, which the table's int does not take");
  }

  @Test
  void timesOfAnyUnitGoIntoTheColumnsUnit() {
    assertThat(decode("timestamptz", file(logical("long", "timestamp-millis"), 1L)).rows())
        .containsExactly("{\"v\":\"1970-01-01T00:00:00.001+00:00\"}");
    assertThat(decode("timestamptz", file(logical("long", "timestamp-nanos"), -1L)).rows())
        .containsExactly("{\"v\":\"1969-12-31T23:59:59.999999+00:00\"}");
    assertThat(decode("time", file(logical("int", "time-millis"), 86_399_999)).rows())
        .containsExactly("{\"v\":\"23:59:59.999\"}");
    DecodedFile beyond =
        decode(
            "timestamptz",
            file(logical("long", "timestamp-millis"), Long.MAX_VALUE, 253_402_300_800_000L, 0L));
    assertThat(beyond.reasons()).containsExactly("1:out-of-range", "2:out-of-range");
    assertThat(beyond.rejects.get(1).detail())
        .isEqualTo("column 'v': expected a value that fits timestamptz, got 253402300800000");
    assertThat(beyond.rejects.get(1).text()).isEqualTo("{\"id\": 1, \"v\": 253402300800000}");
    assertThat(decode("time", file(logical("int", "time-millis"), 86_400_000)).reasons())
        .containsExactly("1:out-of-range");
    String local =
        "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\",\"adjust-to-utc\":false}";
    assertThat(decode("timestamp", file(local, 1L)).rows())
        .containsExactly("{\"v\":\"1970-01-01T00:00:00.000001\"}");
  }

  @Test
  void localTimesAreTimesOfTheDeclaredZone() {
    org.apache.iceberg.Schema table = table("timestamptz");
    DecoderOptions plain = DecodedFile.options(table);
    DecoderOptions options =
        new DecoderOptions(
            table,
            EventTimeRule.NONE,
            new TimestampRules(Map.of(), ZoneId.of("Europe/Berlin")),
            plain.opener(),
            plain.spool(),
            Map.of());
    long summer = java.time.Instant.parse("2021-05-29T12:00:00Z").toEpochMilli();
    long gap = java.time.Instant.parse("2021-03-28T02:30:00Z").toEpochMilli();
    DecodedFile file =
        DecodedFile.of(
            new AvroDecoder(options),
            table,
            file(logical("long", "local-timestamp-millis"), summer, gap));
    assertThat(file.rows()).containsExactly("{\"v\":\"2021-05-29T10:00:00+00:00\"}");
    assertThat(file.reasons()).containsExactly("2:out-of-range");
  }

  @Test
  void plainNumbersAreTimesOnlyByDeclaration() {
    org.apache.iceberg.Schema table = table("timestamptz");
    DecoderOptions plain = DecodedFile.options(table);
    DecoderOptions options =
        new DecoderOptions(
            table,
            EventTimeRule.NONE,
            new TimestampRules(
                Map.of("v", TimestampFormat.EPOCH_SECONDS), java.time.ZoneOffset.UTC),
            plain.opener(),
            plain.spool(),
            Map.of());
    DecodedFile file = DecodedFile.of(new AvroDecoder(options), table, file("\"int\"", 86_400));
    assertThat(file.rows()).containsExactly("{\"v\":\"1970-01-02T00:00:00+00:00\"}");
  }

  @Test
  void bytesAreStringsOnlyIfTheyAreUtf8() {
    DecodedFile file =
        decode(
            "string",
            file(
                "\"bytes\"",
                java.nio.ByteBuffer.wrap(RandomAvro.utf8("ä")),
                java.nio.ByteBuffer.wrap(new byte[] {'a', (byte) 0xC3})));
    assertThat(file.rows()).containsExactly("{\"v\":\"ä\"}");
    assertThat(file.reasons()).containsExactly("2:invalid-utf8");
    assertThat(decode("binary", file("\"string\"", "a")).rows()).containsExactly("{\"v\":\"61\"}");
  }

  @Test
  void requiredValuesAreRequired() {
    assertThat(decode("long required", file("[\"null\",\"long\"]", 1L, NULL)).reasons())
        .containsExactly("2:missing-required");
    org.apache.iceberg.Schema table = SchemaText.parse(Map.of("v", "int", "w", "int required"));
    assertThatThrownBy(
            () ->
                DecodedFile.of(
                    new AvroDecoder(DecodedFile.options(table)), table, file("\"int\"", 1)))
        .hasMessageContaining("lacks the required column 'w'");
    org.apache.iceberg.Schema other = SchemaText.parse(Map.of("w", "int"));
    assertThatThrownBy(
            () ->
                DecodedFile.of(
                    new AvroDecoder(DecodedFile.options(other)), other, file("\"int\"", 1)))
        .hasMessageContaining("none of the table's columns, but id, v");
  }

  @Test
  void fieldsThatTheTableDoesNotHaveArePassedOverWhateverTheyAre() {
    String nested =
        "{\"type\":\"record\",\"name\":\"s\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"map\","
            + "\"values\":{\"type\":\"array\",\"items\":[\"null\",\"double\",\"s\"]}}},"
            + "{\"name\":\"k\",\"type\":\"long\"}]}";
    Schema schema = new Schema.Parser().parse(nested);
    GenericData.Record inner = new GenericData.Record(schema);
    inner.put("a", Map.of());
    inner.put("k", 1L);
    GenericData.Record outer = new GenericData.Record(schema);
    outer.put("a", Map.of("x", java.util.Arrays.asList(null, 1.5, inner), "y", List.of()));
    outer.put("k", 2L);
    DecodedFile file = decode("struct<k:long>", file(nested, outer));
    assertThat(file.rows()).containsExactly("{\"v\":{\"k\":2}}");
    assertThat(file.ignoredColumns).isEqualTo(2);
  }

  @Test
  void otherCodecsAreRefusedByName() {
    assertThatThrownBy(() -> decode("int", file("\"int\"", CodecFactory.bzip2Codec(), 1)))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.UNSUPPORTED))
        .hasMessageContaining("'bzip2'");
    assertThatThrownBy(
            () -> decode("int", "{\"v\": 1}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .hasMessageContaining("no Avro container");
  }

  @Test
  void aFileThatHiveWroteIsRead() throws IOException {
    try (java.io.InputStream in =
        getClass().getResourceAsStream("/formats/single_int_column.avro")) {
      byte[] bytes = java.util.Objects.requireNonNull(in).readAllBytes();
      org.apache.iceberg.Schema table = SchemaText.parse(Map.of("col", "int"));
      DecodedFile file = DecodedFile.of(new AvroDecoder(DecodedFile.options(table)), table, bytes);
      assertThat(file.rejects).isEmpty();
      assertThat(file.rows()).containsExactly("{\"col\":42}");
    }
  }

  @Test
  void theSchemaOfATableIsThatOfTheFiles() throws IOException {
    AvroSampler sampler = new AvroSampler(DecodedFile.options(table("int")), 1000);
    byte[] times = file(logical("long", "timestamp-millis"), 1L, 2L);
    byte[] more = file("[\"null\"," + logical("long", "timestamp-millis") + "]", NULL, 2L);
    sampler.sample("a.avro", new ByteArrayInputStream(times), 1 << 20);
    InferredSchema one = sampler.infer();
    assertThat(one.schema().columns().stream().map(c -> c.name() + " " + c.type()))
        .containsExactly("id int", "v timestamptz");
    assertThat(one.eventTimeColumn()).isEqualTo(Optional.of("v"));
    assertThat(one.rowsRead()).isEqualTo(2);
    sampler.sample("b.avro", new ByteArrayInputStream(more), 1 << 20);
    assertThat(sampler.infer().eventTimeColumn()).isEmpty();
  }
}
