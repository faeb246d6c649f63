package dev.firn.ledger;

import java.util.Optional;

/** Roots, each naming the one before. */
final class RootChain {
  /**
   * Roots read before giving up: a month of commits a minute. A rollback that goes back farther,
   * with its snapshots expired, is for an operator to judge.
   */
  static final int MAX_STEPS = 45_000;

  private RootChain() {}

  /** Whether two roots have one in common among themselves and what lies before them. */
  static boolean meet(LedgerRoot one, LedgerRoot other, RootReader roots) {
    LedgerRoot left = one;
    LedgerRoot right = other;
    for (int step = 0; step < MAX_STEPS; step++) {
      if (left.location().equals(right.location())) {
        return true;
      }
      boolean leftIsNewer = left.sequence() >= right.sequence();
      Optional<LedgerRoot> before = (leftIsNewer ? left : right).previous().flatMap(roots::find);
      if (before.isEmpty() || before.get().sequence() >= (leftIsNewer ? left : right).sequence()) {
        return false;
      }
      if (leftIsNewer) {
        left = before.get();
      } else {
        right = before.get();
      }
    }
    return false;
  }
}
