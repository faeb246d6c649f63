package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import org.jspecify.annotations.Nullable;

/** The database below a {@link PointerStore} failed. */
public final class PointerStoreException extends FirnException {
  private static final long serialVersionUID = 1L;

  private final boolean mayHaveBeenApplied;

  /**
   * A failure of the database.
   *
   * @param mayHaveBeenApplied false only if it is certain that nothing was changed
   */
  public PointerStoreException(
      boolean mayHaveBeenApplied, String message, @Nullable Throwable cause) {
    super(ErrorCode.CATALOG, message, cause);
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }

  /**
   * Whether the change that was asked for may have been made in spite of the failure, or may still
   * be made (a request under way). False for reads.
   */
  public boolean mayHaveBeenApplied() {
    return mayHaveBeenApplied;
  }
}
