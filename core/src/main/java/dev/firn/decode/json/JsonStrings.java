package dev.firn.decode.json;

import dev.firn.decode.BinaryText;
import dev.firn.decode.RejectReason;
import java.util.Arrays;

/**
 * Reads JSON strings: finds their end, checks escapes and UTF-8, and decodes escapes.
 *
 * <p>An escape of half a surrogate pair is refused wherever it stands, since UTF-8 can't hold it.
 */
final class JsonStrings {
  private static final int INITIAL_SCRATCH_BYTES = 256;

  private final RowError error;
  private boolean escaped;
  private byte[] scratch = new byte[INITIAL_SCRATCH_BYTES];
  private int length;

  JsonStrings(RowError error) {
    this.error = error;
  }

  /**
   * The position of the closing quote.
   *
   * @param from the first byte behind the opening quote
   */
  int end(byte[] b, int from) {
    escaped = false;
    int p = from;
    while (true) {
      long stops = JsonText.stringStops((long) JsonText.LONGS.get(b, p));
      if (stops == 0) {
        p += Long.BYTES;
        continue;
      }
      p += Long.numberOfTrailingZeros(stops) >>> 3;
      byte c = b[p];
      if (c == '"') {
        return p;
      }
      p = special(b, p, c);
      if (p < 0) {
        return p;
      }
    }
  }

  /** Whether the string that was ended last has escapes. */
  boolean escaped() {
    return escaped;
  }

  /**
   * Decodes the escapes of the string {@code [from, end)}, which {@link #end} has accepted, into
   * {@link #scratch}.
   *
   * @return how many bytes it has
   */
  int decode(byte[] b, int from, int end) {
    if (scratch.length < end - from) {
      scratch = new byte[Math.max(end - from, scratch.length * 2)];
    }
    length = 0;
    int p = from;
    while (p < end) {
      byte c = b[p++];
      if (c != '\\') {
        scratch[length++] = c;
      } else if (b[p] == 'u') {
        p = decodeUnicode(b, p + 1);
      } else {
        scratch[length++] = unescape(b[p++]);
      }
    }
    return length;
  }

  /** What {@link #decode} has written; valid until the next call. */
  byte[] scratch() {
    return scratch;
  }

  /** Gives the scratch array back its size after a very long value. */
  void trim() {
    if (scratch.length > 1 << 16) {
      scratch = Arrays.copyOf(scratch, INITIAL_SCRATCH_BYTES);
    }
  }

  private int special(byte[] b, int p, byte c) {
    if (c < 0) {
      return sequence(b, p);
    }
    if (c == '\\') {
      escaped = true;
      return escape(b, p);
    }
    return error.fail(
        RejectReason.MALFORMED,
        p,
        c == '\n' ? "a closing quote" : "no control character in a string");
  }

  /** The position behind a well-formed UTF-8 sequence (Unicode 15, table 3-7). */
  private int sequence(byte[] b, int p) {
    int lead = b[p] & 0xFF;
    int second = b[p + 1] & 0xFF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return isContinuation(b[p + 1]) ? p + 2 : invalid(p);
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      int low = lead == 0xE0 ? 0xA0 : 0x80;
      int high = lead == 0xED ? 0x9F : 0xBF;
      return second >= low && second <= high && isContinuation(b[p + 2]) ? p + 3 : invalid(p);
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
      int low = lead == 0xF0 ? 0x90 : 0x80;
      int high = lead == 0xF4 ? 0x8F : 0xBF;
      return second >= low && second <= high && isContinuation(b[p + 2]) && isContinuation(b[p + 3])
          ? p + 4
          : invalid(p);
    }
    return invalid(p);
  }

  private int invalid(int p) {
    return error.fail(RejectReason.INVALID_UTF8, p, "valid UTF-8");
  }

  private static boolean isContinuation(byte c) {
    return (c & 0xC0) == 0x80;
  }

  private int escape(byte[] b, int p) {
    switch (b[p + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
        return p + 2;
      case 'u':
        return unicode(b, p);
      default:
        return error.fail(RejectReason.MALFORMED, p, "an escape of JSON");
    }
  }

  private int unicode(byte[] b, int p) {
    int unit = unit(b, p + 2);
    if (unit < 0) {
      return error.fail(RejectReason.MALFORMED, p, "four hexadecimal digits");
    }
    if (unit < Character.MIN_SURROGATE || unit > Character.MAX_SURROGATE) {
      return p + 6;
    }
    if (unit <= Character.MAX_HIGH_SURROGATE && b[p + 6] == '\\' && b[p + 7] == 'u') {
      int low = unit(b, p + 8);
      if (low >= Character.MIN_LOW_SURROGATE && low <= Character.MAX_LOW_SURROGATE) {
        return p + 12;
      }
    }
    return error.fail(RejectReason.INVALID_UTF8, p, "both halves of a surrogate pair");
  }

  /** The value of four hexadecimal digits, or −1; stops at the first byte that is none. */
  private static int unit(byte[] b, int p) {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = BinaryText.hexDigit(b[p + i]);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private int decodeUnicode(byte[] b, int from) {
    int code = unit(b, from);
    int p = from + 4;
    if (Character.isHighSurrogate((char) code)) {
      code = Character.toCodePoint((char) code, (char) unit(b, p + 2));
      p += 6;
    }
    if (code < 0x80) {
      scratch[length++] = (byte) code;
    } else if (code < 0x800) {
      scratch[length++] = (byte) (0xC0 | code >> 6);
      scratch[length++] = (byte) (0x80 | code & 0x3F);
    } else if (code < 0x10000) {
      scratch[length++] = (byte) (0xE0 | code >> 12);
      scratch[length++] = (byte) (0x80 | code >> 6 & 0x3F);
      scratch[length++] = (byte) (0x80 | code & 0x3F);
    } else {
      scratch[length++] = (byte) (0xF0 | code >> 18);
      scratch[length++] = (byte) (0x80 | code >> 12 & 0x3F);
      scratch[length++] = (byte) (0x80 | code >> 6 & 0x3F);
      scratch[length++] = (byte) (0x80 | code & 0x3F);
    }
    return p;
  }

  private static byte unescape(byte c) {
    switch (c) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      default:
        return c;
    }
  }
}
