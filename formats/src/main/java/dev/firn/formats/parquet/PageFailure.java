package dev.firn.formats.parquet;

import java.io.IOException;

/** Carries what is wrong with a page through parquet-column, whose methods declare nothing. */
final class PageFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final IOException failure;

  PageFailure(IOException failure) {
    super(failure.getMessage(), failure, false, false);
    this.failure = failure;
  }

  IOException failure() {
    return failure;
  }
}
