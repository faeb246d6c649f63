package dev.firn.decode.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.decode.format.InferredSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CsvSamplerTest {
  private static InferredSchema infer(String... files) throws IOException {
    CsvSampler sampler = new CsvSampler(CsvDialect.RFC_4180, 1000);
    for (String file : files) {
      sampler.sample(
          "a.csv", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), 1 << 20);
    }
    return sampler.infer();
  }

  @Test
  void typesAreThoseThatAllValuesHave() throws IOException {
    InferredSchema found =
        infer(
            "n,x,t,ts,d,s,zip,none\n"
                + "1,1,true,2021-05-29T12:00:00Z,2021-05-29,a,00501,\n"
                + "-9,0.5,False,2021-05-29 12:00:00+02:00,2021-05-30,7,10001,\n",
            "n,more\n,\"x\"\n");
    assertThat(found.schema().columns().stream().map(c -> c.name() + " " + c.type()))
        .containsExactly(
            "n long",
            "x double",
            "t boolean",
            "ts timestamptz",
            "d date",
            "s string",
            "zip string",
            "none string",
            "more string");
    assertThat(found.rowsRead()).isEqualTo(3);
    // A column that not every row has is no event time.
    assertThat(found.eventTimeColumn()).isEmpty();
  }

  @Test
  void aFewOddValuesAreTakenForFaults() throws IOException {
    String file = "ts,n\n" + "2021-05-29T12:00:00Z,1\n".repeat(200) + "2021-05-29T12:00:00Z,oops\n";
    InferredSchema found = infer(file);
    assertThat(found.schema().findType("n").toString()).isEqualTo("long");
    assertThat(found.eventTimeColumn()).hasValue("ts");
  }

  @Test
  void rowsThatCanNotBeReadAreCounted() throws IOException {
    assertThat(infer("a,b\n1,2\n1\n\"x\"y,2\n").rowsSkipped()).isEqualTo(2);
    assertThatThrownBy(() -> infer("")).hasMessageContaining("CSV with a header");
  }
}
