package dev.firn.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/**
 * How a source file is compressed, and the strict way to open it.
 *
 * <p>The first bytes decide; the name does not: files are misnamed often enough, and a name can't
 * make bytes decompress. The name is used in one case: a file that is shorter than the magic number
 * of the codec that its name promises, and begins like it, is a truncated file of that codec.
 */
public enum SourceCompression {
  /** Plain bytes. */
  NONE,
  /** RFC 1952: any number of members. */
  GZIP,
  /** RFC 8878: any number of frames. */
  ZSTD;

  private static final int MAGIC_BYTES = 4;
  private static final int[] GZIP_MAGIC = {0x1F, 0x8B};
  private static final int[] ZSTD_MAGIC = {0x28, 0xB5, 0x2F, 0xFD};
  private static final int[] ZSTD_SKIPPABLE_MAGIC_END = {0x2A, 0x4D, 0x18};

  /**
   * A decompressed stream and what its file is.
   *
   * @param compression what the first bytes say
   * @param stream the decompressed bytes; closing it closes the file
   */
  public record Opened(SourceCompression compression, InputStream stream) {}

  /** What a file's name promises: {@code .gz}, {@code .gzip}, {@code .zst}, {@code .zstd}. */
  public static SourceCompression ofName(String fileName) {
    String name = fileName.toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz") || name.endsWith(".gzip")) {
      return GZIP;
    }
    if (name.endsWith(".zst") || name.endsWith(".zstd")) {
      return ZSTD;
    }
    return NONE;
  }

  /**
   * What a file's first bytes say.
   *
   * @param head the first bytes of the file; four are enough
   * @param length how many of them are valid; fewer than four only if the file is that short
   */
  public static SourceCompression ofMagic(byte[] head, int length) {
    if (matches(GZIP_MAGIC, head, 0, length)) {
      return GZIP;
    }
    boolean skippable =
        length >= MAGIC_BYTES
            && (head[0] & 0xF0) == 0x50
            && matches(ZSTD_SKIPPABLE_MAGIC_END, head, 1, length);
    return skippable || matches(ZSTD_MAGIC, head, 0, length) ? ZSTD : NONE;
  }

  /**
   * Opens a source file. The stream throws {@link CorruptStreamException} when the file is
   * truncated or corrupt, at the latest in the read that would report its end, and again in every
   * read after that; an error of the storage comes through as it is. A file of zero bytes is an
   * empty plain file. Reads four bytes ahead.
   *
   * @param file the bytes of the file from its start; belongs to the stream from here on, and is
   *     closed if opening fails
   * @param fileName the file's name or location
   */
  public static Opened open(InputStream file, String fileName) throws IOException {
    boolean opened = false;
    try {
      Opened result = openOwned(file, fileName);
      opened = true;
      return result;
    } finally {
      if (!opened) {
        file.close();
      }
    }
  }

  private static Opened openOwned(InputStream file, String fileName) throws IOException {
    byte[] head = new byte[MAGIC_BYTES];
    int length = 0;
    for (int count = 0; count >= 0 && length < MAGIC_BYTES; length += Math.max(0, count)) {
      count = file.read(head, length, MAGIC_BYTES - length);
    }
    SourceCompression compression = ofMagic(head, length);
    if (compression == NONE && length > 0 && length < MAGIC_BYTES) {
      compression = ofStump(head, length, ofName(fileName));
    }
    HeadedInput whole = new HeadedInput(head, length, file);
    InputStream stream =
        switch (compression) {
          case NONE -> whole;
          case GZIP -> new GzipStream(whole);
          case ZSTD -> new ZstdStream(whole);
        };
    return new Opened(compression, stream);
  }

  private static SourceCompression ofStump(byte[] head, int length, SourceCompression promised) {
    int[] magic =
        switch (promised) {
          case NONE -> new int[0];
          case GZIP -> GZIP_MAGIC;
          case ZSTD -> ZSTD_MAGIC;
        };
    for (int i = 0; i < length; i++) {
      if (i >= magic.length || (head[i] & 0xFF) != magic[i]) {
        return NONE;
      }
    }
    return promised;
  }

  private static boolean matches(int[] magic, byte[] head, int at, int length) {
    if (length < at + magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[at + i] & 0xFF) != magic[i]) {
        return false;
      }
    }
    return true;
  }
}
