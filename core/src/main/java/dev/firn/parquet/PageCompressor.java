package dev.firn.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;

/** Compresses pages with one reused context. Owned by one thread. */
final class PageCompressor implements AutoCloseable {
  private final ZstdCompressCtx context;

  /** For {@link Codec#ZSTD}. */
  PageCompressor(int level) {
    context = new ZstdCompressCtx();
    context.setLevel(level);
    context.setChecksum(false);
  }

  /** Replaces what is in {@code target} by the compressed bytes of {@code source}. */
  void compress(ByteSink source, ByteSink target) {
    target.clear();
    long bound = Zstd.compressBound(source.size());
    target.reserve(bound);
    int written =
        context.compressByteArray(target.array(), 0, (int) bound, source.array(), 0, source.size());
    target.size(written);
  }

  @Override
  public void close() {
    context.close();
  }
}
