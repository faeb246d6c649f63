package dev.firn.formats.parquet;

import com.github.luben.zstd.Zstd;
import dev.firn.decode.RejectReason;
import dev.firn.io.Lz4Block;
import dev.firn.io.SnappyBlock;
import dev.firn.io.SourceCompression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.parquet.format.CompressionCodec;

/** Decompresses pages. */
final class PageCodec {
  private PageCodec() {}

  /**
   * Refuses codecs that are not read.
   *
   * @throws ParquetDamageException {@link RejectReason#UNSUPPORTED}
   */
  static void require(CompressionCodec codec, String column) throws ParquetDamageException {
    switch (codec) {
      case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW:
        return;
      default:
        throw new ParquetDamageException(
            RejectReason.UNSUPPORTED,
            "column "
                + column
                + " is compressed with "
                + codec
                + "; expected snappy, gzip, zstd, lz4_raw or none");
    }
  }

  /**
   * The bytes that {@code page[from, to)} stands for.
   *
   * @param sizeBytes how many there have to be
   * @throws IOException if there are more or fewer, or none at all: the page is damaged
   */
  static byte[] decompress(CompressionCodec codec, byte[] page, int from, int to, int sizeBytes)
      throws IOException {
    byte[] out;
    switch (codec) {
      case SNAPPY:
        out = SnappyBlock.decompress(page, from, to, sizeBytes);
        break;
      case LZ4_RAW:
        out = Lz4Block.decompress(page, from, to, sizeBytes);
        break;
      case GZIP:
        out = gunzip(page, from, to, sizeBytes);
        break;
      case ZSTD:
        out = new byte[sizeBytes];
        long count = Zstd.decompressByteArray(out, 0, sizeBytes, page, from, to - from);
        if (Zstd.isError(count)) {
          throw ParquetDamageException.corrupt("zstd data is wrong: " + Zstd.getErrorName(count));
        }
        requireSize(count, sizeBytes);
        break;
      default:
        out = Arrays.copyOfRange(page, from, to);
    }
    requireSize(out.length, sizeBytes);
    return out;
  }

  /** One or more gzip members. */
  private static byte[] gunzip(byte[] page, int from, int to, int sizeBytes) throws IOException {
    try (InputStream in =
        SourceCompression.open(new ByteArrayInputStream(page, from, to - from), "page.gz")
            .stream()) {
      byte[] out = in.readNBytes(sizeBytes);
      requireSize(out.length + (in.read() < 0 ? 0L : 1L), sizeBytes);
      return out;
    }
  }

  private static void requireSize(long found, int sizeBytes) throws ParquetDamageException {
    if (found != sizeBytes) {
      throw ParquetDamageException.corrupt(
          "it decompresses to another size than the " + sizeBytes + " bytes that it states");
    }
  }
}
