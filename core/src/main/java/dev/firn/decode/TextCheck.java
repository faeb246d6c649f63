package dev.firn.decode;

import java.util.HexFormat;
import java.util.Optional;

/** Tells by a file's first bytes that it is no UTF-8 text at all, before a million bad rows do. */
public final class TextCheck {
  private static final int LOOKED_AT_BYTES = 1024;

  /** A share of NUL that no damaged text reaches and UTF-16 of any language mostly does. */
  private static final int NUL_SHARE = 8;

  private TextCheck() {}

  /**
   * Refuses UTF-16, UTF-32 and binary files.
   *
   * @param location the file, for the message
   * @param format what was expected, for the message: {@code JSON lines}
   * @param length how many of its first bytes there are, the more the better up to 1 KiB
   * @throws SourceFileException with {@link RejectReason#NOT_TEXT}
   */
  public static void requireText(String location, String format, byte[] b, int length) {
    Optional<String> problem = problem(b, length);
    if (problem.isPresent()) {
      throw notText(
          location,
          format,
          problem.get(),
          HexFormat.ofDelimiter(" ").formatHex(b, 0, Math.min(length, 4)));
    }
  }

  private static Optional<String> problem(byte[] b, int length) {
    int shown = Math.min(length, 4);
    if (startsWith(b, length, 0xFF, 0xFE)
        || startsWith(b, length, 0xFE, 0xFF)
        || startsWith(b, length, 0, 0, 0xFE, 0xFF)) {
      return Optional.of("its byte order mark says UTF-16 or UTF-32");
    }
    if (startsWith(b, length, 0x1F, 0x8B) || startsWith(b, length, 0x28, 0xB5, 0x2F, 0xFD)) {
      return Optional.of("it is compressed (once more) with gzip or zstd");
    }
    int nuls = 0;
    int looked = Math.min(length, LOOKED_AT_BYTES);
    for (int i = 0; i < looked; i++) {
      if (b[i] == 0) {
        nuls++;
        if (i < shown) {
          return Optional.of("a NUL byte stands at its start");
        }
      }
    }
    return nuls * NUL_SHARE > looked
        ? Optional.of(nuls + " of its first " + looked + " bytes are NUL")
        : Optional.empty();
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

  private static SourceFileException notText(
      String location, String format, String problem, String firstBytes) {
    return new SourceFileException(
        RejectReason.NOT_TEXT,
        "reading "
            + location
            + ": expected "
            + format
            + " in UTF-8, but "
            + problem
            + " (first bytes "
            + firstBytes
            + "); convert the file and upload it again",
        null);
  }
}
