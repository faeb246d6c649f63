package dev.firn.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.util.Optional;

/** Compresses pages with one reused Zstandard context, made on first use. Owned by one thread. */
final class PageCompressor implements AutoCloseable {
  private Optional<ZstdCompressCtx> context = Optional.empty();
  private int contextLevel;

  /** Replaces what is in {@code target} by the compressed bytes of {@code source}. */
  void compress(int level, ByteSink source, ByteSink target) {
    ZstdCompressCtx zstd = context(level);
    long bound = Zstd.compressBound(source.size());
    target.clear();
    target.reserve(bound);
    int written =
        zstd.compressByteArray(target.array(), 0, (int) bound, source.array(), 0, source.size());
    target.size(written);
  }

  private ZstdCompressCtx context(int level) {
    ZstdCompressCtx zstd = context.orElseGet(ZstdCompressCtx::new);
    if (context.isEmpty() || level != contextLevel) {
      zstd.setLevel(level);
      contextLevel = level;
      context = Optional.of(zstd);
    }
    return zstd;
  }

  @Override
  public void close() {
    context.ifPresent(ZstdCompressCtx::close);
    context = Optional.empty();
  }
}
