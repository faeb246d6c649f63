package dev.firn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class SchemaTextTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static Schema parse(String yaml) {
    try {
      return SchemaText.parse(YAML.readValue(yaml, Object.class));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }

  @Test
  void theMappingFormIsReadInOrder() {
    Schema schema =
        parse(
            """
            ts: timestamptz required
            action: string required
            user_id: long
            amount: decimal(10,2) comment 'in euro''s'
            geo: {lat: double, lon: double}
            tags: list<string>
            attrs: map<string,string>
            """);
    assertThat(schema.columns().stream().map(Types.NestedField::name))
        .containsExactly("ts", "action", "user_id", "amount", "geo", "tags", "attrs");
    assertThat(schema.findField("ts").isRequired()).isTrue();
    assertThat(schema.findField("ts").fieldId()).isEqualTo(1);
    assertThat(schema.findField("user_id").isOptional()).isTrue();
    assertThat(schema.findField("amount").doc()).isEqualTo("in euro's");
    assertThat(schema.findType("amount")).isEqualTo(Types.DecimalType.of(10, 2));
    assertThat(schema.findType("geo.lat")).isEqualTo(Types.DoubleType.get());
    assertThat(schema.findField("geo.lat").fieldId()).isGreaterThan(7);
    assertThat(schema.findType("attrs").asMapType().valueType()).isEqualTo(Types.StringType.get());
  }

  @Test
  void theListFormSaysTheSame() {
    Schema listed =
        parse(
            """
            - {name: ts, type: timestamptz, required: true, doc: when}
            - {name: geo, type: {lat: double}}
            """);
    Schema mapped = parse("{ts: timestamptz required comment 'when', geo: {lat: double}}");
    assertThat(listed.sameSchema(mapped)).isTrue();
  }

  @Test
  void everyTypeComesBackFromItsText() throws IOException {
    Schema schema =
        parse(
            """
            a: boolean
            b: int required
            c: bigint
            d: float
            e: double
            f: decimal(38,0)
            g: date
            h: time
            i: timestamp
            j: timestamptz
            k: string comment 'two words, "quotes" and \\ and it''s'
            l: uuid
            m: fixed[16]
            n: binary
            o: array<struct<x:int required, `odd name`:list<map<string, long required>>>>
            p: map<string, struct<y:timestamp_ns, z:timestamptz_ns>> required
            "yes": {deep: {deeper: "struct<a: int> required"}}
            "naïve key": string
            """);
    assertThat(SchemaText.parse(SchemaText.format(schema)).sameSchema(schema)).isTrue();
    Object tree = YAML.readValue(SchemaText.formatYaml(schema, 2), Object.class);
    assertThat(SchemaText.parse(tree).sameSchema(schema)).isTrue();
    assertThat(SchemaText.formatYaml(schema, 2)).contains("  b: int required\n");
  }

  @Test
  void errorsNameTheKeyAndWhatIsAllowed() {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry(
                "{a: strin}", "schema.a 'strin', column 1: unknown type 'strin'; allowed are"),
            Map.entry("{a: 5}", "schema.a: expected a type"),
            Map.entry("{a: }", "schema.a: expected a type"),
            Map.entry("{a: int, A: int}", "schema: expected names that differ by more than case"),
            Map.entry("{g: {I: int, i: int}}", "schema.g: expected names that differ by more"),
            Map.entry("{a: 'struct<x: int, X: int>'}", "'X' and 'x' are the same name"),
            Map.entry("{a: 'decimal(39,2)'}", "precision must be at most 38, got 39"),
            Map.entry("{a: 'decimal(3,4)'}", "scale must be at most the precision 3, got 4"),
            Map.entry("{a: decimal}", "as in decimal(10,2)"),
            Map.entry("{a: 'list<string'}", "expected '>' after the type of the elements"),
            Map.entry("{a: string mandatory}", "only 'required', 'optional' or comment"),
            Map.entry("[{name: a, typ: int}]", "schema[0]: expected only the keys name, type"),
            Map.entry("[{name: a, type: int, required: 1}]", "schema[0].required: expected true"),
            Map.entry("[{type: int}]", "schema[0].name: expected a column's name"),
            Map.entry("{}", "schema: expected at least one column"),
            Map.entry("text", "schema: expected a mapping of column names"));
    expected.forEach(
        (yaml, message) ->
            assertThatThrownBy(() -> parse(yaml))
                .as(yaml)
                .isInstanceOf(FirnException.class)
                .hasMessageContaining(message));
  }
}
