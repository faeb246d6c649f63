package dev.firn.source;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.BiConsumer;
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

  /**
   * Hands over the source files of a folder whose path below it begins with a prefix, by the same
   * rules by which they are noticed: hidden, temporary and unmatched ones are left out.
   *
   * @param folder canonical location, without a slash at its end
   * @throws IOException if storage fails; the listing would not be complete
   */
  default void listSources(
      String folder, PathPattern pattern, String prefix, BiConsumer<FileIdentity, PathParts> each)
      throws IOException {
    list(
        folder + "/" + prefix,
        file -> {
          String path = file.location().substring(folder.length() + 1);
          if (FileNames.kindOfPath(path) == FileNames.Kind.SOURCE) {
            pattern.match(path).ifPresent(parts -> each.accept(file, parts));
          }
        });
  }
}
