package dev.firn.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions that Firn throws.
 *
 * <p>The message is one line for a person: what was tried, with which values, what was expected,
 * the place (file, line, column, offset) and the next step.
 */
public class FirnException extends RuntimeException {
  private final ErrorCode code;

  /** A failure without a cause. */
  public FirnException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** A failure that another one brought about. */
  public FirnException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What kind of failure this is. */
  public ErrorCode code() {
    return code;
  }
}
