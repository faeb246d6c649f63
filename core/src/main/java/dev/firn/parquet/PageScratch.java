package dev.firn.parquet;

import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/** Buffers that the leaves of a file use one after the other while they finish a page. */
final class PageScratch implements AutoCloseable {
  final Optional<PageCompressor> compressor;

  /** The page's levels and values. */
  final ByteSink body = new ByteSink(1 << 16);

  /** The body, compressed. */
  final ByteSink compressed = new ByteSink(1 << 16);

  final DeltaEncoder delta = new DeltaEncoder();
  final CRC32 crc = new CRC32();
  private int[] codes = new int[0];

  PageScratch(ParquetWriterOptions options) {
    compressor =
        options.codec() == Codec.ZSTD
            ? Optional.of(new PageCompressor(options.level()))
            : Optional.empty();
  }

  /** Room for the codes of a page. */
  int[] codes(int count) {
    if (codes.length < count) {
      codes = Arrays.copyOf(codes, count + (count >> 1));
    }
    return codes;
  }

  @Override
  public void close() {
    compressor.ifPresent(PageCompressor::close);
  }
}
