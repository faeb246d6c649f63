package dev.firn.decode.csv;

import java.nio.charset.StandardCharsets;

/** Bytes of a record as a person gets to see them; only used for records that are rejected. */
final class Excerpt {
  private static final int MAX_BYTES = 60;

  private Excerpt() {}

  /** The first bytes of {@code [from, end)} in quotes, on one line. */
  static String of(byte[] b, int from, int end) {
    if (from >= end) {
      return "the end of the record";
    }
    int shown = Math.min(end, from + MAX_BYTES);
    String text =
        new String(b, from, shown - from, StandardCharsets.UTF_8)
            .replaceAll("[\\p{Cntrl}\u2028\u2029]", "\uFFFD");
    return "'" + text + "'" + (shown < end ? "…" : "");
  }
}
