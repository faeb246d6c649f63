package dev.firn.commit;

import dev.firn.ledger.LedgerRoot;
import dev.firn.source.FileIdentity;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** How a commit of landed files ended. */
public sealed interface CommitOutcome {
  /**
   * Files and entries are in the table.
   *
   * @param root the ledger's head
   * @param snapshotId the snapshot
   * @param commitId {@code firn.commit} of the snapshot
   * @param attempts compare-and-sets that were needed
   */
  record Committed(LedgerRoot root, long snapshotId, UUID commitId, int attempts)
      implements CommitOutcome {}

  /**
   * Another ingester was first with some of the files, or a rollback withdrew them; nothing was
   * committed and the data files are gone. The other source files are to be read again.
   *
   * @param root the ledger's head
   * @param known the files that are dealt with
   */
  record GivenUp(Optional<LedgerRoot> root, Set<FileIdentity> known) implements CommitOutcome {
    /** Copies the set. */
    public GivenUp {
      known = Set.copyOf(known);
    }
  }
}
