package dev.firn.io;

import java.io.IOException;

/** A compressed block of bytes is damaged. */
public final class CorruptBlockException extends IOException {
  private static final long serialVersionUID = 1L;

  CorruptBlockException(String what) {
    super(what);
  }
}
