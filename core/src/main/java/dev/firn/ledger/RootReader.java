package dev.firn.ledger;

import dev.firn.error.FirnException;
import java.util.Optional;

/** Reads roots by location; may be called from any thread. */
@FunctionalInterface
public interface RootReader {
  /**
   * The root at a location, empty if there is no file; at most one request, none if it was read
   * before.
   *
   * @throws FirnException if storage fails (may be retried), or if the file is no root that this
   *     version understands
   */
  Optional<LedgerRoot> find(String location);
}
