package dev.firn.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

/** Lists and opens source files; the store knows nothing of tables or ledgers. */
public interface SourceStore {
  /**
   * Opens the raw bytes of exactly this version. Not buffered; the caller closes it.
   *
   * @throws VersionGoneException if the location now holds another version, or nothing
   * @throws IOException if storage fails; may be retried
   */
  InputStream open(FileIdentity file) throws IOException;

  /** The version that a location holds now; empty if there is none. One request. */
  Optional<FileIdentity> stat(String location) throws IOException;

  /** Hands over every file whose location begins with {@code prefix}, in no particular order. */
  void list(String prefix, Consumer<FileIdentity> each) throws IOException;
}
