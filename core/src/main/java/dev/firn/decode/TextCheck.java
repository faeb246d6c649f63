package dev.firn.decode;

import java.util.HexFormat;

/** Tells by a file's first bytes that it is no UTF-8 text at all, before a million bad rows do. */
final class TextCheck {
  private static final int LOOKED_AT_BYTES = 1024;

  /** A share of NUL that no damaged text reaches and UTF-16 of any language mostly does. */
  private static final int NUL_SHARE = 8;

  private TextCheck() {}

  /**
   * Refuses UTF-16, UTF-32 and binary files.
   *
   * @throws SourceFileException with {@link RejectReason#NOT_TEXT}
   */
  static void requireText(String location, byte[] b, int length) {
    int shown = Math.min(length, 4);
    if (startsWith(b, length, 0xFF, 0xFE)
        || startsWith(b, length, 0xFE, 0xFF)
        || startsWith(b, length, 0, 0, 0xFE, 0xFF)) {
      throw notText(location, "its byte order mark says UTF-16 or UTF-32", b, shown);
    }
    if (startsWith(b, length, 0x1F, 0x8B) || startsWith(b, length, 0x28, 0xB5, 0x2F, 0xFD)) {
      throw notText(location, "it is compressed (once more) with gzip or zstd", b, shown);
    }
    int nuls = 0;
    int looked = Math.min(length, LOOKED_AT_BYTES);
    for (int i = 0; i < looked; i++) {
      if (b[i] == 0) {
        nuls++;
        if (i < shown) {
          throw notText(location, "a NUL byte stands at its start", b, shown);
        }
      }
    }
    if (nuls * NUL_SHARE > looked) {
      throw notText(location, nuls + " of its first " + looked + " bytes are NUL", b, shown);
    }
  }

  private static boolean startsWith(byte[] b, int length, int... start) {
    if (length < start.length) {
      return false;
    }
    for (int i = 0; i < start.length; i++) {
      if ((b[i] & 0xFF) != start[i]) {
        return false;
      }
    }
    return true;
  }

  private static SourceFileException notText(String location, String problem, byte[] b, int shown) {
    return new SourceFileException(
        RejectReason.NOT_TEXT,
        "reading "
            + location
            + ": expected JSON lines in UTF-8, but "
            + problem
            + " (first bytes "
            + HexFormat.ofDelimiter(" ").formatHex(b, 0, shown)
            + "); convert the file and upload it again",
        null);
  }
}
