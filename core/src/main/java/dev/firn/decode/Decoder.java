package dev.firn.decode;

import dev.firn.source.FileIdentity;
import java.io.IOException;
import java.io.InputStream;

/** Opens source files of one format for one schema. Immutable, used by many threads. */
public interface Decoder {
  /**
   * Begins to decode a file.
   *
   * @param file whose bytes they are; its name tells the compression, for messages
   * @param raw the bytes as stored (still compressed); closed by the file decoder
   * @param rejects gets the rows that can't be taken, piece by piece of the file
   */
  FileDecoder open(FileIdentity file, InputStream raw, RejectSink rejects) throws IOException;
}
