package dev.firn.decode;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * Turns stored bytes into the bytes that a decoder reads: decompression, chosen by the file's name
 * or its first bytes. Used by many threads.
 */
@FunctionalInterface
public interface StreamOpener {
  /** No decompression. */
  StreamOpener PLAIN = (fileName, raw) -> raw;

  /**
   * Opens the decompressed stream. It returns −1 only after all members, checksums and trailers
   * have been read and are right; closing it closes {@code raw}.
   *
   * @param fileName the file's location
   * @param raw the bytes as stored
   */
  InputStream open(String fileName, InputStream raw) throws IOException;

  /**
   * What a failure to open or read says of the file: a reason if the file itself is damaged, empty
   * if storage failed and the file may be tried again.
   */
  default Optional<RejectReason> damage(IOException failure) {
    if (failure instanceof EOFException) {
      return Optional.of(RejectReason.TRUNCATED);
    }
    return failure instanceof ZipException ? Optional.of(RejectReason.CORRUPT) : Optional.empty();
  }
}
