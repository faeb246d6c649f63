package dev.firn.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Engine × question: equal to the truth or not.
 *
 * @param truth sorted lines by question
 * @param answers the same by engine; a question without rows may be missing
 */
record AnswerTable(
    Map<String, List<String>> truth, Map<String, Map<String, List<String>>> answers) {
  /** The first differing line of every answer that is wrong. */
  List<String> differences() {
    List<String> differences = new ArrayList<>();
    answers.forEach(
        (engine, found) ->
            truth.forEach(
                (question, expected) -> {
                  List<String> got = found.getOrDefault(question, List.of());
                  if (!got.equals(expected)) {
                    differences.add(difference(engine, question, expected, got));
                  }
                }));
    return differences;
  }

  private static String difference(
      String engine, String question, List<String> expected, List<String> got) {
    int at = 0;
    while (at < expected.size() && at < got.size() && expected.get(at).equals(got.get(at))) {
      at++;
    }
    return engine
        + ", "
        + question
        + ": "
        + got.size()
        + " rows of "
        + expected.size()
        + "; first difference:\n  expected "
        + (at < expected.size() ? expected.get(at) : "no more")
        + "\n  got      "
        + (at < got.size() ? got.get(at) : "no more");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%n%-24s%12s", "", "rows"));
    answers.keySet().forEach(engine -> text.append(String.format(Locale.ROOT, "%12s", engine)));
    truth.forEach(
        (question, expected) -> {
          text.append(String.format(Locale.ROOT, "%n%-24s%,12d", question, expected.size()));
          answers
              .values()
              .forEach(
                  found ->
                      text.append(
                          String.format(
                              Locale.ROOT,
                              "%12s",
                              found.getOrDefault(question, List.of()).equals(expected)
                                  ? "ok"
                                  : "WRONG")));
        });
    return text.append('\n').toString();
  }
}
