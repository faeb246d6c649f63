package dev.firn.bench.limit;

import com.github.luben.zstd.Zstd;
import com.intel.gkl.compression.IntelInflater;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Ways to get at the bytes of a source file; one thread each. */
enum Inflate {
  /** The inflater of the JDK. */
  JDK,
  /** ISA-L, where it runs on this machine. */
  ISA_L;

  /** A gzip member without any optional field begins so many bytes before its data. */
  private static final int HEADER_BYTES = 10;

  private static final int TRAILER_BYTES = 8;
  private static final int GZIP_FIRST = 0x1f;
  private static final int ZSTD_FIRST = 0x28;

  /** Whether this one runs here. */
  boolean works() {
    return this == JDK || new IntelInflater(true).load(null);
  }

  /** A new inflater of raw deflate data. */
  Inflater create() {
    if (this == JDK) {
      return new Inflater(true);
    }
    IntelInflater inflater = new IntelInflater(true);
    inflater.load(null);
    return inflater;
  }

  /** Whether a file is gzip. */
  static boolean isGzip(byte[] file) {
    return file.length > HEADER_BYTES && (file[0] & 0xff) == GZIP_FIRST;
  }

  /**
   * The bytes of a file: of a gzip member as the generator writes it, of one Zstandard frame, or as
   * they are.
   *
   * @param target large enough
   * @return how many; if the file is neither, {@code target} is left alone
   */
  static int bytes(byte[] file, Inflater inflater, byte[] target) throws IOException {
    if (isGzip(file)) {
      inflater.reset();
      inflater.setInput(file, HEADER_BYTES, file.length - HEADER_BYTES - TRAILER_BYTES);
      return all(inflater, target);
    }
    if (file.length > 0 && (file[0] & 0xff) == ZSTD_FIRST) {
      return (int) Zstd.decompressByteArray(target, 0, target.length, file, 0, file.length);
    }
    return file.length;
  }

  private static int all(Inflater inflater, byte[] target) throws IOException {
    int length = 0;
    try {
      while (!inflater.finished()) {
        int got = inflater.inflate(target, length, target.length - length);
        if (got <= 0 && !inflater.finished()) {
          throw new IOException("no gzip member without optional fields, or longer than expected");
        }
        length += got;
      }
    } catch (DataFormatException e) {
      throw new IOException("no gzip member", e);
    }
    return length;
  }
}
