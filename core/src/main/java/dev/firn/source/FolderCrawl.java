package dev.firn.source;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Walks a tree of folders step by step; holds one open folder for each level of depth and nothing
 * else, so it can stand still for as long as nobody wants more.
 *
 * <p>Links to files are followed. Links to folders are not, except for the root itself: they could
 * lead in circles, or to the same files under a second name. What vanishes meanwhile is passed
 * over. One thread.
 */
final class FolderCrawl implements AutoCloseable {
  /** A file, a broken link not among them. */
  record Found(Path path, BasicFileAttributes attributes) {}

  /** Is told about folders. */
  interface Visitor {
    /** Whether to list a folder; called before it is listed. */
    boolean enter(Path folder);

    /** A link to a folder, which is not followed. */
    void passLink(Path link);

    /** A folder, or a file in it, that can't be read. */
    void failed(Path path, IOException cause);
  }

  private record Open(Path folder, DirectoryStream<Path> stream, Iterator<Path> names) {}

  private final Deque<Open> stack = new ArrayDeque<>();
  private final Visitor visitor;

  FolderCrawl(Path root, Visitor visitor) {
    this.visitor = visitor;
    push(root);
  }

  /** The next file; null at the end. */
  @Nullable Found next() {
    while (!stack.isEmpty()) {
      Path path = nextName(stack.getLast());
      if (path == null) {
        close(stack.removeLast());
        continue;
      }
      Found found = look(path);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable Path nextName(Open open) {
    try {
      return open.names().hasNext() ? open.names().next() : null;
    } catch (DirectoryIteratorException e) {
      visitor.failed(open.folder(), new IOException("listing broke off", e));
      return null;
    }
  }

  private @Nullable Found look(Path path) {
    try {
      BasicFileAttributes own =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (own.isDirectory()) {
        push(path);
        return null;
      }
      if (!own.isSymbolicLink()) {
        return new Found(path, own);
      }
      BasicFileAttributes target = Files.readAttributes(path, BasicFileAttributes.class);
      if (target.isDirectory()) {
        visitor.passLink(path);
        return null;
      }
      return new Found(path, target);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      if (!isCircle(e)) {
        visitor.failed(path, e);
      }
      return null;
    }
  }

  /** A link to itself is as broken as one to nothing; ELOOP has no exception class of its own. */
  private static boolean isCircle(IOException e) {
    return e instanceof FileSystemException failure
        && failure.getReason() != null
        && failure.getReason().contains("symbolic link");
  }

  private void push(Path folder) {
    if (!visitor.enter(folder)) {
      return;
    }
    try {
      DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
      stack.addLast(new Open(folder, stream, stream.iterator()));
    } catch (NoSuchFileException | NotDirectoryException e) {
      // Gone again, or replaced by a file: an event or the next sweep brings that.
    } catch (IOException e) {
      visitor.failed(folder, e);
    }
  }

  private void close(Open open) {
    try {
      open.stream().close();
    } catch (IOException e) {
      visitor.failed(open.folder(), e);
    }
  }

  @Override
  public void close() {
    while (!stack.isEmpty()) {
      close(stack.removeLast());
    }
  }
}
