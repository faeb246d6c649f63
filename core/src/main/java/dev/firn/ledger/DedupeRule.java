package dev.firn.ledger;

import dev.firn.source.FileIdentity;
import java.util.List;

/** Decides what a sighting of a source file is, given what the ledger knows of its location. */
public final class DedupeRule {
  private DedupeRule() {}

  /**
   * The verdict on a sighting.
   *
   * <p>The same version decides first, by its status; a replay that somebody asked for beats the
   * overwrite policy. Otherwise another version counts as overwritten only if its rows are in the
   * table: one that was rejected (this is the repaired upload), withdrawn, or that had no rows does
   * not.
   *
   * @param seen the file as it was sighted
   * @param known what the ledger knows of its location, newest first, as {@link LedgerIndex#lookup}
   *     returns it; entries of other locations are passed over
   * @param policy for another version of a file whose rows are in the table
   */
  public static Verdict decide(FileIdentity seen, List<Known> known, OnOverwrite policy) {
    for (Known each : known) {
      if (each.file().sameVersionAs(seen)) {
        return ofSameVersion(each.status());
      }
    }
    for (Known each : known) {
      boolean sameLocation = each.file().location().equals(seen.location());
      if (sameLocation && each.status() == FileStatus.INGESTED && each.rowsWritten() > 0) {
        return policy == OnOverwrite.REJECT ? Verdict.OVERWRITE_REJECT : Verdict.OVERWRITE_INGEST;
      }
    }
    return Verdict.NEW;
  }

  private static Verdict ofSameVersion(FileStatus status) {
    return switch (status) {
      case INGESTED -> Verdict.ALREADY_INGESTED;
      case REJECTED -> Verdict.ALREADY_REJECTED;
      case WITHDRAWN -> Verdict.WITHDRAWN;
      case REPLAY -> Verdict.NEW;
    };
  }
}
