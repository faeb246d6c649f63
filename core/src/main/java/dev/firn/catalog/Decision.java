package dev.firn.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes a change of names that can be made only once, and finds out whether it was made when the
 * database fails: the history tells; what the history does not tell is asked for again, since of
 * two such requests the second one finds nothing to do.
 */
final class Decision<T> {
  private final String what;
  private final Supplier<T> change;
  private final Supplier<Optional<T>> look;

  /**
   * One change.
   *
   * @param what for messages: "rename …"
   * @param change asks the store for it
   * @param look its answer, if it can be seen that it was made
   */
  Decision(String what, Supplier<T> change, Supplier<Optional<T>> look) {
    this.what = what;
    this.change = change;
    this.look = look;
  }

  /**
   * Makes it.
   *
   * @throws PointerStoreException if it certainly was not made
   * @throws FirnException {@link ErrorCode#COMMIT_STATE_UNKNOWN} if it can't be told
   */
  T run(Attempts attempts) {
    PointerStoreException lost = null;
    for (int attempt = 1; ; attempt++) {
      PointerStoreException failure;
      try {
        T answer = change.get();
        return lost == null ? answer : seen().orElse(answer);
      } catch (PointerStoreException e) {
        failure = e;
        lost = e.mayHaveBeenApplied() ? e : lost;
      } catch (RuntimeException e) {
        if (lost == null) {
          throw e;
        }
        return seen().orElseThrow(() -> e);
      }
      Optional<T> seen = lost == null ? Optional.empty() : seen();
      if (seen.isPresent()) {
        return seen.get();
      }
      if (attempt == attempts.most() || !attempts.pauseAfter(attempt)) {
        throw lost == null ? failure : unknown(lost);
      }
    }
  }

  private Optional<T> seen() {
    try {
      return look.get();
    } catch (PointerStoreException e) {
      return Optional.empty();
    }
  }

  private FirnException unknown(PointerStoreException lost) {
    return new FirnException(
        ErrorCode.COMMIT_STATE_UNKNOWN,
        "can't tell whether it worked to "
            + what
            + ": "
            + lost.getMessage()
            + "; look at the table's history when the database is back",
        lost);
  }
}
