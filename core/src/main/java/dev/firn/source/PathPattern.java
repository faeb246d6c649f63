package dev.firn.source;

import java.util.Optional;

/** A path pattern such as {@code {yyyy}/{MM}/{dd}/{HH}/{producer}-{*}.json.gz}. */
public final class PathPattern {
  private final String text;

  private PathPattern(String text) {
    this.text = text;
  }

  /** Parses a pattern. */
  public static PathPattern parse(String text) {
    return new PathPattern(text);
  }

  /** What the path says; empty if the pattern does not match the whole of it. */
  public Optional<PathParts> match(String path) {
    throw new UnsupportedOperationException(text + path);
  }
}
