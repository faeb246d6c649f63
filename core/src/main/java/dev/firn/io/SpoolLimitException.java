package dev.firn.io;

import java.io.IOException;

/** A stream is longer than a {@link Spool} takes. */
public final class SpoolLimitException extends IOException {
  private static final long serialVersionUID = 1L;

  SpoolLimitException(long maxBytes) {
    super("more than " + maxBytes + " bytes");
  }
}
