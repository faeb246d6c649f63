package dev.firn.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Source files of this machine's file system.
 *
 * <p>Locations are {@code file://} and the absolute path, literal: no percent-encoding. The version
 * of a file is its size and modification time. Links to files are followed, links to folders are
 * not. Stateless; any thread.
 */
public final class LocalSourceStore implements SourceStore {
  /** A store for the default file system. */
  public LocalSourceStore() {}

  /**
   * {@inheritDoc}
   *
   * <p>Size and modification time are compared before the first byte and once more before the last
   * bytes are handed out: a stream that was read to its end without {@link VersionGoneException}
   * held bytes of that version alone, as far as modification times tell.
   */
  @Override
  public InputStream open(FileIdentity file) throws IOException {
    Path path = LocalLocation.toPath(file.location());
    requireVersion(path, file);
    try {
      return new VersionCheckedStream(
          Files.newInputStream(path), file, () -> requireVersion(path, file));
    } catch (NoSuchFileException e) {
      throw gone(file, "nothing");
    }
  }

  @Override
  public Optional<FileIdentity> stat(String location) throws IOException {
    return LocalLocation.stat(LocalLocation.toPath(location));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Hidden and temporary files are among them; a folder that does not exist holds none. Opens
   * the folders below the prefix one after the other, reads the attributes of each file.
   *
   * @throws IOException if a folder can't be read; the listing would not be complete
   */
  @Override
  public void list(String prefix, Consumer<FileIdentity> each) throws IOException {
    int slash = prefix.lastIndexOf('/');
    Path folder = LocalLocation.toPath(prefix.substring(0, slash + 1));
    String wanted = LocalLocation.of(folder);
    wanted = (wanted.endsWith("/") ? wanted : wanted + "/") + prefix.substring(slash + 1);
    PrefixVisitor visitor = new PrefixVisitor(LocalLocation.of(folder), wanted);
    try (FolderCrawl crawl = new FolderCrawl(folder, visitor)) {
      FolderCrawl.Found found = crawl.next();
      while (found != null) {
        visitor.throwIfFailed();
        if (found.attributes().isRegularFile()
            && LocalLocation.of(found.path()).startsWith(wanted)) {
          each.accept(LocalLocation.identity(found.path(), found.attributes()));
        }
        found = crawl.next();
      }
    }
    visitor.throwIfFailed();
  }

  private static void requireVersion(Path path, FileIdentity file) throws IOException {
    Optional<FileIdentity> now = LocalLocation.stat(path);
    if (now.isEmpty()) {
      throw gone(file, "nothing");
    }
    if (now.get().sizeBytes() != file.sizeBytes() || !now.get().etag().equals(file.etag())) {
      throw gone(file, describe(now.get()));
    }
  }

  private static VersionGoneException gone(FileIdentity file, String now) {
    return new VersionGoneException(
        "opened "
            + file.location()
            + ", expected "
            + describe(file)
            + ", found "
            + now
            + "; a newer version comes with its own notice");
  }

  private static String describe(FileIdentity file) {
    return file.sizeBytes() + " bytes, " + file.etag().orElse("no etag");
  }

  /** Enters only folders that can hold the prefix, and keeps the first failure. */
  private static final class PrefixVisitor implements FolderCrawl.Visitor {
    private final String root;
    private final String wanted;
    private Optional<IOException> failure = Optional.empty();

    PrefixVisitor(String root, String wanted) {
      this.root = root;
      this.wanted = wanted;
    }

    @Override
    public boolean enter(Path folder) {
      String location = LocalLocation.of(folder);
      return location.equals(root) || (location + "/").startsWith(wanted);
    }

    @Override
    public void passLink(Path link) {}

    @Override
    public void failed(Path path, IOException cause) {
      if (failure.isEmpty()) {
        failure = Optional.of(new IOException("can't list " + path + ": " + cause, cause));
      }
    }

    void throwIfFailed() throws IOException {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
  }
}
