package dev.firn.parquet;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts long byte strings to bounds that still hold.
 *
 * <p>A lower bound is a prefix. An upper bound is a prefix with its last unit raised: a byte, or in
 * text a code point, past the surrogates and never half a character; where no unit can be raised
 * there is none.
 */
final class ShortBounds {
  private static final int MAX_CODE_POINT_BYTES = 4;

  private ShortBounds() {}

  /** A lower bound of at most {@code maxBytes} bytes. */
  static byte[] lower(byte[] value, int maxBytes, boolean text) {
    return value.length <= maxBytes ? value : Arrays.copyOf(value, cut(value, maxBytes, text));
  }

  /** An upper bound of at most {@code maxBytes} bytes, if there is one. */
  static Optional<byte[]> upper(byte[] value, int maxBytes, boolean text) {
    if (value.length <= maxBytes) {
      return Optional.of(value);
    }
    int cut = cut(value, maxBytes, text);
    return text && isText(value, cut) ? raisedText(value, cut) : raisedBytes(value, cut);
  }

  /** A lower bound of at most {@code codePoints}; empty if the value does not begin as text. */
  static Optional<byte[]> lowerText(byte[] value, int codePoints) {
    int cut = codePointCut(value, codePoints);
    return isText(value, cut) ? Optional.of(Arrays.copyOf(value, cut)) : Optional.empty();
  }

  /** An upper bound of at most {@code codePoints}, if there is one. */
  static Optional<byte[]> upperText(byte[] value, int codePoints) {
    int cut = codePointCut(value, codePoints);
    if (!isText(value, cut)) {
      return Optional.empty();
    }
    return cut == value.length ? Optional.of(value) : raisedText(value, cut);
  }

  private static int cut(byte[] value, int maxBytes, boolean text) {
    int cut = maxBytes;
    while (text && cut > 0 && cut > maxBytes - MAX_CODE_POINT_BYTES && isInside(value[cut])) {
      cut--;
    }
    return cut;
  }

  private static int codePointCut(byte[] value, int codePoints) {
    int seen = 0;
    for (int i = 0; i < value.length; i++) {
      if (!isInside(value[i]) && seen++ == codePoints) {
        return i;
      }
    }
    return value.length;
  }

  /** Whether a byte continues a UTF-8 sequence. */
  private static boolean isInside(byte unit) {
    return (unit & 0xC0) == 0x80;
  }

  private static boolean isText(byte[] value, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static Optional<byte[]> raisedBytes(byte[] value, int cut) {
    for (int i = cut - 1; i >= 0; i--) {
      if (value[i] != -1) {
        byte[] raised = Arrays.copyOf(value, i + 1);
        raised[i]++;
        return Optional.of(raised);
      }
    }
    return Optional.empty();
  }

  private static Optional<byte[]> raisedText(byte[] value, int cut) {
    String prefix = new String(value, 0, cut, StandardCharsets.UTF_8);
    int end = prefix.length();
    while (end > 0) {
      int last = prefix.codePointBefore(end);
      int start = end - Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        String raised = prefix.substring(0, start) + Character.toString(next);
        return Optional.of(raised.getBytes(StandardCharsets.UTF_8));
      }
      end = start;
    }
    return Optional.empty();
  }
}
