package dev.firn.testkit.generate;

import com.github.luben.zstd.Zstd;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses whole files; keeps its native deflater, so close it. One thread. */
final class FilePacker implements AutoCloseable {
  private static final int ZSTD_LEVEL = 1;

  /** RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system. */
  private static final byte[] GZIP_HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255};

  private final Deflater deflater;
  private final CRC32 crc = new CRC32();
  private byte[] out = new byte[64 * 1024];
  private int length;

  FilePacker(int gzipLevel) {
    this.deflater = new Deflater(gzipLevel, true);
  }

  /** One gzip stream of as many members; they are cut anywhere. */
  byte[] gzip(byte[] raw, int rawLength, int members) {
    length = 0;
    int from = 0;
    for (int i = 1; i <= members; i++) {
      int to = (int) ((long) rawLength * i / members);
      member(raw, from, to);
      from = to;
    }
    return Arrays.copyOf(out, length);
  }

  byte[] zstd(byte[] raw, int rawLength) {
    byte[] packed = new byte[(int) Zstd.compressBound(rawLength)];
    long size =
        Zstd.compressByteArray(packed, 0, packed.length, raw, 0, rawLength, ZSTD_LEVEL, true);
    if (Zstd.isError(size)) {
      throw new IllegalStateException("zstd failed: " + Zstd.getErrorName(size));
    }
    return Arrays.copyOf(packed, (int) size);
  }

  private void member(byte[] raw, int from, int to) {
    reserve(GZIP_HEADER.length);
    System.arraycopy(GZIP_HEADER, 0, out, length, GZIP_HEADER.length);
    length += GZIP_HEADER.length;
    deflater.reset();
    deflater.setInput(raw, from, to - from);
    deflater.finish();
    while (!deflater.finished()) {
      reserve(4096);
      length += deflater.deflate(out, length, out.length - length);
    }
    crc.reset();
    crc.update(raw, from, to - from);
    reserve(8);
    littleEndian((int) crc.getValue());
    littleEndian(to - from);
  }

  private void littleEndian(int value) {
    for (int shift = 0; shift < 32; shift += 8) {
      out[length++] = (byte) (value >>> shift);
    }
  }

  private void reserve(int more) {
    if (out.length - length < more) {
      out = Arrays.copyOf(out, out.length * 2);
    }
  }

  @Override
  public void close() {
    deflater.end();
  }
}
