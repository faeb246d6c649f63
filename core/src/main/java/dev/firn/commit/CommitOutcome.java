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
   * Another ingester was first with some of the files, or with another version of one, or a
   * rollback withdrew them; nothing was committed. The data files are gone, unless they are in the
   * table because this very batch had been committed before, or that can't be told. The source
   * files that are not {@code known} are to be decided on and read again.
   *
   * @param root the ledger's head
   * @param known the files that are dealt with; empty if the batch only holds other versions of
   *     files that are in the table
   */
  record GivenUp(Optional<LedgerRoot> root, Set<FileIdentity> known) implements CommitOutcome {
    /** Copies the set. */
    public GivenUp {
      known = Set.copyOf(known);
    }
  }
}
