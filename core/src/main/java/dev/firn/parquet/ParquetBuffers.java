package dev.firn.parquet;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Memory that writers need only while they finish a page: shared by all writers of one thread, so
 * that many open files cost little.
 *
 * <p>Owned by one thread, like the writers that use it. {@link #close} it when they are closed.
 */
public final class ParquetBuffers implements AutoCloseable {
  /** The page's levels and values. */
  final ByteSink body = new ByteSink(1 << 12);

  /** The body, compressed. */
  final ByteSink compressed = new ByteSink(1 << 12);

  final ByteSink header = new ByteSink(1 << 8);
  final DeltaEncoder delta = new DeltaEncoder();
  final CRC32 crc = new CRC32();
  private final PageCompressor compressor = new PageCompressor();
  private int[] codes = new int[0];

  /** Buffers that grow on use. */
  public ParquetBuffers() {}

  /** The compressed body; the body itself if there is no codec. */
  ByteSink compress(ParquetWriterOptions options) {
    if (options.codec() == Codec.NONE) {
      return body;
    }
    compressor.compress(options.level(), body, compressed);
    return compressed;
  }

  /** Room for the codes of a page. */
  int[] codes(int count) {
    if (codes.length < count) {
      codes = Arrays.copyOf(codes, count + (count >> 1));
    }
    return codes;
  }

  /** Frees memory outside of the heap. */
  @Override
  public void close() {
    compressor.close();
  }
}
