package dev.firn.decode.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The smallest pieces of JSON text, as static methods on a byte array.
 *
 * <p>All readers of this package rely on the sentinel of {@link LineBuffer}: behind the last byte
 * there is a line feed, which no row contains, and after it enough readable bytes for a load of
 * eight. So no loop checks for the end of the buffer.
 */
final class JsonText {
  /** Eight bytes of an array as a long, the first one lowest. */
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** What the files of this package are, for messages. */
  static final String FORMAT = "JSON lines";

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private JsonText() {}

  /**
   * Marks bytes that end a plain run of string characters: quote, backslash, control character, not
   * ASCII. The lowest mark is right; those above it may be too many.
   */
  static long stringStops(long eight) {
    return (((eight ^ QUOTES) - ONES) | ((eight ^ BACKSLASHES) - ONES) | (eight - SPACES) | eight)
        & HIGHS;
  }

  /** Skips space, tab and carriage return; a line feed ends the row and is none of its blanks. */
  static int skipBlanks(byte[] b, int from) {
    int p = from;
    byte c = b[p];
    while (c == ' ' || c == '\t' || c == '\r') {
      c = b[++p];
    }
    return p;
  }

  /** The position behind {@code word} if it stands there, else −1. */
  static int literal(byte[] b, int from, byte[] word) {
    for (int i = 0; i < word.length; i++) {
      if (b[from + i] != word[i]) {
        return RowError.FAILED;
      }
    }
    return from + word.length;
  }
}
