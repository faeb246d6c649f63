package dev.firn.decode;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import org.jspecify.annotations.Nullable;

/** A source file is broken as a whole; no row of it may get into the table. */
public final class SourceFileException extends FirnException {
  private final RejectReason reason;

  /** Names the file and the place in it. */
  public SourceFileException(RejectReason reason, String message, @Nullable Throwable cause) {
    super(ErrorCode.SOURCE_FILE, message, cause);
    this.reason = reason;
  }

  /** Why the file is rejected. */
  public RejectReason reason() {
    return reason;
  }
}
