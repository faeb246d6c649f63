package dev.firn.decode.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.DecodedFile;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.TimestampFormat;
import dev.firn.decode.format.DecoderOptions;
import dev.firn.decode.format.EventTimeRule;
import dev.firn.decode.format.TimestampRules;
import dev.firn.error.FirnException;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

class CsvDecoderTest {
  private static Schema schema(String... namesAndTypes) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return SchemaText.parse(columns);
  }

  private static final Schema THREE = schema("aaa", "string", "bbb", "string", "ccc", "string");

  private static DecodedFile decode(Schema schema, String text) {
    return decode(schema, CsvDialect.RFC_4180, text);
  }

  private static DecodedFile decode(Schema schema, CsvDialect dialect, String text) {
    return decode(DecodedFile.options(schema), dialect, text.getBytes(StandardCharsets.UTF_8));
  }

  private static DecodedFile decode(DecoderOptions options, CsvDialect dialect, byte[] bytes) {
    return DecodedFile.of(new CsvDecoder(options, dialect), options.schema(), bytes);
  }

  private static final String ROW_1 = "{\"aaa\":\"zzz\",\"bbb\":\"yyy\",\"ccc\":\"xxx\"}";

  @Test
  void recordsEndAtCrlfOrLfAndTheLastOneNeedsNoEnd() {
    for (String end : new String[] {"\n", "\r\n"}) {
      assertThat(decode(THREE, "aaa,bbb,ccc" + end + "zzz,yyy,xxx" + end).rows())
          .containsExactly(ROW_1);
      assertThat(decode(THREE, "aaa,bbb,ccc" + end + "zzz,yyy,xxx").rows()).containsExactly(ROW_1);
    }
    assertThat(decode(THREE, "aaa,bbb,ccc\r\nzzz,yyy,xxx\r").rows()).containsExactly(ROW_1);
  }

  @Test
  void fieldsMayBeQuotedWithLineEndsDelimitersAndDoubledQuotesInside() {
    assertThat(decode(THREE, "\"aaa\",\"bbb\",\"ccc\"\r\n\"zzz\",\"yyy\",\"xxx\"").rows())
        .containsExactly(ROW_1);
    assertThat(decode(THREE, "aaa,bbb,ccc\r\n\"z\r\nz\",\"y,y\",\"x\"\"x\"\r\n").rows())
        .containsExactly("{\"aaa\":\"z\\r\\nz\",\"bbb\":\"y,y\",\"ccc\":\"x\\\"x\"}");
    assertThat(decode(THREE, "aaa,bbb,ccc\n\"\"\"\",\"\"\"\"\"\",x\n").rows())
        .containsExactly("{\"aaa\":\"\\\"\",\"bbb\":\"\\\"\\\"\",\"ccc\":\"x\"}");
  }

  @Test
  void spacesArePartOfFields() {
    assertThat(decode(THREE, "aaa,bbb,ccc\n z , y,x \n").rows())
        .containsExactly("{\"aaa\":\" z \",\"bbb\":\" y\",\"ccc\":\"x \"}");
  }

  @Test
  void columnsAreMatchedByNameInAnyOrderAndOthersArePassedOver() {
    DecodedFile file = decode(THREE, "ccc,other,aaa,,Bbb\nx,o,z,1,2\n");
    assertThat(file.rows()).containsExactly("{\"aaa\":\"z\",\"bbb\":null,\"ccc\":\"x\"}");
    assertThat(file.ignoredColumns).isEqualTo(3);
  }

  @Test
  void aByteOrderMarkAndEmptyLinesAreSkipped() {
    assertThat(decode(THREE, "\uFEFF\n\naaa,bbb,ccc\n\n\r\nzzz,yyy,xxx\n\n").rows())
        .containsExactly(ROW_1);
    assertThat(decode(THREE, "").counts.rowsIn()).isZero();
    assertThat(decode(THREE, "aaa,bbb\n").counts.rowsIn()).isZero();
  }

  @Test
  void emptyIsNullAndQuotedEmptyIsAnEmptyStringOnlyWhereThereIsOne() {
    Schema schema = schema("s", "string", "i", "int", "b", "binary");
    assertThat(decode(schema, "s,i,b\n,,\n\"\",\"\",\"\"\n").rows())
        .containsExactly(
            "{\"s\":null,\"i\":null,\"b\":null}", "{\"s\":\"\",\"i\":null,\"b\":\"\"}");
    CsvDialect hive = new CsvDialect((byte) '\t', (byte) '"', "\\N", 1 << 20);
    assertThat(decode(schema, hive, "s\ti\n\\N\t\\N\n\"\\N\"\t\"\\N\"\n\t1\n").rows())
        .containsExactly(
            "{\"s\":null,\"i\":null,\"b\":null}",
            "{\"s\":\"\\\\N\",\"i\":null,\"b\":null}",
            "{\"s\":\"\",\"i\":1,\"b\":null}");
  }

  @Test
  void valuesAreExactOrRejected() {
    Schema schema =
        schema(
            "i",
            "int",
            "l",
            "long",
            "x",
            "double",
            "d",
            "decimal(5,2)",
            "t",
            "boolean",
            "w",
            "decimal(30,3)");
    DecodedFile file =
        decode(
            schema,
            "i,l,x,d,t,w\n"
                + "-1,9223372036854775807,1e3,1.50,true,123456789012345678901234567.125\n"
                + "1.0,1e3,-0.0,-999.99,FALSE,0\n"
                + "2147483648,,,,,\n"
                + "1.5,,,,,\n"
                + "007,,,,,\n"
                + "+1,,,,,\n"
                + " 1,,,,,\n"
                + "1 ,,,,,\n"
                + ",,1e999,,,\n"
                + ",,NaN,,,\n"
                + ",,,1.005,,\n"
                + ",,,1000,,\n"
                + ",,,,tRUE,\n"
                + ",,,,1,\n");
    assertThat(file.rows())
        .containsExactly(
            "{\"i\":-1,\"l\":9223372036854775807,\"x\":1000.0,\"d\":1.50,\"t\":true,"
                + "\"w\":123456789012345678901234567.125}",
            "{\"i\":1,\"l\":1000,\"x\":-0.0,\"d\":-999.99,\"t\":false,\"w\":0.000}");
    assertThat(file.reasons())
        .containsExactly(
            "4:out-of-range",
            "5:out-of-range",
            "6:type-mismatch",
            "7:type-mismatch",
            "8:type-mismatch",
            "9:type-mismatch",
            "10:out-of-range",
            "11:type-mismatch",
            "12:out-of-range",
            "13:out-of-range",
            "14:type-mismatch",
            "15:type-mismatch");
    assertThat(file.rejects.get(0).detail())
        .isEqualTo(
            "column 'i': expected a whole number from -2147483648 to 2147483647, got '2147483648' at"
                + " byte 0 of the record");
  }

  @Test
  void timesAreStrict() {
    Schema schema = schema("z", "timestamptz", "n", "timestamp", "d", "date", "e", "timestamptz");
    DecoderOptions plain = DecodedFile.options(schema);
    DecoderOptions options =
        new DecoderOptions(
            schema,
            EventTimeRule.NONE,
            new TimestampRules(Map.of("e", TimestampFormat.EPOCH_MILLIS), ZoneOffset.ofHours(1)),
            plain.opener(),
            plain.spool(),
            Map.of());
    String text =
        "z,n,d,e\n"
            + "2021-05-29T12:00:00+02:00,2021-05-29 12:00:00,2021-05-29,1622282400123\n"
            + "2021-05-29T12:00:00,\"2021-05-29T12:00\",,\n"
            + "2021-02-30T12:00:00Z,,,\n"
            + ",2021-05-29T12:00:00Z,,\n"
            + ",,2021-13-01,\n"
            + ",,,2021-05-29T12:00:00Z\n";
    DecodedFile file = decode(options, CsvDialect.RFC_4180, text.getBytes(StandardCharsets.UTF_8));
    assertThat(file.rows())
        .containsExactly(
            "{\"z\":\"2021-05-29T10:00:00+00:00\",\"n\":\"2021-05-29T12:00:00\",\"d\":\"2021-05-29\","
                + "\"e\":\"2021-05-29T10:00:00.123+00:00\"}",
            "{\"z\":\"2021-05-29T11:00:00+00:00\",\"n\":\"2021-05-29T12:00:00\",\"d\":null,"
                + "\"e\":null}");
    assertThat(file.reasons())
        .containsExactly(
            "4:type-mismatch", "5:type-mismatch", "6:type-mismatch", "7:type-mismatch");
  }

  @Test
  void rowsAgainstTheGrammarAreRejectedWithTheirFirstLineAndOffset() {
    String header = "aaa,bbb,ccc\n";
    String text =
        header
            + "\"two\nlines\",b,c\n" // lines 2, 3
            + "a\"b,b,c\n" // 4: a quote inside
            + "\"a\"b,b,c\n" // 5: text behind the closing quote
            + "a,b\n" // 6: too few
            + "a,b,c,d\n" // 7: too many
            + "a,\"x\n\ny\",c,d\n" // 8 to 10: too many, over three lines
            + "a,b\rc,d\n" // 11: a lone carriage return
            + "zzz,yyy,xxx\n" // 12
            + "a,\"b,c\nd,e,f"; // 13, 14: never closed
    DecodedFile file = decode(THREE, text);
    assertThat(file.reasons())
        .containsExactly(
            "4:malformed",
            "5:malformed",
            "6:field-count",
            "7:field-count",
            "8:field-count",
            "11:malformed",
            "13:malformed");
    assertThat(file.rows()).hasSize(2).contains(ROW_1);
    for (DecodedFile.Reject reject : file.rejects) {
      assertThat(text.substring((int) reject.byteOffset())).startsWith(reject.text());
    }
    assertThat(file.rejects.get(6).text()).isEqualTo("a,\"b,c\nd,e,f");
    assertThat(file.rejects.get(2).detail()).isEqualTo("expected 3 fields as in the header, got 2");
  }

  @Test
  void invalidUtf8IsRejectedInColumnsThatArePassedOverToo() {
    byte[] bytes = "aaa,other\nx,é\nx,é\ny,z\n".getBytes(StandardCharsets.UTF_8);
    bytes[13] = 'e';
    DecodedFile file = decode(DecodedFile.options(THREE), CsvDialect.RFC_4180, bytes);
    assertThat(file.reasons()).containsExactly("2:invalid-utf8");
    assertThat(file.rows()).hasSize(2);
  }

  @Test
  void tooLongRecordsAreRejectedCutAndReadingGoesOnInTheNextLine() {
    CsvDialect small = new CsvDialect((byte) ',', (byte) '"', "", 5000);
    String text =
        "aaa,bbb,ccc\n"
            + "x".repeat(5000 - 4)
            + ",y,z\n"
            + "x".repeat(5000 - 3)
            + ",y,z\r\n"
            + "a,\"never closed\n"
            + ("a,b,c\n").repeat(2000)
            + "zzz,yyy,xxx\n";
    DecodedFile file = decode(THREE, small, text);
    assertThat(file.reasons()).containsExactly("3:line-too-long", "4:line-too-long");
    assertThat(file.rejects.get(0).raw()).hasSize(RecordReader.KEPT_BYTES);
    assertThat(file.rows()).hasSizeGreaterThan(1000).endsWith(ROW_1);
    assertThat(file.counts.rowsIn()).isEqualTo(file.rows().size() + 2);
  }

  @Test
  void headersThatDoNotFitRejectTheFile() {
    Schema schema = schema("id", "long required", "s", "string", "l", "list<int>");
    assertMismatch(schema, "s,other\na,b\n", "lacks the required column 'id'");
    assertMismatch(schema, "id,s,s\n1,b,c\n", "'s' stands in its header twice");
    assertMismatch(schema, "1,b\n2,c\n", "has to be a header");
    assertMismatch(schema, "id;s\n1;b\n", "csv.delimiter");
    assertMismatch(schema, "id,l\n1,2\n", "'l' is to become list<int>");
    assertThatThrownBy(() -> decode(schema, "id,\"s\n1,b\n"))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.MALFORMED));
    assertThatThrownBy(() -> decode(schema, "id,s\r1,b\r"))
        .hasMessageContaining("no carriage return outside of quotes");
    assertThat(decode(schema, "id,s\n,x\n1,\n").reasons()).containsExactly("2:missing-required");
  }

  private static void assertMismatch(Schema schema, String text, String message) {
    assertThatThrownBy(() -> decode(schema, text))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_MISMATCH))
        .hasMessageContaining(message);
  }

  @Test
  void eventTimesAreCheckedAndCounted() {
    Schema schema = schema("ts", "timestamptz", "s", "string");
    DecoderOptions plain = DecodedFile.options(schema);
    EventTimeWindow window = new EventTimeWindow(0, 1_000_000);
    DecoderOptions options =
        new DecoderOptions(
            schema,
            new EventTimeRule(Optional.of("ts"), () -> window),
            plain.timestamps(),
            plain.opener(),
            plain.spool(),
            Map.of());
    String text = "ts,s\n1970-01-01T00:00:01Z,a\n1970-01-01T00:00:02Z,b\n,c\n";
    DecodedFile file = decode(options, CsvDialect.RFC_4180, text.getBytes(StandardCharsets.UTF_8));
    assertThat(file.reasons()).containsExactly("3:event-time", "4:missing-required");
    assertThat(file.counts.minEventMicros()).hasValue(1_000_000);
    assertThatThrownBy(
            () -> decode(options, CsvDialect.RFC_4180, "s\na\n".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("lacks the required column 'ts'");
  }

  @Test
  void whatComesOutDoesNotDependOnHowTheStreamIsCut() {
    String text =
        "\uFEFFaaa,\"b\"\"b\",ccc\r\n"
            + "\"z\r\nz\",\"y,y\",\"x\"\"x\"\r\n"
            + "ä,ö,\"ü\n€\"\n\n"
            + "a\"b,b,c\n"
            + "\"\",,\"\"\"\"\r\n"
            + "a,b,c,d\n"
            + "a,b\rc,d\n"
            + "\""
            + "long ".repeat(30)
            + "\n\",1,2\n"
            + "zzz,yyy,xxx\r\n\r"
            + "a,\"b\"\"";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    DecoderOptions options =
        DecodedFile.options(schema("aaa", "string", "b\"b", "string", "ccc", "string"));
    CsvDialect dialect = new CsvDialect((byte) ',', (byte) '"', "", 120);
    String whole = decode(options, dialect, bytes).dump();
    assertThat(whole)
        .contains("malformed".toUpperCase(java.util.Locale.ROOT), "FIELD_COUNT", "LINE_TOO_LONG");
    for (int capacity = 16; capacity < 300; capacity++) {
      CsvDecoder decoder = new CsvDecoder(options, dialect, capacity);
      assertThat(DecodedFile.of(decoder, options.schema(), bytes).dump())
          .as("a buffer of %s bytes", capacity)
          .isEqualTo(whole);
    }
    for (int cut = 1; cut < bytes.length; cut++) {
      int first = cut;
      InputStream in =
          new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] b, int off, int len) {
              return super.read(b, off, pos < first ? Math.min(len, first - pos) : 1);
            }
          };
      CsvDecoder decoder = new CsvDecoder(options, dialect, 16 + cut % 50);
      assertThat(DecodedFile.of(decoder, options.schema(), in).dump())
          .as("cut at %s", cut)
          .isEqualTo(whole);
    }
  }

  @Test
  void dialectsThatWouldBeAmbiguousAreRefused() {
    for (Map<String, String> settings :
        java.util.List.of(
            Map.of("delimiter", "ab"),
            Map.of("delimiter", "\""),
            Map.of("delimiter", "."),
            Map.of("delimiter", "e"),
            Map.of("delimiter", "\n"),
            Map.of("delimiter", "é"),
            Map.of("quote", "7"),
            Map.of("quote", ","),
            Map.of("null", "a,b"),
            Map.of("max-row", "0"))) {
      assertThatThrownBy(() -> CsvDialect.parse(settings))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("'csv.");
    }
    assertThat(CsvDialect.parse(Map.of("delimiter", "\\t")).delimiter()).isEqualTo((byte) '\t');
    assertThat(CsvDialect.parse(Map.of())).isEqualTo(CsvDialect.RFC_4180);
  }

  @Test
  void aRequiredColumnThatCsvCanNotHoldIsRefusedBeforeAnyFile() {
    Schema schema = schema("l", "list<int> required");
    assertThatThrownBy(() -> new CsvDecoder(DecodedFile.options(schema), CsvDialect.RFC_4180))
        .hasMessageContaining("can't be read from CSV");
    Schema nested = schema("g", "struct<ts:timestamptz>");
    DecoderOptions plain = DecodedFile.options(nested);
    DecoderOptions options =
        new DecoderOptions(
            nested,
            new EventTimeRule(Optional.of("g.ts"), () -> EventTimeWindow.ALL),
            plain.timestamps(),
            plain.opener(),
            plain.spool(),
            Map.of());
    assertThatThrownBy(() -> new CsvDecoder(options, CsvDialect.RFC_4180))
        .hasMessageContaining("'g.ts' lies inside of a struct");
  }

  @Test
  void textThatIsNoneIsRefusedAsAWhole() {
    byte[] utf16 = "aaa,bbb\n".getBytes(StandardCharsets.UTF_16);
    assertThatThrownBy(() -> decode(DecodedFile.options(THREE), CsvDialect.RFC_4180, utf16))
        .isInstanceOfSatisfying(
            SourceFileException.class,
            e -> assertThat(e.reason()).isEqualTo(RejectReason.NOT_TEXT));
  }
}
