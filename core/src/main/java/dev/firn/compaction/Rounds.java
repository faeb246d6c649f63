package dev.firn.compaction;

import dev.firn.compaction.FileCuts.Treatment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.iceberg.FileScanTask;

/**
 * Divides a compaction into rewrites whose row groups fit in memory, one after the other; each is
 * chosen on what the table is by then.
 *
 * <p>Landed files that do not fit at once are first merged with only full files leaving: that gives
 * fewer landing files, sorted and of small row groups, until the rest fits. One thread.
 */
final class Rounds {
  /** Row groups of files are not larger than this, about. */
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final CompactionScope scope;
  private final CompactionOptions options;
  private boolean landedDone;
  private boolean lastOfLanded;

  Rounds(CompactionScope scope, CompactionOptions options) {
    this.scope = scope;
    this.options = options;
  }

  /**
   * One rewrite.
   *
   * @param files what is replaced, with the deletes that are applied to it
   * @param treatment where the rows of a partition go
   * @param keepsSequence whether the rows keep their data sequence number
   */
  record Round(
      List<FileScanTask> files,
      Function<PartitionKey, Treatment> treatment,
      boolean keepsSequence) {}

  /** The next rewrite on the table as it is; empty if there is nothing left to be done. */
  Optional<Round> next(InputSelection selection) {
    List<FileScanTask> landed = selection.landed();
    if (!landedDone) {
      Optional<Round> round = ofLanded(landed);
      if (round.isPresent()) {
        return round;
      }
      landedDone = true;
    }
    return ofSmall(selection.small());
  }

  /** Every file that there is something to be done with. */
  List<FileScanTask> all(InputSelection selection) {
    List<FileScanTask> tasks = new ArrayList<>(selection.landed());
    selection.small().forEach(tasks::addAll);
    return tasks;
  }

  /** The rewrite that was given out last is in the table. */
  void committed() {
    landedDone |= lastOfLanded;
  }

  private Optional<Round> ofLanded(List<FileScanTask> landed) {
    boolean whole = scope.allDays() || !scope.wholeDays().isEmpty();
    List<FileScanTask> fitting = fitting(landed);
    boolean all = fitting.size() == landed.size() || fitting.size() < 2;
    lastOfLanded = all || !whole;
    if (landed.isEmpty() || (!whole && landed.size() < 2)) {
      return Optional.empty();
    }
    List<FileScanTask> files = all ? landed : fitting;
    return Optional.of(
        new Round(files, whole && all ? this::treatment : key -> Treatment.FULL_FILES_ONLY, false));
  }

  private Treatment treatment(PartitionKey key) {
    if (scope.allDays() || (key.day().present() && scope.isWhole(key.day().value()))) {
      return Treatment.WHOLE;
    }
    return Treatment.KEEP;
  }

  private Optional<Round> ofSmall(List<List<FileScanTask>> partitions) {
    List<FileScanTask> taken = new ArrayList<>();
    long bytes = 0;
    for (List<FileScanTask> partition : partitions) {
      long more = partition.stream().mapToLong(Rounds::memoryBytes).sum();
      if (!taken.isEmpty() && bytes + more > options.memoryBytes()) {
        break;
      }
      taken.addAll(partition);
      bytes += more;
    }
    lastOfLanded = false;
    return taken.isEmpty()
        ? Optional.empty()
        : Optional.of(new Round(taken, key -> Treatment.WHOLE, true));
  }

  private List<FileScanTask> fitting(List<FileScanTask> landed) {
    List<FileScanTask> fitting = new ArrayList<>();
    long bytes = 0;
    for (FileScanTask task : landed) {
      bytes += memoryBytes(task);
      if (bytes > options.memoryBytes()) {
        break;
      }
      fitting.add(task);
    }
    return fitting;
  }

  /** What a file takes up while it is merged: a decoded row group. */
  private static long memoryBytes(FileScanTask task) {
    List<Long> offsets = task.file().splitOffsets();
    long size = task.file().fileSizeInBytes();
    long group = offsets == null || offsets.size() < 2 ? size : offsets.get(1) - offsets.get(0);
    return (long) (Math.min(group, ROW_GROUP_BYTES) * RunIndex.DECODED_PER_FILE_BYTE);
  }
}
