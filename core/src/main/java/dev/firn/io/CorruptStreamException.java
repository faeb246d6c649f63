package dev.firn.io;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A compressed source file is broken. Reading it again gives the same result; every byte that the
 * stream handed out before belongs to a broken file and must not be used.
 */
public final class CorruptStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  /** In which way a file is broken. */
  public enum Kind {
    /** The file ends too early: an upload that was cut off, most likely. */
    TRUNCATED,
    /** Bytes of the file are wrong. */
    CORRUPT
  }

  private final Kind kind;
  private final long offset;

  CorruptStreamException(Kind kind, String what, long offset, @Nullable Throwable cause) {
    super(what + " at byte " + offset + " of the compressed file", cause);
    this.kind = kind;
    this.offset = offset;
  }

  /** In which way the file is broken. */
  public Kind kind() {
    return kind;
  }

  /**
   * Where in the compressed file the fault was noticed, in bytes from its start: for {@code
   * TRUNCATED} its length; otherwise at or behind the fault.
   */
  public long offset() {
    return offset;
  }
}
