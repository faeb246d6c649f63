package dev.firn.decode.json;

import java.util.Arrays;

/** JSON text that is being put together, without the blanks between its tokens. One thread. */
final class CompactText {
  private static final int INITIAL_BYTES = 256;
  private static final int KEPT_BYTES = 1 << 16;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length;

  /** The text; valid until the next change, as far as {@link #length}. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Takes back what is behind a length that it had before. */
  void truncate(int to) {
    length = to;
  }

  /** Gives memory back after a very long row. */
  void trim() {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[INITIAL_BYTES];
      length = 0;
    }
  }

  void add(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
  }

  void addNull() {
    addValue(JsonSkipper.NULL, 0, JsonSkipper.NULL.length);
  }

  /** Adds a comma if a value stands before. */
  void separate() {
    byte last = bytes[length - 1];
    if (last != '{' && last != '[') {
      add(',');
    }
  }

  /** Adds a value of correct syntax, {@code b[from, to)}, without its blanks. */
  void addValue(byte[] b, int from, int to) {
    reserve(to - from);
    int p = from;
    while (p < to) {
      byte c = b[p];
      if (c == '"') {
        p = copyString(b, p);
      } else {
        if (c != ' ' && c != '\t' && c != '\r') {
          bytes[length++] = c;
        }
        p++;
      }
    }
  }

  /** Adds a string of correct syntax as it stands at {@code from}. */
  void addString(byte[] b, int from) {
    reserve(stringEnd(b, from) - from);
    copyString(b, from);
  }

  private int copyString(byte[] b, int from) {
    int end = stringEnd(b, from);
    System.arraycopy(b, from, bytes, length, end - from);
    length += end - from;
    return end;
  }

  /** The position behind the closing quote of the string at {@code from}. */
  private static int stringEnd(byte[] b, int from) {
    int p = from + 1;
    while (b[p] != '"') {
      p += b[p] == '\\' ? 2 : 1;
    }
    return p + 1;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      // A row is at most 1 GiB, and so is what is left of it.
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
