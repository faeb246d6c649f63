package dev.firn.ledger;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/** The current snapshot and its ancestors, as far as the metadata still has them. */
final class Ancestry {
  private final TableMetadata metadata;

  /** From the current snapshot down to the head's, or to the last one known. */
  private final List<Snapshot> sinceHead = new ArrayList<>();

  /** All known ancestors, and the id of the first one that is gone. */
  private final Set<Long> ids = new HashSet<>();

  private boolean complete = true;
  private Optional<LedgerState.Head> head = Optional.empty();

  private Ancestry(TableMetadata metadata) {
    this.metadata = metadata;
  }

  static Ancestry of(TableMetadata metadata) {
    Ancestry ancestry = new Ancestry(metadata);
    ancestry.walk();
    return ancestry;
  }

  /** The nearest ancestor that names a root. */
  Optional<LedgerState.Head> head() {
    return head;
  }

  /** Whether the line reaches back to the table's first snapshot, none of it expired. */
  boolean isComplete() {
    return complete;
  }

  /**
   * A snapshot since the head that repeats a ledger snapshot, so that its rows came in without
   * their entries. If the snapshot that it repeats is gone, that can't be told: it counts if {@code
   * hasLedger}, or if there is a head.
   */
  Optional<Snapshot> doubtfulCherryPick(boolean hasLedger) {
    boolean goneCounts = hasLedger || head.isPresent();
    return sinceHead.stream().filter(s -> repeatsLedger(s, goneCounts)).findFirst();
  }

  /**
   * The snapshots that once led to a root, from where they leave the current line.
   *
   * @param oldestRootLocation the first root on them
   */
  record Branch(String oldestRootLocation) {}

  /** The branch that ends in a root; empty if no snapshot names it or it never meets this line. */
  Optional<Branch> branchOf(String rootLocation) {
    for (Snapshot snapshot : metadata.snapshots()) {
      if (rootLocation.equals(rootOf(snapshot))) {
        Optional<Branch> branch = branchFrom(snapshot, rootLocation);
        if (branch.isPresent()) {
          return branch;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Branch> branchFrom(Snapshot tip, String tipRoot) {
    String oldest = tipRoot;
    Snapshot snapshot = tip;
    while (true) {
      if (ids.contains(snapshot.snapshotId())) {
        return Optional.of(new Branch(oldest));
      }
      String root = rootOf(snapshot);
      oldest = root == null ? oldest : root;
      Long parent = snapshot.parentId();
      if (parent == null) {
        return Optional.empty();
      }
      Snapshot next = metadata.snapshot(parent);
      if (next == null) {
        return ids.contains(parent) ? Optional.of(new Branch(oldest)) : Optional.empty();
      }
      snapshot = next;
    }
  }

  private void walk() {
    Snapshot snapshot = metadata.currentSnapshot();
    while (snapshot != null) {
      ids.add(snapshot.snapshotId());
      if (head.isEmpty()) {
        String root = rootOf(snapshot);
        if (root == null) {
          sinceHead.add(snapshot);
        } else {
          head = Optional.of(new LedgerState.Head(root, snapshot.snapshotId()));
        }
      }
      Long parent = snapshot.parentId();
      snapshot = parent == null ? null : metadata.snapshot(parent);
      if (parent != null && snapshot == null) {
        ids.add(parent);
        complete = false;
      }
    }
  }

  private boolean repeatsLedger(Snapshot snapshot, boolean goneCounts) {
    Snapshot each = snapshot;
    while (true) {
      String source = summary(each).get(LedgerKeys.SUMMARY_SOURCE_SNAPSHOT);
      if (source == null) {
        return false;
      }
      Snapshot repeated = find(source);
      if (repeated == null) {
        return goneCounts;
      }
      if (rootOf(repeated) != null) {
        return true;
      }
      each = repeated;
    }
  }

  private @Nullable Snapshot find(String snapshotId) {
    try {
      return metadata.snapshot(Long.parseLong(snapshotId));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable String rootOf(Snapshot snapshot) {
    return summary(snapshot).get(LedgerKeys.SUMMARY_LEDGER);
  }

  /** Snapshots of format version 1 may have no summary. */
  private static Map<String, String> summary(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    return summary == null ? Map.of() : summary;
  }
}
