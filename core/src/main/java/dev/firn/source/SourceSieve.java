package dev.firn.source;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets through what is a source file of a folder, and counts the rest. Thread-safe. */
final class SourceSieve {
  private static final Logger log = LoggerFactory.getLogger(SourceSieve.class);

  private final Path root;
  private final PathPattern pattern;
  private final SkipTally skips;

  SourceSieve(FolderSettings settings) {
    this.root = settings.root();
    this.pattern = settings.pattern();
    this.skips = new SkipTally(settings.rememberedMax());
  }

  /** The path below the root of a file that is a source file. */
  Optional<String> sourcePath(Path path, BasicFileAttributes attributes) {
    String below = below(path);
    FileNames.Kind kind = FileNames.kindOf(path.getFileName().toString());
    if (kind == FileNames.Kind.SOURCE
        && attributes.isRegularFile()
        && isFaithful(path)
        && pattern.match(below).isPresent()) {
      return Optional.of(below);
    }
    skips.skip(kind, below);
    return Optional.empty();
  }

  /** Whether source files can be in a folder. */
  boolean enters(Path folder) {
    if (folder.equals(root)) {
      return true;
    }
    FileNames.Kind kind = FileNames.kindOf(folder.getFileName().toString());
    if (kind != FileNames.Kind.SOURCE) {
      skips.skip(kind, below(folder));
      return false;
    }
    return true;
  }

  /** A link to a folder is passed over. */
  void skipLink(Path link) {
    skips.skip(FileNames.Kind.SOURCE, below(link));
    log.debug("{} is a link to a folder and not followed", link);
  }

  SkipCounts skipped() {
    return skips.counts();
  }

  private static boolean isFaithful(Path path) {
    boolean faithful = LocalLocation.isFaithful(path);
    if (!faithful) {
      log.warn(
          "{} is passed over: its name can't be written in this locale; start Java with"
              + " LC_ALL=C.UTF-8",
          path);
    }
    return faithful;
  }

  private String below(Path path) {
    return root.relativize(path).toString();
  }
}
