package dev.firn.source;

import java.io.IOException;
import java.util.function.BiConsumer;

/** Lists the source files of a folder, by the same rules by which they are noticed. Any thread. */
public final class SourceListing {
  private final SourceStore store;
  private final String folder;
  private final PathPattern pattern;

  /**
   * A listing.
   *
   * @param folder canonical location, without a slash at its end
   * @param pattern which files below it are source files
   */
  public SourceListing(SourceStore store, String folder, PathPattern pattern) {
    this.store = store;
    this.folder = folder;
    this.pattern = pattern;
  }

  /**
   * Hands over the source files whose path below the folder begins with a prefix; hidden, temporary
   * and unmatched ones are left out.
   *
   * @throws IOException if storage fails; the listing would not be complete
   */
  public void list(String prefix, BiConsumer<FileIdentity, PathParts> each) throws IOException {
    store.list(
        folder + "/" + prefix,
        file -> {
          String path = file.location().substring(folder.length() + 1);
          if (FileNames.kindOfPath(path) == FileNames.Kind.SOURCE) {
            pattern.match(path).ifPresent(parts -> each.accept(file, parts));
          }
        });
  }
}
