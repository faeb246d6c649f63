package dev.firn.compaction;

import dev.firn.compaction.FileCuts.Treatment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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

  /** A file that is so many times as large as the smaller ones on average is of another tier. */
  private static final double LARGER_MOST = 2;

  private final CompactionScope scope;
  private final CompactionOptions options;
  private boolean landedDone;
  private boolean lastOfLanded;
  private OptionalInt hourField = OptionalInt.empty();

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
    hourField = selection.hourField();
    if (!landedDone) {
      Optional<Round> round = ofLanded(selection.landed());
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
    if (!whole) {
      return ofOpenDays(tier(landed));
    }
    // The smallest ones: what is merged now is copied once more with the rest.
    List<FileScanTask> fitting = fitting(bySize(landed));
    boolean all = fitting.size() == landed.size() || fitting.size() < 2;
    lastOfLanded = all;
    if (landed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        all
            ? new Round(landed, this::treatment, false)
            : new Round(fitting, partial(daysOf(fitting)), false));
  }

  private Optional<Round> ofOpenDays(List<FileScanTask> landed) {
    lastOfLanded = true;
    List<FileScanTask> fitting = fitting(landed);
    if (fitting.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(new Round(fitting, partial(daysOf(fitting)), false));
  }

  private static Function<PartitionKey, Treatment> partial(Set<Integer> open) {
    return key ->
        key.day().present() && !open.contains(key.day().value())
            ? Treatment.KEEP
            : Treatment.FULL_FILES_ONLY;
  }

  /** Days that have landing files of their own; rows of others stay together in one file. */
  private static Set<Integer> daysOf(List<FileScanTask> landed) {
    Set<Integer> days = new HashSet<>();
    for (FileScanTask task : landed) {
      if (task.spec().fields().size() == 1) {
        Integer day = task.file().partition().get(0, Integer.class);
        if (day != null) {
          days.add(day);
        }
      }
    }
    return days;
  }

  /**
   * The landed files without those that are much larger than the smaller ones are on average. So
   * the result of a merge of 64 files waits for about as many of its kind, and no row is copied
   * more often than the logarithm, to that base, of the number of files that land in a day.
   */
  private static List<FileScanTask> tier(List<FileScanTask> landed) {
    List<FileScanTask> bySize = bySize(landed);
    long rest = bySize.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum();
    int end = bySize.size();
    while (end > 1) {
      long largest = bySize.get(end - 1).file().fileSizeInBytes();
      rest -= largest;
      if (largest <= LARGER_MOST * rest / (end - 1)) {
        return bySize.subList(0, end);
      }
      end--;
    }
    return List.of();
  }

  private static List<FileScanTask> bySize(List<FileScanTask> landed) {
    List<FileScanTask> sorted = new ArrayList<>(landed);
    sorted.sort(Comparator.comparingLong(task -> task.file().fileSizeInBytes()));
    return sorted;
  }

  private Treatment treatment(PartitionKey key) {
    boolean whole = scope.allDays() || (key.day().present() && scope.isWhole(key.day().value()));
    if (whole && isOtherHour(key)) {
      return Treatment.FULL_FILES_ONLY;
    }
    return whole ? Treatment.WHOLE : Treatment.KEEP;
  }

  /** Of a day whose hours leave one by one. */
  private boolean isOtherHour(PartitionKey key) {
    if (scope.hours().isEmpty() || hourField.isEmpty()) {
      return false;
    }
    Integer hour = key.tuple().get(hourField.getAsInt(), Integer.class);
    return hour == null || !scope.hours().contains(hour);
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
