package dev.firn.io;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileInfo;
import org.jspecify.annotations.Nullable;

/**
 * Walks the regular files below a folder, one folder in memory at a time and no handle held open
 * between calls. Links are not followed; what vanishes during the walk is left out.
 */
final class LocalListing implements Iterator<FileInfo> {
  private final Deque<Path> folders = new ArrayDeque<>();
  private final Deque<FileInfo> files = new ArrayDeque<>();

  LocalListing(Path root) {
    folders.push(root);
  }

  @Override
  public boolean hasNext() {
    while (files.isEmpty() && !folders.isEmpty()) {
      Path folder = folders.pop();
      for (Path entry : entries(folder)) {
        visit(entry);
      }
    }
    return !files.isEmpty();
  }

  @Override
  public FileInfo next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return files.remove();
  }

  private void visit(Path entry) {
    BasicFileAttributes attributes = attributes(entry);
    if (attributes == null) {
      return;
    }
    if (attributes.isDirectory()) {
      folders.push(entry);
    } else if (attributes.isRegularFile()) {
      files.add(
          new FileInfo(
              Locations.of(entry), attributes.size(), attributes.lastModifiedTime().toMillis()));
    }
  }

  private static @Nullable BasicFileAttributes attributes(Path entry) {
    try {
      return Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new RuntimeIOException(e, "Can't list %s", entry);
    }
  }

  /** The entries of one folder; none if it does not exist or is no folder. */
  static List<Path> entries(Path folder) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
      return entries;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      throw new RuntimeIOException(
          e instanceof IOException io ? io : new IOException(e), "Can't list %s", folder);
    }
  }
}
