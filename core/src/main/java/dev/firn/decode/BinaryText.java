package dev.firn.decode;

import java.util.Arrays;

/** Reads base64 (RFC 4648 §4, padded, canonical) and UUIDs from the bytes of a text. One thread. */
public final class BinaryText {
  /** Bytes of a UUID. */
  public static final int UUID_BYTES = 16;

  private static final int FAILED = -1;
  private static final int UUID_CHARS = 36;
  private static final byte[] SEXTETS = new byte[256];

  static {
    Arrays.fill(SEXTETS, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      SEXTETS[alphabet.charAt(i)] = (byte) i;
    }
  }

  private byte[] bytes = new byte[256];

  /** What was decoded last; valid until the next call. */
  public byte[] bytes() {
    return bytes;
  }

  /** Decodes the base64 text {@code [from, end)}; the number of bytes, or −1 if it is none. */
  public int base64(byte[] b, int from, int end) {
    int length = end - from;
    if (length % 4 != 0) {
      return FAILED;
    }
    if (bytes.length < length / 4 * 3) {
      bytes = new byte[length / 4 * 3];
    }
    int padding = length > 0 && b[end - 1] == '=' ? (b[end - 2] == '=' ? 2 : 1) : 0;
    int out = 0;
    for (int p = from; p < end; p += 4) {
      int pads = p + 4 == end ? padding : 0;
      int third = pads == 2 ? 0 : SEXTETS[b[p + 2] & 0xFF];
      int fourth = pads > 0 ? 0 : SEXTETS[b[p + 3] & 0xFF];
      int first = SEXTETS[b[p] & 0xFF];
      int second = SEXTETS[b[p + 1] & 0xFF];
      boolean spare = (pads == 2 && (second & 0xF) != 0) || (pads == 1 && (third & 0x3) != 0);
      if ((first | second | third | fourth) < 0 || spare) {
        return FAILED;
      }
      int group = first << 18 | second << 12 | third << 6 | fourth;
      bytes[out++] = (byte) (group >> 16);
      if (pads < 2) {
        bytes[out++] = (byte) (group >> 8);
      }
      if (pads < 1) {
        bytes[out++] = (byte) group;
      }
    }
    return out;
  }

  /** Whether {@code [from, end)} is a UUID in its usual form; its 16 bytes are then decoded. */
  public boolean uuid(byte[] b, int from, int end) {
    if (end - from != UUID_CHARS) {
      return false;
    }
    int out = 0;
    int p = from;
    while (p < end) {
      int index = p - from;
      if (index == 8 || index == 13 || index == 18 || index == 23) {
        if (b[p++] != '-') {
          return false;
        }
      }
      int high = hexDigit(b[p]);
      int low = hexDigit(b[p + 1]);
      if ((high | low) < 0) {
        return false;
      }
      bytes[out++] = (byte) (high << 4 | low);
      p += 2;
    }
    return true;
  }

  /** The value of a hexadecimal digit, or −1. */
  public static int hexDigit(byte c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
}
