package dev.firn.io;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.firn.io.CorruptStreamException.Kind;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of zstd files (RFC 8878): several frames and skippable frames are read, a frame
 * that ends early and bytes that are no frame are errors. One thread at a time.
 */
final class ZstdStream extends InputStream {
  /** How the library words the end of the file inside a frame; it has no code of its own. */
  private static final String TRUNCATED = "Truncated source";

  private final HeadedInput source;
  private final ZstdInputStreamNoFinalizer frames;
  private @Nullable CorruptStreamException failure;

  ZstdStream(HeadedInput source) throws IOException {
    this.source = source;
    this.frames = new ZstdInputStreamNoFinalizer(source);
    frames.setContinuous(false);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      throw new CorruptStreamException(
          failure.kind(), "reading on after a failure", failure.offset(), failure);
    }
    try {
      return frames.read(bytes, offset, length);
    } catch (ZstdIOException e) {
      Kind kind = TRUNCATED.equals(e.getMessage()) ? Kind.TRUNCATED : Kind.CORRUPT;
      String what =
          kind == Kind.TRUNCATED
              ? "the file ends inside a zstd frame"
              : "the zstd data is wrong (" + e.getMessage() + ")";
      failure = new CorruptStreamException(kind, what, source.position(), e);
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
