package dev.firn.ledger;

import java.util.Optional;

/** What a table's metadata says of its ledger. */
public sealed interface LedgerState {
  /** No ledger yet: no snapshot of the current line has a root, and the property is not set. */
  record Absent() implements LedgerState {}

  /**
   * The ledger's state is a root.
   *
   * @param rootLocation the root
   * @param snapshotId the snapshot that names it: the nearest ancestor of the current one that
   *     names any
   */
  record Head(String rootLocation, long snapshotId) implements LedgerState {}

  /**
   * The table was rolled back: what the lost root has more than the head left the table.
   *
   * @param head the head; empty if the table went back to before its first root
   * @param lostRootLocation the root that the property names
   */
  record RolledBack(Optional<Head> head, String lostRootLocation) implements LedgerState {}

  /**
   * It can't be told which root is right; nothing may be committed until an operator has decided.
   *
   * @param reason one line: what contradicts what, and what to do
   * @param headRootLocation what the snapshots say, if anything
   * @param propertyRootLocation what the property says, if anything
   */
  record Unknown(
      String reason, Optional<String> headRootLocation, Optional<String> propertyRootLocation)
      implements LedgerState {}
}
