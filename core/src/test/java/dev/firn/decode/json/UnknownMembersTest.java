package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.firn.batch.Batch;
import dev.firn.decode.FileDecoder;
import dev.firn.decode.NewColumn;
import dev.firn.decode.StreamOpener;
import dev.firn.error.FirnException;
import dev.firn.source.FileIdentity;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.junit.jupiter.api.Test;

/** Keys without a column: what is rescued of them, and what columns they ask for. */
class UnknownMembersTest {
  private static final Schema SCHEMA =
      SchemaText.parse(
          new TreeMap<>(
              Map.of(
                  "_rescued", "string",
                  "g", "struct<lat:double, in:struct<k:int>>",
                  "id", "int",
                  "items", "list<struct<k:int>>",
                  "m", "map<string,struct<k:int>>",
                  "ll", "list<list<struct<k:int>>>",
                  "raw", "string",
                  "tags", "list<string>")));

  private static JsonLinesOptions options(UnknownKeys unknown) {
    return JsonLinesOptions.of(SCHEMA).withJson(Set.of("raw"), unknown);
  }

  private static UnknownKeys loose(String... columns) {
    Set<Integer> ids = new java.util.HashSet<>();
    for (String column : columns) {
      ids.add(SCHEMA.findField(column).fieldId());
    }
    return new UnknownKeys(UnknownKeys.Handling.RESCUE, "_rescued", Set.of(), ids);
  }

  private static UnknownKeys adding(String... unaddable) {
    return new UnknownKeys(
        UnknownKeys.Handling.ADD_COLUMN, "_rescued", Set.of(unaddable), Set.of());
  }

  private static Object rescued(String row) {
    return rescued(UnknownKeys.rescued("_rescued"), row);
  }

  private static Object rescued(UnknownKeys unknown, String row) {
    Decoding decoding = Decoding.of(options(unknown), row + "\n");
    assertThat(decoding.rejects).as(row).isEmpty();
    return Values.of(decoding.batch, "_rescued", 0);
  }

  private static Map<String, String> newColumns(UnknownKeys unknown, String rows) {
    Map<String, String> columns = new TreeMap<>();
    for (NewColumn column : Decoding.of(options(unknown), rows).newColumns) {
      columns.put(column.fullName(), column.type().toString().replaceAll("\\d+: ", ""));
    }
    return columns;
  }

  @Test
  void whatHasNoColumnKeepsItsPath() {
    assertThat(rescued("{\"id\":1,\"g\":{\"lat\":1},\"items\":[{\"k\":1}],\"m\":{}}")).isNull();
    assertThat(rescued("{}")).isNull();
    assertThat(rescued("{\"id\":1,\"a\":1,\"b\":{\"c\":[true]}}"))
        .isEqualTo("{\"a\":1,\"b\":{\"c\":[true]}}");
    assertThat(rescued("{\"geo.alt\":5,\"g\":{\"lat\":1,\"alt\":5,\"in\":{\"k\":1,\"q\":null}}}"))
        .isEqualTo("{\"geo.alt\":5,\"g\":{\"alt\":5,\"in\":{\"q\":null}}}");
    assertThat(rescued("{\"items\":[{\"k\":1},null,{\"k\":2,\"z\":3},{\"k\":4},{\"y\":5},{}]}"))
        .isEqualTo("{\"items\":[null,null,{\"z\":3},null,{\"y\":5}]}");
    assertThat(rescued("{\"m\":{\"a\":{\"k\":1},\"b\":{\"z\":1},\"c\":null}}"))
        .isEqualTo("{\"m\":{\"b\":{\"z\":1}}}");
    assertThat(rescued("{\"ll\":[[],[{\"k\":1},{\"z\":1}],[{\"z\":2}]],\"x\":0}"))
        .isEqualTo("{\"ll\":[null,[null,{\"z\":1}],[{\"z\":2}]],\"x\":0}");
  }

  @Test
  void textStaysAsItWasWrittenWithoutBlanks() {
    assertThat(
            rescued(
                " { \"\\u0061 \\\"\" :\t{ \"x y\" : [ 1.0e+5 , \"a\\\\\" , \" \\\" \" ] , \"e\" : { } } } "))
        .isEqualTo("{\"\\u0061 \\\"\":{\"x y\":[1.0e+5,\"a\\\\\",\" \\\" \"],\"e\":{}}}");
  }

  @Test
  void noKeyFillsTheRescueColumn() {
    assertThat(rescued("{\"_rescued\":\"mine\"}")).isEqualTo("{\"_rescued\":\"mine\"}");
    assertThat(rescued("{\"_rescued\":null}")).isEqualTo("{\"_rescued\":null}");
  }

  @Test
  void rowsThatAreRejectedLeaveNothingBehind() {
    Decoding decoding =
        Decoding.of(
            options(UnknownKeys.rescued("_rescued")),
            """
            {"x":1,"g":{"y":1,"lat":true}}
            {"id":1}
            {"x":1,"id":1.5}
            {"x":2}
            {"items":[{"z":1},{"z":]}]}
            {"id":2}
            """);
    assertThat(decoding.reasons())
        .containsExactly("1:type-mismatch", "3:out-of-range", "5:malformed");
    List<Object> rescued = new ArrayList<>();
    for (int row = 0; row < 3; row++) {
      rescued.add(Values.of(decoding.batch, "_rescued", row));
    }
    assertThat(rescued).containsExactly(null, "{\"x\":2}", null);
  }

