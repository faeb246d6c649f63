package dev.firn.source;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Tells from a name alone whether a file or folder can be a source file. */
final class FileNames {
  /** What a name says. */
  enum Kind {
    SOURCE,
    TEMPORARY,
    HIDDEN,
    MARKER
  }

  /** Suffixes under which well-known writers (browsers, rsync, SFTP clients, HDFS) keep halves. */
  private static final List<String> TEMPORARY_SUFFIXES =
      List.of(
          ".tmp",
          ".temp",
          ".part",
          ".partial",
          ".filepart",
          ".inprogress",
          ".in-progress",
          ".writing",
          ".crdownload",
          ".swp",
          "._copying_",
          "~");

  private static final String FOLDER_MARKER = "_$folder$";

  private FileNames() {}

  /** The kind of a single name, without {@code /} but for one at the end. */
  static Kind kindOf(String name) {
    if (name.isEmpty() || name.endsWith("/") || name.endsWith(FOLDER_MARKER)) {
      return Kind.MARKER;
    }
    // A hidden name says more than its suffix: ".x.tmp" is of a tool that hides its files.
    if (name.charAt(0) == '.' || name.charAt(0) == '_') {
      return Kind.HIDDEN;
    }
    return temporarySuffix(name).isPresent() ? Kind.TEMPORARY : Kind.SOURCE;
  }

  /** The kind of a path: that of its first part which is not a source name. */
  static Kind kindOfPath(String path) {
    int from = 0;
    while (true) {
      int slash = path.indexOf('/', from);
      Kind kind = kindOf(slash < 0 ? path.substring(from) : path.substring(from, slash));
      if (kind != Kind.SOURCE || slash < 0) {
        return kind;
      }
      from = slash + 1;
    }
  }

  /** The suffix that makes a name temporary. */
  static Optional<String> temporarySuffix(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return TEMPORARY_SUFFIXES.stream().filter(lower::endsWith).findFirst();
  }
}
