package dev.firn.decode;

import dev.firn.batch.Batch;
import java.io.IOException;
import java.util.List;

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

  /** How many columns or fields of the file the table does not have; 0 if that is not counted. */
  default int ignoredColumns() {
    return 0;
  }

  /**
   * Columns that the rows appended so far want and the schema lacks, if the decoder is to report
   * them. Whoever then widens the schema takes the rows back and decodes the file anew: until then
   * their values are elsewhere or nowhere. Costs a walk over all that is reported.
   */
  default List<NewColumn> newColumns() {
    return List.of();
  }

  @Override
  void close() throws IOException;
}
