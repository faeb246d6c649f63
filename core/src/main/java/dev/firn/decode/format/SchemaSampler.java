package dev.firn.decode.format;

import dev.firn.decode.SourceFileException;
import java.io.IOException;
import java.io.InputStream;

/** Finds a table's schema in a sample of source files of one format. One thread. */
public interface SchemaSampler {
  /**
   * Adds a file to the sample.
   *
   * @param location the file's location, for messages
   * @param in its decompressed bytes; not closed
   * @param maxBytes bytes after which no more rows are begun
   * @return whether more files are wanted
   * @throws SourceFileException if the file is damaged or of another format
   */
  boolean sample(String location, InputStream in, long maxBytes) throws IOException;

  /**
   * The schema of what was sampled so far.
   *
   * @throws dev.firn.error.FirnException {@link dev.firn.error.ErrorCode#CONFIG} if no column was
   *     found
   */
  InferredSchema infer();
}
