package dev.firn.decode;

import dev.firn.batch.Batch;
import java.io.IOException;

/** Decodes one source file, piece by piece, so that its memory can be watched. One thread. */
public interface FileDecoder extends AutoCloseable {
  /**
   * Appends whole rows to {@code out} until it takes up {@code stopBytes} or more, or the file
   * ends.
   *
   * @return true if there is more; false if the stream ended cleanly (all members, checksums and
   *     trailers read and right)
   * @throws SourceFileException if the file is broken as a whole; rows appended from it must be
   *     taken back
   * @throws IOException if storage fails; rows must be taken back, and the file may be tried again
   */
  boolean decode(Batch out, long stopBytes) throws IOException;

  /** What was decoded so far. */
  DecodeCounts counts();

  /**
   * Asks for the places of rows: from now on each row that is appended to a batch is added to
   * {@code places} too, in the same order. A decoder that can't tell them adds none.
   */
  default void notePlaces(RowPlaces places) {}

  @Override
  void close() throws IOException;
}
