package dev.firn.day;

import dev.firn.day.DayHold.Cause;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.table.LandingSpec;
import dev.firn.table.PartitionSpan;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Finds snapshots of other writers that do not see landing files: dynamic overwrites, and equality
 * deletes of a partition, on a day that had landing files in that snapshot.
 *
 * <p>Summaries tell which snapshots have to be looked at; only of those manifests are read, once
 * each. One thread.
 */
final class ForeignWrites {
  private final PeriodRule rule;
  private final DayContents contents;
  private final Map<Long, Map<String, Cause>> looked = new HashMap<>();

  ForeignWrites(PeriodRule rule, DayContents contents) {
    this.rule = rule;
    this.contents = contents;
  }

  /**
   * Holds that the book does not have yet, by day; the newest of each.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if a manifest can't be read
   */
  Map<String, DayHold> find(TableMetadata metadata, DayBook book) {
    Map<String, DayHold> found = new TreeMap<>();
    Set<Long> line = new HashSet<>();
    for (Snapshot each = metadata.currentSnapshot(); each != null; each = parent(metadata, each)) {
      line.add(each.snapshotId());
      Snapshot snapshot = each;
      if (isOverwrite(snapshot) || addsEqualityDeletes(snapshot)) {
        looked
            .computeIfAbsent(snapshot.snapshotId(), id -> days(metadata, snapshot, book))
            .forEach(
                (day, cause) -> {
                  boolean known =
                      book.get(day)
                          .hold()
                          .filter(hold -> hold.sequence() >= snapshot.sequenceNumber())
                          .isPresent();
                  if (!known) {
                    found.putIfAbsent(
                        day,
                        new DayHold(
                            snapshot.snapshotId(), snapshot.sequenceNumber(), cause, false));
                  }
                });
      }
    }
    looked.keySet().retainAll(line);
    return found;
  }

  /** Whether a snapshot was rolled back; one that has expired was not. */
  static boolean isRolledBack(TableMetadata metadata, DayHold hold) {
    for (Snapshot each = metadata.currentSnapshot(); each != null; each = parent(metadata, each)) {
      if (each.snapshotId() == hold.snapshotId()) {
        return false;
      }
      if (each.sequenceNumber() < hold.sequence()) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Snapshot parent(TableMetadata metadata, Snapshot snapshot) {
    Long parent = snapshot.parentId();
    return parent == null ? null : metadata.snapshot(parent);
  }

  private static boolean isOverwrite(Snapshot snapshot) {
    return "true".equals(summary(snapshot).get(SnapshotSummary.REPLACE_PARTITIONS_PROP));
  }

  private static boolean addsEqualityDeletes(Snapshot snapshot) {
    return isPositive(summary(snapshot).get(SnapshotSummary.ADDED_EQ_DELETES_PROP))
        || isPositive(summary(snapshot).get(SnapshotSummary.ADD_EQ_DELETE_FILES_PROP));
  }

  private static boolean isPositive(@Nullable String count) {
    return count != null && !count.equals("0");
  }

  private static Map<String, String> summary(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    return summary == null ? Map.of() : summary;
  }

  /** A part of the table that was written to without its landing files. */
  private record Write(int specId, PartitionSpan span, Cause cause) {}

  private Map<String, Cause> days(TableMetadata metadata, Snapshot snapshot, DayBook book) {
    try {
      List<Write> writes = writes(metadata, snapshot);
      Map<String, Cause> days = new TreeMap<>();
      if (!writes.isEmpty()) {
        for (String name : book.records().keySet()) {
          DayPeriod day = rule.parse(name);
          List<Write> ofDay =
              writes.stream()
                  .filter(write -> write.span().meets(day.date(), day.start(), day.end()))
                  .toList();
          unseen(metadata, snapshot, day, ofDay).ifPresent(cause -> days.put(name, cause));
        }
      }
      return days;
    } catch (NotFoundException | UncheckedIOException e) {
      throw new FirnException(
          ErrorCode.STORAGE,
          "can't look at what snapshot "
              + snapshot.snapshotId()
              + " of another writer did to days: "
              + e.getMessage()
              + "; it is tried again",
          e);
    }
  }

  /** What a write to the day did without seeing a landing file that may have rows of it. */
  private Optional<Cause> unseen(
      TableMetadata metadata, Snapshot snapshot, DayPeriod day, List<Write> writes) {
    if (writes.isEmpty()) {
      return Optional.empty();
    }
    LandingSpec landing = contents.landing(metadata);
    List<Cause> causes = new ArrayList<>();
    contents.each(
        metadata,
        snapshot.snapshotId(),
        day,
        (task, whole) -> {
          PartitionSpec spec = task.spec();
          if (landing.sameAs(spec) || spec.isUnpartitioned()) {
            writes.stream()
                .filter(write -> write.specId() != spec.specId())
                .forEach(write -> causes.add(write.cause()));
          }
        });
    return causes.stream().findFirst();
  }

  private List<Write> writes(TableMetadata metadata, Snapshot snapshot) {
    SnapshotChanges changes =
        SnapshotChanges.builderFor(contents.table(metadata)).snapshot(snapshot).build();
    List<Write> writes = new ArrayList<>();
    if (isOverwrite(snapshot)) {
      changes
          .addedDataFiles()
          .forEach(file -> add(writes, metadata, file, Cause.DYNAMIC_OVERWRITE));
      changes
          .removedDataFiles()
          .forEach(file -> add(writes, metadata, file, Cause.DYNAMIC_OVERWRITE));
    }
    for (DeleteFile file : changes.addedDeleteFiles()) {
      // Deletes that belong to no partition apply to the files of all specs.
      PartitionSpec spec = metadata.specsById().get(file.specId());
      boolean global = spec != null && spec.isUnpartitioned();
      if (file.content() == FileContent.EQUALITY_DELETES && !global) {
        add(writes, metadata, file, Cause.EQUALITY_DELETES);
      }
    }
    return writes;
  }

  private void add(List<Write> writes, TableMetadata metadata, ContentFile<?> file, Cause cause) {
    PartitionSpan span =
        PartitionSpan.of(
            metadata.schema(),
            metadata.specsById().get(file.specId()),
            file.partition(),
            contents.columns());
    Write write = new Write(file.specId(), span, cause);
    if (!writes.contains(write)) {
      writes.add(write);
    }
  }
}
