package dev.firn.interop;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An answer's row as a line: the notation in which all engines write, see {@code AnswerLines}. */
final class Cells {
  private Cells() {}

  static String line(List<?> cells) {
    return cells.stream().map(Cells::text).collect(Collectors.joining("\t"));
  }

  private static String text(Object cell) {
    if (cell == null) {
      return "\\N";
    }
    if (cell instanceof Double number) {
      return String.format(Locale.ROOT, "%016x", Double.doubleToLongBits(number));
    }
    if (cell instanceof String text) {
      return text.replace("\\", "\\\\")
          .replace("\t", "\\t")
          .replace("\n", "\\n")
          .replace("\r", "\\r");
    }
    return Long.toString(((Number) cell).longValue());
  }
}
