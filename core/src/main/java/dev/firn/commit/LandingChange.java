package dev.firn.commit;

import dev.firn.landing.Deletion;
import dev.firn.landing.LandingResult;
import dev.firn.ledger.DedupeRule;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.Known;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.ledger.NextRoot;
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
    Foundation ground = Foundation.of(table, metadata, state, commitId);
    Decision decision = decide(ground);
    if (decision.isFree()) {
      NextRoot next = ground.next();
      String noted = table.landingState().after(next.state(), landing.entries(), next.sequence());
      return new Step.Commit<>(next.withState(noted), landing.files(), landing.entries());
    }
    EarlierCommit earlier = new EarlierCommit(table, metadata, landing);
    if (!mayBeUnderWay && !earlier.mayHaveTakenIt(ground.head().orElseThrow())) {
      Deletion.tryAll(table.operations().io(), landing.locations());
    }
    return new Step.Done<>(new CommitOutcome.GivenUp(ground.head(), decision.known));
  }

  @Override
  public CommitOutcome committed(LedgerRoot root, long snapshotId, int attempts) {
    return new CommitOutcome.Committed(root, snapshotId, commitId, attempts);
  }

  /**
   * What the ledger says of the batch.
   *
   * @param known files that are dealt with
   * @param overwritten files of which another version is in the table by now
   */
  private record Decision(Set<FileIdentity> known, Set<FileIdentity> overwritten) {
    boolean isFree() {
      return known.isEmpty() && overwritten.isEmpty();
    }
  }

  private Decision decide(Foundation ground) {
    Decision decision = new Decision(new HashSet<>(), new HashSet<>());
    List<LedgerEntry> entries = landing.entries();
    Map<String, List<Known>> byLocation =
        ground
            .head()
            .map(
                head ->
                    table.index().lookup(head, entries.stream().map(LandingChange::key).toList()))
            .orElse(Map.of());
    for (LedgerEntry entry : entries) {
      FileIdentity file = entry.file();
      Verdict verdict =
          DedupeRule.decide(file, byLocation.getOrDefault(file.location(), List.of()), onOverwrite);
      switch (verdict) {
        case NEW, OVERWRITE_INGEST -> {}
        case OVERWRITE_REJECT -> {
          // An entry that only says that a file was refused may stand beside an ingested version.
          if (entry.rowsWritten() > 0) {
            decision.overwritten.add(file);
          }
        }
        case ALREADY_INGESTED, ALREADY_REJECTED, WITHDRAWN -> decision.known.add(file);
      }
    }
    return decision;
  }

  private static FileKey key(LedgerEntry entry) {
    return new FileKey(entry.file().location(), entry.day());
  }
}
