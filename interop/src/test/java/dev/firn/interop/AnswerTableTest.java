package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTableTest {
  private static final Map<String, List<String>> TRUTH =
      Map.of("rows", List.of("1\ta", "2\tb"), "none", List.of());

  @Test
  void equalAnswersAreOk() {
    AnswerTable table = new AnswerTable(TRUTH, Map.of("X", Map.of("rows", TRUTH.get("rows"))));
    assertThat(table.differences()).isEmpty();
    assertThat(table.toString()).contains("ok").doesNotContain("WRONG");
  }

  @Test
  void aCellARowTooFewAndARowTooManyAreDifferences() {
    for (List<String> wrong :
        List.of(List.of("1\ta", "2\tc"), List.of("1\ta"), List.of("1\ta", "2\tb", "2\tb"))) {
      AnswerTable table = new AnswerTable(TRUTH, Map.of("X", Map.of("rows", wrong)));
      assertThat(table.differences()).singleElement().asString().startsWith("X, rows: ");
      assertThat(table.toString()).contains("WRONG");
    }
    AnswerTable unasked =
        new AnswerTable(
            TRUTH, Map.of("X", Map.of("rows", TRUTH.get("rows"), "none", List.of("3\tc"))));
    assertThat(unasked.differences()).singleElement().asString().startsWith("X, none: 1 rows of 0");
  }
}
