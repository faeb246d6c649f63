package dev.firn.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Checks that bytes are UTF-8. */
public final class Utf8Text {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGHS = 0x8080808080808080L;

  private Utf8Text() {}

  /**
   * Where the first sequence begins that is not well-formed (Unicode 15, table 3-7: no overlong
   * forms, no surrogates, nothing above U+10FFFF), or −1 if there is none.
   */
  public static int firstInvalid(byte[] b, int from, int end) {
    int p = from;
    while (p < end) {
      if (end - p >= Long.BYTES && ((long) LONGS.get(b, p) & HIGHS) == 0) {
        p += Long.BYTES;
      } else if (b[p] >= 0) {
        p++;
      } else {
        int length = sequence(b, p, end);
        if (length == 0) {
          return p;
        }
        p += length;
      }
    }
    return -1;
  }

  /** The length of the sequence at {@code p}, whose first byte is not ASCII; 0 if it is none. */
  private static int sequence(byte[] b, int p, int end) {
    int lead = b[p] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || end - p < length) {
      return 0;
    }
    int second = b[p + 1] & 0xFF;
    int low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < low || second > high) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((b[p + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
