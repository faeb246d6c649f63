package dev.firn.bench.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/** Adds 48 fields to a row: 60 in all, about 1.5 KB. One thread. */
final class WideRows {
  static final int FIELDS = 48;
  private static final int TEXT_CHARS = 34;

  private final SplittableRandom random = new SplittableRandom(1);

  /** The name of an added field. */
  static String field(int number) {
    return String.format(Locale.ROOT, "x%02d", number);
  }

  /** A row with more fields before its closing brace. */
  byte[] widen(String row) {
    StringBuilder text = new StringBuilder(1600);
    text.append(row, 0, row.lastIndexOf('}'));
    for (int i = 0; i < FIELDS; i++) {
      text.append(",\"").append(field(i)).append("\":");
      switch (i % 3) {
        case 0 -> appendText(text, i);
        case 1 -> text.append(random.nextLong(1L << 40));
        default -> text.append(random.nextInt(1_000_000)).append('.').append(random.nextInt(10));
      }
    }
    return text.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Half of the texts repeat, as names do; the others are as good as unique. */
  private void appendText(StringBuilder text, int number) {
    text.append('"');
    if (number % 2 == 0) {
      text.append("name-of-something-that-repeats-").append(random.nextInt(100));
    } else {
      for (int i = 0; i < TEXT_CHARS; i++) {
        text.append((char) ('a' + random.nextInt(16)));
      }
    }
    text.append('"');
  }
}
