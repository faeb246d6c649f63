package dev.firn.decode.json;

import dev.firn.decode.RejectReason;
import java.nio.charset.StandardCharsets;

/** Words for a person about a row that is not taken; only used for such rows. */
final class RejectDetail {
  private static final int MAX_EXCERPT_BYTES = 60;

  private RejectDetail() {}

  /**
   * One line: column, what was expected, what was found, where in the row.
   *
   * @param from where the row begins
   * @param to where it ends
   */
  static String of(RowError error, byte[] b, int from, int to) {
    int at = Math.min(Math.max(error.position(), from), to);
    String column = error.column();
    StringBuilder detail = new StringBuilder();
    if (column != null) {
      detail.append("column '").append(column).append("': ");
    }
    detail.append("expected ").append(error.expected());
    if (error.reason() != RejectReason.MISSING_REQUIRED) {
      detail.append(", got ").append(excerpt(b, at, to));
    }
    return detail.append(" at byte ").append(at - from).append(" of the row").toString();
  }

  private static String excerpt(byte[] b, int from, int to) {
    if (from >= to) {
      return "the end of the row";
    }
    int end = Math.min(to, tokenEnd(b, from, Math.min(to, from + MAX_EXCERPT_BYTES)));
    String text = new String(b, from, end - from, StandardCharsets.UTF_8);
    StringBuilder clean = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      clean.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '\uFFFD' : c);
    }
    boolean cut = end == from + MAX_EXCERPT_BYTES && end < to;
    return "'" + clean + "'" + (cut ? "…" : "");
  }

  /** Where a number, word or string ends that begins at {@code from}; at least one byte behind. */
  private static int tokenEnd(byte[] b, int from, int limit) {
    boolean string = b[from] == '"';
    for (int p = from + 1; p < limit; p++) {
      byte c = b[p];
      if (string ? c == '"' && b[p - 1] != '\\' : c == ',' || c == '}' || c == ']' || c == ' ') {
        return string ? p + 1 : p;
      }
    }
    return limit;
  }
}
