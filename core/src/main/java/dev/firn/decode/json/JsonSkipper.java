package dev.firn.decode.json;

import dev.firn.decode.NumberText;
import dev.firn.decode.RejectReason;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Passes over a JSON value and checks its syntax: values of unknown fields, and rows that are
 * rejected, to tell what is no JSON from what does not fit the table. Iterative, so that no input
 * exhausts the stack.
 */
final class JsonSkipper {
  /**
   * Objects and arrays within each other, the row being the first; past any log, see RFC 8259 §9.
   */
  static final int MAX_DEPTH = 512;

  /** What is expected of a key, for messages. */
  static final String ONCE = "each key once";

  static final String TOO_DEEP = "at most " + MAX_DEPTH + " levels";

  static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

  private final RowError error;
  private final JsonStrings strings;
  private final NumberText numbers;

  private final @Nullable SeenKeys seen;

  /** For each open depth, whether it is an object. */
  private final long[] objects = new long[MAX_DEPTH / Long.SIZE + 1];

  /**
   * @param seen notices keys that stand twice; null if they are let pass
   */
  JsonSkipper(RowError error, JsonStrings strings, NumberText numbers, @Nullable SeenKeys seen) {
    this.seen = seen;
    this.error = error;
    this.strings = strings;
    this.numbers = numbers;
  }

  /**
   * The position behind a value.
   *
   * @param from the value's first byte
   * @param outerDepth objects and arrays that the value lies in
   */
  int skip(byte[] b, int from, int outerDepth) {
    int depth = outerDepth;
    int p = from;
    while (true) {
      byte c = b[p];
      if (c == '{' || c == '[') {
        if (depth == MAX_DEPTH) {
          return error.fail(RejectReason.TOO_DEEP, p, TOO_DEEP);
        }
        setObject(depth++, c == '{');
        p = JsonText.skipBlanks(b, p + 1);
        if (b[p] != (c == '{' ? '}' : ']')) {
          if (c == '{' && seen != null) {
            seen.open(depth);
          }
          p = c == '{' ? key(b, p, depth) : p;
          if (p < 0) {
            return p;
          }
          continue;
        }
        p++;
        depth--;
      } else {
        p = scalar(b, p, c);
      }
      while (p >= 0 && depth > outerDepth) {
        p = JsonText.skipBlanks(b, p);
        boolean object = isObject(depth - 1);
        if (b[p] == ',') {
          p = JsonText.skipBlanks(b, p + 1);
          p = object ? key(b, p, depth) : p;
          break;
        }
        if (b[p] != (object ? '}' : ']')) {
          return malformed(p, object ? "',' or '}'" : "',' or ']'");
        }
        p++;
        depth--;
      }
      if (p < 0 || depth == outerDepth) {
        return p;
      }
    }
  }

  /** The position of the value behind a key and its colon. */
  private int key(byte[] b, int from, int depth) {
    if (b[from] != '"') {
      return malformed(from, "a key in double quotes");
    }
    int p = strings.end(b, from + 1);
    if (p < 0) {
      return p;
    }
    if (seen != null && !isFirst(seen, b, from + 1, p, depth)) {
      return error.fail(RejectReason.DUPLICATE_KEY, from, ONCE);
    }
    p = JsonText.skipBlanks(b, p + 1);
    if (b[p] != ':') {
      return malformed(p, "':' after the key");
    }
    return JsonText.skipBlanks(b, p + 1);
  }

  private boolean isFirst(SeenKeys keys, byte[] b, int from, int end, int depth) {
    if (!strings.escaped()) {
      return keys.add(depth, b, from, end);
    }
    int length = strings.decode(b, from, end);
    return keys.add(depth, strings.scratch(), 0, length);
  }

  private int scalar(byte[] b, int p, byte c) {
    switch (c) {
      case '"':
        int end = strings.end(b, p + 1);
        return end < 0 ? end : end + 1;
      case 't':
        return literal(b, p, TRUE);
      case 'f':
        return literal(b, p, FALSE);
      case 'n':
        return literal(b, p, NULL);
      default:
        return NumberText.isStart(c) ? number(b, p) : malformed(p, "a value");
    }
  }

  private int number(byte[] b, int p) {
    int end = numbers.scan(b, p);
    return end < 0 ? error.failNumber(numbers) : end;
  }

  private int literal(byte[] b, int p, byte[] word) {
    int end = JsonText.literal(b, p, word);
    return end < 0 ? malformed(p, "a value") : end;
  }

  private int malformed(int p, String expected) {
    return error.fail(RejectReason.MALFORMED, p, expected);
  }

  private void setObject(int depth, boolean object) {
    long bit = 1L << depth;
    if (object) {
      objects[depth >> 6] |= bit;
    } else {
      objects[depth >> 6] &= ~bit;
    }
  }

  private boolean isObject(int depth) {
    return (objects[depth >> 6] & 1L << depth) != 0;
  }
}
