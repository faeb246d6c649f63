package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.error.FirnException;
import dev.firn.table.SchemaText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaInferenceTest {
  private static SchemaInference sample(SchemaInference inference, String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      inference.sample("a.json", new ByteArrayInputStream(bytes), 1 << 20);
      return inference;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SchemaInference.Inferred infer(String text) {
    return sample(new SchemaInference(1000, 1 << 20), text).infer();
  }

  @Test
  void typesAreWidenedToWhatHoldsAllValues() {
    SchemaInference.Inferred inferred =
        infer(
            """
            {"ts":"2021-05-29T12:00:00Z","num":1,"x":1,"b":true,"d":"2021-05-29","s":"a","z":null}
            {"ts":"2021-05-29T12:00:01.5+02:00","num":2,"x":1.5,"b":false,"d":"2021-05-30","s":1}
            {"ts":"2021-05-29T12:00:02","late":{"lat":1.5,"deep":{"k":"v"}},"tags":["a",null]}
            {"ts":"2021-05-29T12:00:02Z","late":{"lon":2},"tags":[],"big":18446744073709551615}
            {"ts":"2021-05-29T12:00:02Z","mixed":"2021-05-29","TS":1,"empty":{},"none":[]}
            {"ts":"2021-05-29T12:00:02Z","mixed":"2021-05-29T12:00:02Z","rows":[{"a":1},{"b":2}]}
            """);
    assertThat(SchemaText.formatYaml(inferred.schema(), 0))
        .isEqualTo(
            """
            ts: timestamptz
            num: long
            x: double
            b: boolean
            d: date
            s: string
            z: string
            late:
              lat: double
              deep:
                k: string
              lon: long
            tags: "list<string>"
            big: double
            mixed: string
            none: "list<string>"
            rows: "list<struct<a:long, b:long>>"
            """);
    assertThat(inferred.eventTimeColumn()).contains("ts");
    assertThat(inferred.jsonText()).containsExactly("s");
    assertThat(inferred.rowsRead()).isEqualTo(6);
    assertThat(inferred.schema().findField("ts").fieldId()).isEqualTo(1);
  }

  @Test
  void valuesOfSeveralKindsBecomeColumnsOfJsonText() {
    SchemaInference.Inferred inferred =
        infer(
            """
            {"a":1,"b":{"c":1},"d":[1,"x"],"e":{"f":[true]},"g":[{"h":1}],"x.y":1,"x":{"y":1}}
            {"a":{},"b":[1],"d":["x",2],"e":{"f":7},"g":[{"h":"i"}],"z.z":1}
            """);
    assertThat(SchemaText.formatYaml(inferred.schema(), 0))
        .isEqualTo(
            """
            a: string
            b: string
            d: "list<string>"
            e:
              f: string
            g: "list<struct<h:string>>"
            x:
              "y": long
            "z.z": long
            """);
    assertThat(inferred.jsonText()).containsExactly("a", "b", "d.element", "e.f", "g.element.h");
    Decoding decoding =
        Decoding.of(
            JsonLinesOptions.of(inferred.schema())
                .withJson(java.util.Set.copyOf(inferred.jsonText()), UnknownKeys.IGNORED),
            "{\"a\":{\"q\":1},\"d\":[1,\"x\",null,[]],\"e\":{\"f\":{}}}\n");
    assertThat(Values.of(decoding.batch, 0))
        .containsEntry("a", "{\"q\":1}")
        .containsEntry("d", java.util.Arrays.asList("1", "\"x\"", null, "[]"))
        .containsEntry("e", Map.of("f", "{}"));
  }

  @Test
  void theEventTimeIsInEveryRowAndUsuallyNamed() {
    String two = "{\"created\":\"2021-05-29T12:00:00Z\",\"Time\":\"2021-05-29T12:00:00Z\"}\n";
    assertThat(infer(two).eventTimeColumn()).contains("Time");
    assertThat(infer(two + "{\"created\":\"2021-05-29T12:00:00Z\"}").eventTimeColumn())
        .contains("created");
    assertThat(infer(two + "{\"created\":null}").eventTimeColumn()).isEmpty();
  }

  @Test
  void rowsThatAreNoObjectsAreSkipped() {
    SchemaInference.Inferred inferred =
        infer("\uFEFF[1]\n{\"a\":1} x\n{\"a\":\n{\"b\":2}\r\n  {\"b\":3}  \r{\"b\":4}\r7");
    assertThat(inferred.schema().columns()).hasSize(1);
    assertThat(inferred.rowsRead()).isEqualTo(3);
    assertThat(inferred.rowsSkipped()).isEqualTo(4);
  }

  @Test
  void theSampleIsBounded() {
    SchemaInference inference = new SchemaInference(10, 100);
    String rows = ("{\"a\":1}\n").repeat(100);
    assertThat(sample(inference, rows).infer().rowsRead()).isEqualTo(10);
    SchemaInference shortLines = new SchemaInference(10, 100);
    String longRow = "{\"long\":\"" + "x".repeat(200_000) + "\"}\n";
    SchemaInference.Inferred inferred = sample(shortLines, longRow + "{\"a\":1}").infer();
    assertThat(inferred.rowsSkipped()).isEqualTo(1);
    assertThat(inferred.schema().findField("long")).isNull();
  }

  @Test
  void anEmptySampleIsRefused() {
    assertThatThrownBy(() -> infer("\n[]\n"))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("none of 1 sampled rows");
  }

  @Test
  void aRareValueOfAnotherKindDoesNotMakeAColumnText() {
    String rows = "{\"id\":7,\"ms\":1}\n".repeat(199) + "{\"id\":\"not a number\",\"ms\":0.5}\n";
    assertThat(SchemaText.formatYaml(infer(rows).schema(), 0)).isEqualTo("id: long\nms: double\n");
  }
}
