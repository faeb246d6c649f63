package dev.firn.testkit.crash;

import dev.firn.ledger.LedgerKeys;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * What the catalog's pointer named at some time.
 *
 * @param metadata the metadata file's content
 * @param change how it came about
 * @param liveFiles the data files of its current snapshot, as often as they are listed, and in
 *     place of compacted ones those that they stand for; empty if the snapshot's files have expired
 *     before they were looked at
 * @param expired whether snapshots have been removed from the table by then
 * @param replaced whether the table has been replaced by then
 */
record TableState(
    TableMetadata metadata,
    Change change,
    Optional<List<String>> liveFiles,
    boolean expired,
    boolean replaced) {
  /** How a state differs from the one before. */
  enum Change {
    /** The current snapshot is the same. */
    NONE,
    /** A new snapshot of Firn. */
    LEDGER,
    /** A new snapshot of Firn that holds the same rows in other files. */
    COMPACTION,
    /** A new snapshot of somebody else. */
    FOREIGN,
    /** A new snapshot that repeats another one. */
    PICK,
    /** An older snapshot, or one of another line, is current again. */
    MOVE,
    /** The table has begun anew. */
    REPLACED
  }

  /** Whether an ingester has to find the ledger unknown. */
  enum Doubt {
    NEVER,
    MAYBE,
    SURELY
  }

  /** The root that the current snapshot itself commits. */
  Optional<String> ownRoot() {
    return Optional.ofNullable(metadata.currentSnapshot()).flatMap(TableState::rootOf);
  }

  /** The root of the nearest ancestor that has one. */
  Optional<String> headRoot() {
    for (Snapshot each : lineOf(metadata)) {
      Optional<String> root = rootOf(each);
      if (root.isPresent()) {
        return root;
      }
    }
    return Optional.empty();
  }

  /** The root that the table property names. */
  Optional<String> propertyRoot() {
    return Optional.ofNullable(metadata.properties().get(LedgerKeys.PROPERTY_LEDGER));
  }

  /** Whether an ingester has to refuse this state. */
  Doubt doubt() {
    Doubt doubt = Doubt.NEVER;
    for (Snapshot each : lineOf(metadata)) {
      if (rootOf(each).isPresent()) {
        break;
      }
      Doubt picked = doubtOfPick(each);
      doubt = picked.compareTo(doubt) > 0 ? picked : doubt;
    }
    if (doubt != Doubt.NEVER) {
      return doubt;
    }
    boolean moved = !headRoot().equals(propertyRoot());
    if (!moved || propertyRoot().isEmpty()) {
      return Doubt.NEVER;
    }
    if (replaced && headRoot().isEmpty()) {
      return Doubt.SURELY;
    }
    return expired || replaced ? Doubt.MAYBE : Doubt.NEVER;
  }

  private Doubt doubtOfPick(Snapshot snapshot) {
    String source = snapshot.summary().get(SOURCE_SNAPSHOT);
    if (source == null) {
      return Doubt.NEVER;
    }
    Snapshot repeated = metadata.snapshot(Long.parseLong(source));
    if (repeated == null) {
      return Doubt.MAYBE;
    }
    return rootOf(repeated).isPresent() ? Doubt.SURELY : doubtOfPick(repeated);
  }

  /** Iceberg's summary key for what a cherry-picked snapshot repeats. */
  static final String SOURCE_SNAPSHOT = "source-snapshot-id";

  static Optional<String> rootOf(Snapshot snapshot) {
    return Optional.ofNullable(snapshot.summary().get(LedgerKeys.SUMMARY_LEDGER));
  }

  /** The current snapshot and its ancestors, as far as they are known. */
  static List<Snapshot> lineOf(TableMetadata metadata) {
    java.util.ArrayList<Snapshot> line = new java.util.ArrayList<>();
    Snapshot each = metadata.currentSnapshot();
    while (each != null) {
      line.add(each);
      each = each.parentId() == null ? null : metadata.snapshot(each.parentId());
    }
    return line;
  }
}
