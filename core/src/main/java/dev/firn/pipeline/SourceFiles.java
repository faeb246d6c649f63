package dev.firn.pipeline;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.io.Locations;
import dev.firn.ledger.FileKey;
import dev.firn.source.FileIdentity;
import dev.firn.source.LocalSourceStore;
import dev.firn.source.PathParts;
import dev.firn.source.PathPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Source files as a person names them. */
public final class SourceFiles {
  private final PipelineConfig config;
  private final PathPattern pattern;
  private final String root;

  /** The source files of a pipeline. */
  public SourceFiles(PipelineConfig config) {
    this.config = config;
    this.pattern = PathPattern.parse(config.get(ConfigKeys.SOURCE_PATTERN));
    this.root = Locations.canonical(config.sourceFolder().toString()) + "/";
  }

  /**
   * The location of a file: a location as it is, a path against the current folder, or, if nothing
   * is there, against the source folder.
   */
  public String location(String name) {
    if (name.startsWith("file:")) {
      return Locations.canonical(name);
    }
    Path here = Path.of(name).toAbsolutePath().normalize();
    Path below = config.sourceFolder().resolve(name).normalize();
    return Locations.canonical(
        (!Files.exists(here) && !isBelowRoot(here) ? below : here).toString());
  }

  /** What the ledger looks the file up by. */
  public FileKey key(String location) {
    return new FileKey(location, match(location).flatMap(PathParts::day));
  }

  /** Whether the file's path matches the pipeline's pattern. */
  public boolean matches(String location) {
    return match(location).isPresent();
  }

  /** What a location's path says; nothing if it does not match. */
  PathParts parts(String location) {
    return match(location).orElse(PathParts.NONE);
  }

  /** The version that is there now. */
  public Optional<FileIdentity> stat(String location) {
    try {
      return new LocalSourceStore().stat(location);
    } catch (IOException e) {
      throw new FirnException(
          ErrorCode.STORAGE, "can't look at " + location + ": " + e.getMessage(), e);
    }
  }

  private boolean isBelowRoot(Path path) {
    return path.startsWith(config.sourceFolder());
  }

  private Optional<PathParts> match(String location) {
    return location.startsWith(root)
        ? pattern.match(location.substring(root.length()))
        : Optional.empty();
  }
}
