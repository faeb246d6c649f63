package dev.firn.commit;

import dev.firn.landing.Deletion;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.DedupeRule;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.Known;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.OnOverwrite;
import dev.firn.ledger.Verdict;
import dev.firn.source.FileIdentity;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.TableMetadata;

/**
 * Landed files become visible, unless one of their source files is in the ledger by now: then the
 * batch is given up, since landing files mix the rows of several source files.
 */
final class LandingChange implements LedgerChange<CommitOutcome> {
  private final LedgerTable table;
  private final UUID commitId;
  private final LandingResult landing;
  private final OnOverwrite onOverwrite;

  LandingChange(LedgerTable table, LandingResult landing, UUID commitId, OnOverwrite onOverwrite) {
    this.table = table;
    this.landing = landing;
    this.commitId = commitId;
    this.onOverwrite = onOverwrite;
  }

  @Override
  public UUID commitId() {
    return commitId;
  }

  @Override
  public Step<CommitOutcome> on(TableMetadata metadata, LedgerState state, boolean mayBeUnderWay) {
    HeadState base = HeadState.of(table, metadata, state, commitId);
    Set<FileIdentity> known = known(base);
    if (!known.isEmpty()) {
      if (!mayBeUnderWay) {
        Deletion.tryAll(table.operations().io(), landing.locations());
      }
      return new Step.Done<>(new CommitOutcome.GivenUp(base.head(), known));
    }
    return new Step.Commit<>(base.next(), landing.files(), landing.entries());
  }

  @Override
  public CommitOutcome committed(LedgerRoot root, long snapshotId, int attempts) {
    return new CommitOutcome.Committed(root, snapshotId, commitId, attempts);
  }

  /** The batch's files that the ledger knows already. */
  private Set<FileIdentity> known(HeadState base) {
    Set<FileIdentity> known = new HashSet<>();
    List<LedgerEntry> entries = landing.entries();
    Map<String, List<Known>> byLocation =
        base.head()
            .map(
                head ->
                    table.index().lookup(head, entries.stream().map(LandingChange::key).toList()))
            .orElse(Map.of());
    for (LedgerEntry entry : entries) {
      Verdict verdict =
          DedupeRule.decide(
              entry.file(),
              byLocation.getOrDefault(entry.file().location(), List.of()),
              onOverwrite);
      if (!allows(verdict, entry)) {
        known.add(entry.file());
      }
    }
    return known;
  }

  /** An entry that only says that a file was refused may stand beside an ingested version. */
  private static boolean allows(Verdict verdict, LedgerEntry entry) {
    return switch (verdict) {
      case NEW, OVERWRITE_INGEST -> true;
      case OVERWRITE_REJECT -> entry.rowsWritten() == 0;
      case ALREADY_INGESTED, ALREADY_REJECTED, WITHDRAWN -> false;
    };
  }

  private static FileKey key(LedgerEntry entry) {
    return new FileKey(entry.file().location(), entry.day());
  }
}
