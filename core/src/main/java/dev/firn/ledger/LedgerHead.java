package dev.firn.ledger;

import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * Which root is the head: the one that the nearest ancestor of the current snapshot names.
 *
 * <p>The table property never decides; it tells what happened. It is believed to tell of a rollback
 * only if that can be proven, because a table may also have been replaced (CREATE OR REPLACE keeps
 * snapshots, properties and UUID, and starts a new line of snapshots) or the property copied.
 */
public final class LedgerHead {
  private final TableMetadata metadata;
  private final RootReader roots;
  private final Ancestry ancestry;
  private final Optional<String> property;

  private LedgerHead(TableMetadata metadata, RootReader roots) {
    this.metadata = metadata;
    this.roots = roots;
    this.ancestry = Ancestry.of(metadata);
    this.property =
        Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER))
            .filter(location -> !location.isEmpty());
  }

  /**
   * The state of a table's ledger.
   *
   * <p>Cost: no request if the property names the head and the head was read before; after a
   * rollback the two roots, and the roots between them only if the snapshots have expired that
   * would prove it.
   *
   * @throws dev.firn.error.FirnException if storage fails, or a root is of a newer format
   */
  public static LedgerState of(TableMetadata metadata, RootReader roots) {
    return new LedgerHead(metadata, roots).state();
  }

  private LedgerState state() {
    Optional<Snapshot> pick = ancestry.doubtfulCherryPick(property.isPresent());
    if (pick.isPresent()) {
      return unknown(
          "snapshot "
              + pick.get().snapshotId()
              + " was cherry-picked from snapshot "
              + pick.get().summary().get(LedgerKeys.SUMMARY_SOURCE_SNAPSHOT)
              + ", which is a ledger snapshot or is gone, so rows may be in the table that the head"
              + " does not list");
    }
    return ancestry.head().isPresent() ? withHead(ancestry.head().get()) : withoutHead();
  }

  private LedgerState withHead(LedgerState.Head head) {
    Optional<LedgerRoot> headRoot = roots.find(head.rootLocation());
    if (headRoot.isEmpty()) {
      return unknown("the head's file does not exist");
    }
    if (isForeign(headRoot.get())) {
      return unknown("the head belongs to the table with UUID " + headRoot.get().tableUuid());
    }
    if (property.isEmpty() || property.get().equals(head.rootLocation())) {
      return head;
    }
    Optional<LedgerState.Unknown> unusable = whyLostRootIsUnusable();
    if (unusable.isPresent()) {
      return unusable.get();
    }
    boolean proven =
        ancestry.branchOf(property.get()).isPresent()
            || RootChain.meet(headRoot.get(), roots.find(property.get()).orElseThrow(), roots);
    return proven
        ? new LedgerState.RolledBack(Optional.of(head), property.get())
        : unknown("the two have no root in common");
  }

  private LedgerState withoutHead() {
    if (property.isEmpty()) {
      return new LedgerState.Absent();
    }
    Optional<Ancestry.Branch> branch = ancestry.branchOf(property.get());
    if (branch.isEmpty()) {
      return unknown(
          "no snapshot of the current line names a root (the table was replaced, or rolled back and"
              + " its snapshots expired)");
    }
    Optional<LedgerState.Unknown> unusable = whyLostRootIsUnusable();
    if (unusable.isPresent()) {
      return unusable.get();
    }
    boolean nothingBelow =
        ancestry.isComplete()
            || roots
                .find(branch.get().oldestRootLocation())
                .filter(first -> first.previous().isEmpty())
                .isPresent();
    return nothingBelow
        ? new LedgerState.RolledBack(Optional.empty(), property.get())
        : unknown("the snapshots that would name the head have expired");
  }

  private Optional<LedgerState.Unknown> whyLostRootIsUnusable() {
    Optional<LedgerRoot> lost = roots.find(property.orElseThrow());
    if (lost.isEmpty()) {
      return Optional.of(unknown("the property's root does not exist"));
    }
    return isForeign(lost.get())
        ? Optional.of(
            unknown("the property's root belongs to the table with UUID " + lost.get().tableUuid()))
        : Optional.empty();
  }

  private boolean isForeign(LedgerRoot root) {
    return !root.tableUuid().toString().equals(metadata.uuid());
  }

  private LedgerState.Unknown unknown(String why) {
    Optional<String> head = ancestry.head().map(LedgerState.Head::rootLocation);
    return new LedgerState.Unknown(
        "the ledger of the table at "
            + metadata.location()
            + " is unknown: "
            + why
            + "; head by the snapshots: "
            + head.orElse("none")
            + ", table property "
            + LedgerKeys.PROPERTY_LEDGER
            + ": "
            + property.orElse("none")
            + "; look which rows the table holds, then run firn ledger adopt with the root that"
            + " lists them, or firn ledger reset to forget all source files",
        head,
        property);
  }
}