  @Test
  void valuesThatDoNotFitLooseColumnsAreRescuedWhole() {
    UnknownKeys unknown = loose("id", "g", "items", "tags");
    assertThat(rescued(unknown, "{\"id\":\"x\",\"g\":7}")).isEqualTo("{\"id\":\"x\",\"g\":7}");
    assertThat(rescued(unknown, "{\"id\":99999999999,\"g\":{\"lat\":\"x\",\"in\":{\"k\":1.5}}}"))
        .isEqualTo("{\"id\":99999999999,\"g\":{\"lat\":\"x\",\"in\":{\"k\":1.5}}}");
    assertThat(rescued(unknown, "{\"items\":[{\"z\":1},{\"k\":\"x\"},{\"y\":1}],\"q\":1}"))
        .isEqualTo("{\"items\":[{\"z\":1},{\"k\":\"x\"},{\"y\":1}],\"q\":1}");
    assertThat(rescued(unknown, "{\"q\":1,\"items\":[{\"z\":1},5],\"tags\":[\"a\",{\"b\":1}]}"))
        .isEqualTo("{\"q\":1,\"items\":[{\"z\":1},5],\"tags\":[\"a\",{\"b\":1}]}");
    Decoding decoding =
        Decoding.of(
            options(unknown),
            "{\"id\":{\"a\":1,\"a\":2}}\n{\"id\":tru}\n{\"m\":{\"a\":1}}\n{\"id\":1,\"id\":\"x\"}\n");
    assertThat(decoding.reasons())
        .containsExactly("1:duplicate-key", "2:malformed", "3:type-mismatch", "4:duplicate-key");
  }

  @Test
  void jsonTextIsAnyValueAsItWasWritten() {
    Decoding decoding =
        Decoding.of(
            options(UnknownKeys.rescued("_rescued")),
            """
            {"raw": {"a" : [1, 2.50 , "x\\u00e9 "], "b":{}} }
            {"raw":"text"}
            {"raw":1e5}
            {"raw":null}
            {"raw":{"a":1,"a":2}}
            {"raw":{"a":nul}}
            {"raw":1,"raw":2}
            """);
    List<Object> texts = new ArrayList<>();
    for (int row = 0; row < decoding.batch.rowCount(); row++) {
      texts.add(Values.of(decoding.batch, "raw", row));
    }
    assertThat(texts)
        .containsExactly("{\"a\":[1,2.50,\"x\\u00e9 \"],\"b\":{}}", "\"text\"", "1e5", null);
    assertThat(decoding.reasons())
        .containsExactly("5:duplicate-key", "6:malformed", "7:duplicate-key");
  }

  @Test
  void newColumnsHaveTheTypeOfTheirValuesInRowsThatAreTaken() {
    assertThat(
            newColumns(
                adding("no", "g.no"),
                """
                {"n":1,"x":1,"s":"a","at":"2021-05-29T00:00:00Z","no":1,"nothing":null}
                {"x":1.5,"g":{"alt":1,"no":1},"items":[{"z":[1]}],"m":{"k":{"q":true}}}
                {"o":{"a":1,"b":{"c":"d"}},"mixed":1,"\\u00fcber":1,"id":1,"_rescued":1}
                {"mixed":"a","id":"not a number","of a rejected row":1}
                {"mixed":"b"}
                """))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "n", "long",
                "x", "double",
                "s", "string",
                "at", "timestamptz",
                "g.alt", "long",
                "items.element.z", "list<long>",
                "m.value.q", "boolean",
                "o", "struct<a: optional long, b: optional struct<c: optional string>>",
                "über", "long"));
  }

  @Test
  void anObjectThatIsUsedAsAMapAsksForABoundedNumberOfColumns() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      rows.append("{\"key").append(i).append("\":1,\"").append("x".repeat(65)).append("\":1}\n");
    }
    assertThat(newColumns(adding(), rows.toString()))
        .hasSize(256)
        .doesNotContainKey("x".repeat(65));
  }

  @Test
  void onlyAnOptionalStringAtTheTopCanTakeWhatIsRescued() {
    for (String column : List.of("id", "missing", "g.lat")) {
      assertThatThrownBy(() -> options(UnknownKeys.rescued(column)))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("rescue column '" + column + "'");
    }
    Schema required = SchemaText.parse(Map.of("r", "string required"));
    assertThatThrownBy(
            () -> JsonLinesOptions.of(required).withJson(Set.of(), UnknownKeys.rescued("r")))
        .hasMessageContaining("optional column at the top");
  }

  @Test
  void unknownKeysTakeNoMemoryRowByRow() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append("{\"id\":1,\"u\":{\"a\":[1,{\"b\":2}],\"key").append(i % 500).append("\":1},");
      text.append("\"k").append(i).append("\":1,\"items\":[{\"z\":\"\\u0041\"}],\"id2\":7}\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    for (UnknownKeys unknown : List.of(UnknownKeys.IGNORED, UnknownKeys.rescued("_rescued"))) {
      Batch batch = new Batch(SCHEMA);
      decode(unknown, batch, bytes);
      batch.clear();
      long before = allocatedBytes();
      decode(unknown, batch, bytes);
      assertThat(batch.rowCount()).isEqualTo(20_000);
      // The buffer of 256 KiB and what a file learns of its keys; 16 bytes per row would show.
      assertThat(allocatedBytes() - before).isLessThan((256 << 10) + 200_000);
    }
  }

  private static void decode(UnknownKeys unknown, Batch batch, byte[] bytes) throws IOException {
    FileIdentity file =
        new FileIdentity("file:///logs/a.json", Optional.empty(), Optional.empty(), bytes.length);
    try (FileDecoder decoding =
        new JsonLinesDecoder(options(unknown), StreamOpener.PLAIN)
            .open(
                file,
                new ByteArrayInputStream(bytes),
                (line, offset, reason, detail, raw, from, length) -> {
                  throw new AssertionError(detail);
                })) {
      while (decoding.decode(batch, Long.MAX_VALUE)) {
        throw new AssertionError("stopped early");
      }
    }
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
