package dev.firn.decode.format;

import dev.firn.decode.RejectReason;
import dev.firn.decode.SourceFileException;
import dev.firn.decode.StreamOpener;
import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.util.Optional;

/** Tells a damaged source file from storage that fails. */
public final class StreamDamage {
  private StreamDamage() {}

  /**
   * What a failure to read a source file is.
   *
   * @param bytesRead decompressed bytes before it
   * @return the exception for a file that is damaged
   * @throws IOException the failure itself, if storage failed
   */
  public static SourceFileException of(
      FileIdentity file, StreamOpener opener, IOException failure, long bytesRead)
      throws IOException {
    Optional<RejectReason> damage = opener.damage(failure);
    if (damage.isEmpty()) {
      throw failure;
    }
    return new SourceFileException(
        damage.get(),
        "reading "
            + file.location()
            + ": the stream is "
            + damage.get().code()
            + " behind "
            + bytesRead
            + " decompressed bytes ("
            + failure.getMessage()
            + "); none of its rows is taken, upload the file again",
        failure);
  }
}
