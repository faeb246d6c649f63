package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.error.FirnException;
import dev.firn.table.SchemaText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

class JsonLinesDecoderTest {
  private static final JsonLinesOptions IDS = options("id", "long", "s", "string");

  private static JsonLinesOptions options(String... columns) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i += 2) {
      tree.put(columns[i], columns[i + 1]);
    }
    return JsonLinesOptions.of(SchemaText.parse(tree));
  }

  private static List<Object> ids(Decoding decoding) {
    java.util.ArrayList<Object> ids = new java.util.ArrayList<>();
    for (int row = 0; row < decoding.batch.rowCount(); row++) {
      ids.add(Values.of(decoding.batch, "id", row));
    }
    return ids;
  }

  @Test
  void c45_aByteOrderMarkIsSkipped() {
    Decoding decoding = Decoding.of(IDS, "\uFEFF{\"id\":1}\n{\"id\":2}\n");
    assertThat(ids(decoding)).containsExactly(1L, 2L);
    assertThat(Decoding.of(IDS, "\uFEFF").counts.rowsIn()).isZero();
    assertThat(Decoding.of(IDS, "\uFEFF[]").rejects.get(0).byteOffset()).isEqualTo(3);
  }

  @Test
  void c45_everyLineEndGivesTheSameRows() {
    for (String end : List.of("\n", "\r\n", "\r", "\n\n", "\r\n \t\r\n", "\r\r", " \r", "\t\n")) {
      Decoding decoding = Decoding.of(IDS, "{\"id\":1}" + end + "{\"id\":2}" + end);
      assertThat(ids(decoding)).as("%s", end.codePoints().boxed().toList()).containsExactly(1L, 2L);
      assertThat(ids(Decoding.of(IDS, "{\"id\":1}" + end + "{\"id\":2}"))).containsExactly(1L, 2L);
    }
  }

  @Test
  void c45_otherSeparatorsEndNoLine() {
    Decoding decoding = Decoding.of(IDS, "{\"s\":\"a\u2028b\u2029c\u0085d\"}\n\n");
    assertThat(Values.of(decoding.batch, "s", 0)).isEqualTo("a\u2028b\u2029c\u0085d");
    assertThat(decoding.rejects).isEmpty();
  }

  @Test
  void c45_filesThatAreNotUtf8TextAreRefused() {
    String rows = "{\"id\":1}\n{\"id\":2}\n";
    for (String charset : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE")) {
      byte[] bytes = rows.getBytes(Charset.forName(charset));
      assertThatThrownBy(() -> Decoding.of(IDS, bytes))
          .as(charset)
          .isInstanceOfSatisfying(
              SourceFileException.class,
              e -> assertThat(e.reason()).isEqualTo(RejectReason.NOT_TEXT))
          .hasMessageContaining("file:///logs/a.json");
    }
    byte[] littleEndian = ("\uFEFF" + rows).getBytes(StandardCharsets.UTF_16LE);
    assertThatThrownBy(() -> Decoding.of(IDS, littleEndian))
        .hasMessageContaining("byte order mark");
    byte[] gzip = {0x1F, (byte) 0x8B, 8, 0};
    assertThatThrownBy(() -> Decoding.of(IDS, gzip)).hasMessageContaining("compressed");
    assertThatThrownBy(() -> Decoding.of(IDS, ("{\"s\":\"" + "a\0\0".repeat(99) + "\"}")))
        .hasMessageContaining("are NUL");
  }

  @Test
  void c45_aLineThatIsTooLongIsCutAndTheFileGoesOn() {
    byte[] file = new byte[20 << 20];
    Arrays.fill(file, (byte) 'x');
    byte[] start = "{\"id\":1}\n{\"s\":\"".getBytes(StandardCharsets.UTF_8);
    byte[] end = "\"}\r\n{\"id\":3}".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, file, 0, start.length);
    System.arraycopy(end, 0, file, file.length - end.length, end.length);
    Decoding decoding = Decoding.of(IDS, file);
    assertThat(ids(decoding)).containsExactly(1L, 3L);
    assertThat(decoding.reasons()).containsExactly("2:line-too-long");
    assertThat(decoding.rejects.get(0).raw()).hasSize(JsonLinesFile.KEPT_BYTES);
    assertThat(decoding.rejects.get(0).byteOffset()).isEqualTo(9);
    assertThat(decoding.counts.bytesIn()).isEqualTo(20 << 20);
  }

  @Test
  void theLongestLineIsTakenWhateverTheBuffer() {
    for (int buffer : List.of(16, 17, 40, 100, 1000)) {
      for (String end : List.of("\n", "\r\n", "")) {
        JsonLinesOptions options = IDS.withMaxLineBytes(40);
        String fits = "{\"s\":\"" + "x".repeat(32) + "\"}" + end;
        String tooLong = "{\"s\":\"" + "x".repeat(33) + "\"}" + end;
        String bad = "{\"s\":\"" + "x".repeat(33) + "}" + end;
        assertThat(decode(options, fits, buffer).counts.rowsWritten()).isEqualTo(1);
        assertThat(decode(options, tooLong, buffer).reasons()).containsExactly("1:line-too-long");
        assertThat(decode(options, bad, buffer).reasons()).containsExactly("1:malformed");
      }
    }
  }

  private static Decoding decode(JsonLinesOptions options, String text, int buffer) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Decoding.of(
        new JsonLinesDecoder(options, StreamOpener.PLAIN, buffer),
        new java.io.ByteArrayInputStream(bytes),
        bytes.length);
  }

  @Test
  void c47_numbersThatDoNotFitAnIntColumnAreRejected() {
    List<String> good = List.of("2147483647", "-2147483648", "1.0", "1e3", "-0", "12.50e2", "0e9");
    List<String> bad =
        List.of(
            "2147483648",
            "21474836445",
            "1.5",
            "\"42\"",
            "true",
            "1e400",
            "1e-1",
            "9223372036854775808",
            "18446744073709551617",
            "-2147483649",
            "0.1",
            "1e99999999999");
    Decoding decoding = Decoding.of(options("id", "int"), rows(good) + rows(bad));
    assertThat(ids(decoding)).containsExactly(2147483647, -2147483648, 1, 1000, 0, 1250, 0);
    assertThat(decoding.rejects).hasSize(bad.size());
    assertThat(decoding.rejects.stream().map(Decoding.Reject::reason))
        .containsOnly(RejectReason.OUT_OF_RANGE, RejectReason.TYPE_MISMATCH);
    assertThat(decoding.rejects.get(3).reason()).isEqualTo(RejectReason.TYPE_MISMATCH);
    assertThat(decoding.rejects.get(0).detail())
        .isEqualTo(
            "column 'id': expected a whole number from -2147483648 to 2147483647,"
                + " got '2147483648' at byte 6 of the row");
  }

  @Test
  void c47_whatIsNoNumberOfJsonIsMalformed() {
    List<String> bad =
        List.of(
            "NaN",
            "Infinity",
            "-",
            "01",
            "-01",
            "1.",
            ".5",
            "+1",
            "1e",
            "1e+",
            "0x10",
            "1_0",
            "--1",
            "1.e1",
            "-a");
    for (String type : List.of("int", "long", "double", "float", "decimal(5,2)", "string")) {
      Decoding decoding = Decoding.of(options("id", type), rows(bad));
      assertThat(decoding.rejects).hasSize(bad.size());
      assertThat(decoding.rejects.stream().map(Decoding.Reject::reason))
          .as(type)
          .containsOnly(RejectReason.MALFORMED);
    }
  }

  @Test
  void c47_longsAndDecimalsAreExactAndDoublesFinite() {
    JsonLinesOptions options =
        options(
            "id", "long", "x", "double", "f", "float", "d", "decimal(5,2)", "w", "decimal(38,10)");
    assertThat(Values.of(Decoding.of(options, rows(List.of("9007199254740993"))).batch, "id", 0))
        .isEqualTo(9007199254740993L);
    assertThat(values(options, "id", "9223372036854775807", "-9223372036854775808"))
        .containsExactly(Long.MAX_VALUE, Long.MIN_VALUE);
    assertThat(values(options, "id", "9223372036854775808", "-9223372036854775809", "1e19"))
        .isEmpty();
    assertThat(values(options, "x", "1e400", "-1e400")).isEmpty();
    assertThat(values(options, "x", "-0", "1e-400", "4.9e-324", "1.7976931348623157e308"))
        .containsExactly(-0.0, 0.0, Double.MIN_VALUE, Double.MAX_VALUE);
    assertThat(values(options, "f", "0.1", "1e39", "3.4028235e38"))
        .containsExactly(0.1f, Float.MAX_VALUE);
    assertThat(values(options, "d", "999.995", "1000", "999.99", "-999.990", "1e2", "1e-3"))
        .hasToString("[999.99, -999.99, 100.00]");
    assertThat(
            values(
                options,
                "w",
                "1234567890123456789012345678.0123456789",
                "1e28",
                "9999999999999999999999999999.99999999990",
                "0.00000000001",
                "-1e-10",
                "1e999999999"))
        .hasToString(
            "[1234567890123456789012345678.0123456789, 9999999999999999999999999999.9999999999,"
                + " -1E-10]");
  }

  private static List<Object> values(JsonLinesOptions options, String column, String... texts) {
    StringBuilder rows = new StringBuilder();
    for (String text : texts) {
      rows.append("{\"").append(column).append("\":").append(text).append("}\n");
    }
    Decoding decoding = Decoding.of(options, rows.toString());
    java.util.ArrayList<Object> values = new java.util.ArrayList<>();
    for (int row = 0; row < decoding.batch.rowCount(); row++) {
      values.add(Values.of(decoding.batch, column, row));
    }
    return values;
  }

  private static String rows(List<String> values) {
    StringBuilder rows = new StringBuilder();
    values.forEach(value -> rows.append("{\"id\":").append(value).append("}\n"));
    return rows.toString();
  }

  @Test
  void rowsThatAreNoObjectsAreToldFromRowsThatAreNoJson() {
    Decoding decoding =
        Decoding.of(
            IDS,
            "[1]\n\"x\"\n7\nnull\n[1\nnul\n{\"id\":1} x\n{\"id\":1}}\n{\"id\":1,}\n{\"id\"\n{");
    assertThat(decoding.reasons())
        .containsExactly(
            "1:not-an-object",
            "2:not-an-object",
            "3:not-an-object",
            "4:not-an-object",
            "5:malformed",
            "6:malformed",
            "7:malformed",
            "8:malformed",
            "9:malformed",
            "10:malformed",
            "11:malformed");
  }

  @Test
  void rejectsSayLineOffsetReasonAndPlace() {
    Decoding decoding =
        Decoding.of(
            IDS,
            "{\"id\":1}\r\n  {\"id\":\"x\", \"s\":null}  \r\n\n{\"s\":\"é\",\"id\":2}\n{\"s\":1}");
    assertThat(ids(decoding)).containsExactly(1L, 2L);
    Decoding.Reject first = decoding.rejects.get(0);
    assertThat(first.line()).isEqualTo(2);
    assertThat(first.byteOffset()).isEqualTo(12);
    assertThat(first.text()).isEqualTo("{\"id\":\"x\", \"s\":null}  ");
    assertThat(first.detail())
        .isEqualTo(
            "column 'id': expected a whole number from -2^63 to 2^63-1, got '\"x\"'"
                + " at byte 6 of the row");
    Decoding.Reject second = decoding.rejects.get(1);
    assertThat(second.line()).isEqualTo(5);
    assertThat(second.text()).isEqualTo("{\"s\":1}");
    assertThat(second.detail())
        .isEqualTo("column 's': expected a string, got '1' at byte 5 of the row");
  }

  @Test
  void syntaxComesBeforeWhateverElseIsWrong() {
    Decoding decoding = Decoding.of(IDS, "{\"id\":\"x\",\"s\":tru}\n{\"id\":\"x\",\"s\":true}\n");
    assertThat(decoding.reasons()).containsExactly("1:malformed", "2:type-mismatch");
    assertThat(decoding.rejects.get(0).detail())
        .isEqualTo("expected a value, got 'tru' at byte 14 of the row");
  }

  @Test
  void aBadRowOfAFileWithLoneReturnsSwallowsNoOther() {
    Decoding decoding =
        Decoding.of(IDS, "{\"id\":\"x\"}\r{\"id\":1\r{\"id\":2}\r{\"id\":3}\rx\r{\"id\":4}\r");
    assertThat(ids(decoding)).containsExactly(2L, 3L, 4L);
    assertThat(decoding.reasons()).containsExactly("1:type-mismatch", "2:malformed", "5:malformed");
  }

  @Test
  void keysMayComeInAnyOrderAndUnknownOnesAreIgnoredButChecked() {
    JsonLinesOptions options = options("a", "int", "a_long_name_indeed", "int", "ü", "int");
    Decoding decoding =
        Decoding.of(
            options,
            """
            {"a":1,"a_long_name_indeed":2,"ü":3}
            {"ü":3,"a_long_name_indeed":2,"a":1}
            {"x":{"y":[1,{"z":"}"}]},"a":1,"a_long_name_indeed":2,"ü":3,"q":"\\u0041"}
            {"\\u0061":1,"a_long_n\\u0061me_indeed":2,"\\u00fc":3}
            { "A" : 9 , "a" : 1 , "a_long_name_indeex": 7, "a_long_name_indeed" : 2 , "ü" : 3 }
            {"a":1,"x":tru}
            {"a":1,"x":"\\x"}
            """);
    assertThat(decoding.batch.rowCount()).isEqualTo(5);
    for (int row = 0; row < 5; row++) {
      assertThat(Values.of(decoding.batch, row)).hasToString("{a=1, a_long_name_indeed=2, ü=3}");
    }
    assertThat(decoding.reasons()).containsExactly("6:malformed", "7:malformed");
  }

  @Test
  void keysThatStandTwiceAreRejectedAtEveryDepth() {
    JsonLinesOptions options =
        options(
            "id",
            "int",
            "g",
            "struct<x:int, h:struct<y:int>>",
            "m",
            "map<string,int>",
            "l",
            "list<struct<x:int>>");
    Decoding decoding =
        Decoding.of(
            options,
            """
            {"id":1,"id":1}
            {"id":null,"i\\u0064":1}
            {"g":{"x":1,"x":2}}
            {"g":{"h":{"y":1,"y":1}}}
            {"m":{"a":1,"b":2,"a":1}}
            {"m":{"a":1,"\\u0061":1}}
            {"l":[{"x":1},{"x":1,"x":1}]}
            {"m":{"a":1},"m":{}}
            {"u":1,"u":2}
            {"u":1,"\\u0075":2}
            {"v":{"x":1,"x":1}}
            {"v":[{"x":1},{"x":1,"y":{},"\\u0078":1}]}
            {"v":[{"x":1},{"x":1}],"g":{"v":1},"w":{"w":{"w":1}}}
            """);
    assertThat(decoding.batch.rowCount()).isEqualTo(1);
    assertThat(decoding.reasons())
        .containsExactly(
            "1:duplicate-key",
            "2:duplicate-key",
            "3:duplicate-key",
            "4:duplicate-key",
            "5:duplicate-key",
            "6:duplicate-key",
            "7:duplicate-key",
            "8:duplicate-key",
            "9:duplicate-key",
            "10:duplicate-key",
            "11:duplicate-key",
            "12:duplicate-key");
    assertThat(decoding.rejects.get(3).detail()).contains("column 'g.h.y': expected each key once");
  }

  @Test
  void aLargeMapIsCheckedForDuplicatesToo() {
    StringBuilder map = new StringBuilder("{\"m\":{\"k0\":0");
    for (int i = 1; i < 10_000; i++) {
      map.append(",\"k").append(i).append("\":").append(i);
    }
    JsonLinesOptions options = options("m", "map<string,int>");
    Decoding decoding = Decoding.of(options, map + "}}\n" + map + ",\"k77\":1}}\n" + map + "}}");
    assertThat(decoding.batch.rowCount()).isEqualTo(2);
    assertThat((Map<?, ?>) Values.of(decoding.batch, "m", 1)).hasSize(10_000);
    assertThat(decoding.reasons()).containsExactly("2:duplicate-key");
  }

  @Test
  void nestedValuesLandAndBadOnesLeaveNoTrace() {
    JsonLinesOptions options =
        options(
            "id",
            "int required",
            "g",
            "struct<lat:double required, name:string>",
            "l",
            "list<int>",
            "m",
            "map<string,list<string>>",
            "r",
            "list<int required>");
    Decoding decoding =
        Decoding.of(
            options,
            """
            {"id":1,"g":{"lat":1.5,"name":"x"},"l":[1,null,3],"m":{"a":["b","c"],"d":[]}}
            {"id":2,"l":[1,2,"x"],"g":{"lat":2}}
            {"id":3,"m":{"a":["b"],"c":[1]},"l":[9]}
            {"id":4,"g":{"name":"no lat"}}
            {"id":5,"g":null,"l":[],"m":{"z":null}}
            {"g":{"lat":1}}
            {"id":null}
            {"id":8,"r":[1,null]}
            {"id":9,"g":[]}
            {"id":10,"l":{}}
            {"id":11,"m":[]}
            {"id":12,"r":[7]}
            """);
    assertThat(decoding.reasons())
        .containsExactly(
            "2:type-mismatch",
            "3:type-mismatch",
            "4:missing-required",
            "6:missing-required",
            "7:missing-required",
            "8:missing-required",
            "9:type-mismatch",
            "10:type-mismatch",
            "11:type-mismatch");
    assertThat(Values.of(decoding.batch, 0))
        .hasToString("{id=1, g={lat=1.5, name=x}, l=[1, null, 3], m={a=[b, c], d=[]}, r=null}");
    assertThat(Values.of(decoding.batch, 1))
        .hasToString("{id=5, g=null, l=[], m={z=null}, r=null}");
    assertThat(Values.of(decoding.batch, 2)).hasToString("{id=12, g=null, l=null, m=null, r=[7]}");
    assertThat(decoding.rejects.get(2).detail())
        .isEqualTo("column 'g.lat': expected a value in every row at byte 28 of the row");
    assertThat(decoding.rejects.get(0).detail()).contains("column 'l.element'");
  }

  @Test
  void escapesAreDecodedAndHalfSurrogatesRefused() {
    Decoding decoding =
        Decoding.of(
            IDS,
            """
            {"s":"\\"\\\\\\/\\b\\f\\n\\r\\t \\u0000\\u00e9\\u20AC\\uD83D\\uDE00é€😀"}
            {"s":"\\ud83d"}
            {"s":"\\ud83dx"}
            {"s":"\\ude00"}
            {"s":"\\ud83d\\u0041"}
            {"s":"\\u12g4"}
            {"s":"\\v"}
            {"s":"a\tb"}
            {"ignored":"\\ud83d"}
            """);
    assertThat(Values.of(decoding.batch, "s", 0))
        .isEqualTo("\"\\/\b\f\n\r\t \0\u00e9\u20ac\ud83d\ude00é€😀");
    assertThat(decoding.reasons())
        .containsExactly(
            "2:invalid-utf8",
            "3:invalid-utf8",
            "4:invalid-utf8",
            "5:invalid-utf8",
            "6:malformed",
            "7:malformed",
            "8:malformed",
            "9:invalid-utf8");
  }

  @Test
  void depthIsLimitedWithoutRecursion() {
    String open = "[".repeat(100_000);
    Decoding decoding =
        Decoding.of(
            IDS,
            "{\"x\":"
                + open
                + "\n{\"x\":"
                + "[".repeat(511)
                + "]".repeat(511)
                + "}\n"
                + open
                + "\n"
                + "{\"x\":"
                + "[".repeat(512)
                + "]".repeat(512)
                + "}\n"
                + "{\"s\":"
                + "{\"a\":".repeat(600)
                + "\n");
    assertThat(decoding.reasons())
        .containsExactly("1:too-deep", "3:too-deep", "4:too-deep", "5:too-deep");
  }

  @Test
  void eventTimesOutsideOfTheWindowAreRejected() {
    JsonLinesOptions options =
        options("id", "long", "ts", "timestamptz")
            .withEventTime("ts", () -> new EventTimeWindow(1_000_000, 5_000_000));
    Decoding decoding =
        Decoding.of(
            options,
            """
            {"id":1,"ts":"1970-01-01T00:00:01Z"}
            {"id":2,"ts":"1970-01-01T00:00:05.000001Z"}
            {"id":3,"ts":"2099-01-01T00:00:00Z"}
            {"id":4,"ts":"1970-01-01T00:00:04Z"}
            {"id":5,"ts":null}
            {"id":6}
            {"id":7,"ts":"1970-01-01T00:00:00.999999Z"}
            """);
    assertThat(ids(decoding)).containsExactly(1L, 4L);
    assertThat(decoding.reasons())
        .containsExactly(
            "2:event-time",
            "3:event-time",
            "5:missing-required",
            "6:missing-required",
            "7:event-time");
    assertThat(decoding.rejects.get(1).detail())
        .isEqualTo(
            "event-time column 'ts' is 2099-01-01T00:00:00Z, accepted are 1970-01-01T00:00:01Z to"
                + " 1970-01-01T00:00:05Z");
    assertThat(decoding.counts.minEventMicros()).hasValue(1_000_000);
    assertThat(decoding.counts.maxEventMicros()).hasValue(4_000_000);
  }

  @Test
  void aNestedEventTimeIsFound() {
    JsonLinesOptions options =
        options("id", "long", "m", "struct<at:timestamptz>")
            .withEventTime("m.at", () -> EventTimeWindow.ALL);
    Decoding decoding =
        Decoding.of(options, "{\"m\":{\"at\":\"1970-01-01T00:00:01Z\"}}\n{\"m\":{}}\n{\"m\":null}");
    assertThat(decoding.counts.minEventMicros()).hasValue(1_000_000);
    assertThat(decoding.reasons()).containsExactly("2:missing-required", "3:missing-required");
  }

  @Test
  void columnsThatJsonCannotCarryAreRefusedAtOnce() {
    Schema schema = SchemaText.parse(Map.of("m", "map<int,string>"));
    assertThatThrownBy(() -> new JsonLinesDecoder(JsonLinesOptions.of(schema), StreamOpener.PLAIN))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("column 'm'");
    assertThatThrownBy(() -> IDS.withEventTime("ts", () -> EventTimeWindow.ALL))
        .hasMessageContaining("event-time column 'ts'");
    assertThatThrownBy(() -> IDS.withMaxLineBytes(0)).hasMessageContaining("longest line");
  }
}
