package dev.firn.source;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Between paths of this machine and locations: {@code file://} and the absolute path as it is. */
final class LocalLocation {
  private static final String SCHEME = "file:";

  private LocalLocation() {}

  /** The canonical location; links in the path stay as they are named. */
  static String of(Path path) {
    return "file://" + path.toAbsolutePath().normalize();
  }

  /**
   * The path of {@code file:///x}, {@code file:/x} or {@code /x}.
   *
   * @throws FirnException with code CONFIG if it is none of them
   */
  static Path toPath(String location) {
    String text = location.startsWith(SCHEME) ? location.substring(SCHEME.length()) : location;
    if (text.startsWith("///")) {
      text = text.substring(2);
    }
    if (!text.startsWith("/") || text.startsWith("//")) {
      throw new FirnException(
          ErrorCode.CONFIG, "location '" + location + "' is no local file; expected file:///path");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "location '"
              + location
              + "' can't be a path here: "
              + e.getReason()
              + "; for names beyond ASCII start Java with LC_ALL=C.UTF-8",
          e);
    }
  }

  /** Whether the path survives being written as text; not so under an ASCII locale. */
  static boolean isFaithful(Path path) {
    try {
      return Path.of(path.toString()).equals(path);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** What is at a path now, links followed; empty if there is nothing or no plain file. */
  static Optional<FileIdentity> stat(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return attributes.isRegularFile()
          ? Optional.of(identity(path, attributes))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  static FileIdentity identity(Path path, BasicFileAttributes attributes) {
    long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    return new FileIdentity(
        of(path), Optional.empty(), Optional.of("mtime-" + nanos), attributes.size());
  }
}
