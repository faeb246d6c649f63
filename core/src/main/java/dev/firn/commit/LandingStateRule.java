package dev.firn.commit;

import dev.firn.ledger.LedgerEntry;
import java.util.List;

/** What a landing commit does to the ledger's state, in the same root as its entries. Pure. */
@FunctionalInterface
public interface LandingStateRule {
  /** Leaves the state as it is. */
  LandingStateRule NONE = (state, entries, sequence) -> state;

  /**
   * The state after a landing; called anew on every attempt, by any thread.
   *
   * @param state a JSON object
   * @param entries what the landing adds to the ledger
   * @param sequence of the root that will hold both
   * @return a JSON object
   */
  String after(String state, List<LedgerEntry> entries, long sequence);
}
