package dev.firn.decode.format;

import dev.firn.decode.RejectReason;
import dev.firn.decode.StreamOpener;
import dev.firn.io.CorruptStreamException;
import dev.firn.io.SourceCompression;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Source files as gzip, zstd or plain, read strictly. */
public final class CompressedStreams implements StreamOpener {
  /** Stateless. */
  public CompressedStreams() {}

  @Override
  public InputStream open(String fileName, InputStream raw) throws IOException {
    return SourceCompression.open(raw, fileName).stream();
  }

  @Override
  public Optional<RejectReason> damage(IOException failure) {
    if (failure instanceof CorruptStreamException corrupt) {
      return Optional.of(
          corrupt.kind() == CorruptStreamException.Kind.TRUNCATED
              ? RejectReason.TRUNCATED
              : RejectReason.CORRUPT);
    }
    return Optional.empty();
  }
}
