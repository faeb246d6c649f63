package dev.firn.testkit.crash;

import dev.firn.ledger.FileStatus;
import java.util.Optional;

/** What has become of a version of a source file. */
enum Fate {
  /** The ledger does not know it. */
  UNSEEN,
  /** Its rows are in the table, and the ledger says so. */
  INGESTED,
  /** Refused as a whole. */
  REJECTED,
  /** Its rows left the table with a rollback. */
  WITHDRAWN,
  /** Somebody asked for it again. */
  REPLAY,
  /** Its rows are in the table, by the hand of an operator, and the ledger does not know it. */
  UNLISTED;

  /** What a ledger entry, or that there is none, says of a version without doubt. */
  static Fate of(Optional<FileStatus> status) {
    return status
        .map(
            known ->
                switch (known) {
                  case INGESTED -> INGESTED;
                  case REJECTED -> REJECTED;
                  case WITHDRAWN -> WITHDRAWN;
                  case REPLAY -> REPLAY;
                })
        .orElse(UNSEEN);
  }

  /** Whether the rows, if there are any, are in the table. */
  boolean hasRows() {
    return this == INGESTED || this == UNLISTED;
  }

  /** Whether an ingester that meets the file takes it in. */
  boolean isOpen() {
    return this == UNSEEN || this == REPLAY;
  }

  /**
   * What is recorded after a rollback, as the table in {@code docs/ledger.md} says.
   *
   * @param lost what the lost root says
   * @param head what the head says
   */
  static Fate afterRollback(Fate lost, Fate head) {
    Fate known = head == UNLISTED ? UNSEEN : head;
    if (known == INGESTED) {
      return INGESTED;
    }
    return switch (lost) {
      case INGESTED, WITHDRAWN -> WITHDRAWN;
      case REJECTED -> REJECTED;
      case REPLAY, UNSEEN, UNLISTED -> known;
    };
  }
}
