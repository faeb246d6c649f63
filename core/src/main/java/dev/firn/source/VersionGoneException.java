package dev.firn.source;

import java.io.IOException;

/**
 * A source file was replaced or removed after its notice; a newer notice will bring the new
 * version.
 */
public final class VersionGoneException extends IOException {
  /** Names the version that was asked for and what is there now. */
  public VersionGoneException(String message) {
    super(message);
  }
}
