package dev.firn.transform.eval;

import java.nio.charset.StandardCharsets;

/**
 * A text for regular expressions that gives up after so many looks at a character: with some
 * expressions the time grows with the power of the text's length. One thread.
 */
final class BoundedText implements CharSequence {
  /** Looks per text; no expression that works on log lines comes near, and it takes 0.1 s. */
  private static final long MAX_LOOKS = 10_000_000;

  /** Looks per character in addition, so that long texts have their share. */
  private static final long LOOKS_PER_CHAR = 100;

  private byte[] bytes = new byte[0];
  private int from;
  private int length;
  private String decoded = "";
  private boolean ascii;
  private long looksLeft;

  /** The limit was reached. */
  static final class TooManyLooksException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooManyLooksException() {
      super("a regular expression takes too long", null, false, false);
    }
  }

  /** Takes the UTF-8 text {@code [begin, begin + byteLength)}; the array is not copied. */
  void set(byte[] utf8, int begin, int byteLength) {
    bytes = utf8;
    from = begin;
    ascii = isAscii(utf8, begin, byteLength);
    decoded = ascii ? "" : new String(utf8, begin, byteLength, StandardCharsets.UTF_8);
    length = ascii ? byteLength : decoded.length();
    looksLeft = MAX_LOOKS + LOOKS_PER_CHAR * length;
  }

  private static boolean isAscii(byte[] b, int from, int length) {
    int or = 0;
    for (int i = from; i < from + length; i++) {
      or |= b[i];
    }
    return or >= 0;
  }

  /** Whether characters are bytes, at the same positions. */
  boolean isAscii() {
    return ascii;
  }

  @Override
  public char charAt(int index) {
    if (--looksLeft < 0) {
      throw new TooManyLooksException();
    }
    return ascii ? (char) bytes[from + index] : decoded.charAt(index);
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return toString().subSequence(start, end);
  }

  @Override
  public String toString() {
    return ascii ? new String(bytes, from, length, StandardCharsets.US_ASCII) : decoded;
  }
}
