package dev.firn.transform.eval;

import java.nio.charset.StandardCharsets;

/**
 * A pattern of SQL's {@code like}: {@code %} stands for any text, {@code _} for one code point,
 * everything else for itself. Works on UTF-8; its time is at most pattern length times text length.
 */
final class LikePattern {
  private final byte[] pattern;

  LikePattern(String pattern) {
    this.pattern = pattern.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the whole of {@code [from, to)} matches. */
  boolean matches(byte[] text, int from, int to) {
    int p = 0;
    int t = from;
    int afterPercent = -1;
    int retry = from;
    while (t < to) {
      if (p < pattern.length && pattern[p] == '%') {
        afterPercent = ++p;
        retry = t;
      } else if (p < pattern.length && pattern[p] == '_') {
        p++;
        t = next(text, t, to);
      } else if (p < pattern.length && pattern[p] == text[t]) {
        p++;
        t++;
      } else if (afterPercent >= 0) {
        p = afterPercent;
        retry = next(text, retry, to);
        t = retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '%') {
      p++;
    }
    return p == pattern.length;
  }

  /** The position behind the code point at {@code t}. */
  private static int next(byte[] text, int t, int to) {
    int p = t + 1;
    while (p < to && (text[p] & 0xC0) == 0x80) {
      p++;
    }
    return p;
  }
}
