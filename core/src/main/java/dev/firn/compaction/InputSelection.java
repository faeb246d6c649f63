package dev.firn.compaction;

import dev.firn.table.LandingSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundTerm;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.StructLikeWrapper;

/**
 * Picks the data files of a snapshot that a compaction is about.
 *
 * @param landed files that do not lie in partitions of the default spec, oldest first
 * @param small files of the default spec that are too small, by partition, where fewer files would
 *     hold the same rows
 * @param formerSpecFiles files of other specs that are left as they are
 * @param hourField where in the default spec's tuples the hour is, if it is there
 */
record InputSelection(
    List<FileScanTask> landed,
    List<List<FileScanTask>> small,
    long formerSpecFiles,
    OptionalInt hourField) {
  private static final int HOURS_PER_DAY = 24;

  /** A file of less than this part of the target is worth merging. */
  private static final double SMALL = 0.75;

  /**
   * Reads the table's manifests.
   *
   * @param landing the table's landing layout
   * @param scope which days and rows
   * @param targetBytes the size that files should have
   */
  static InputSelection of(
      Table table, LandingSpec landing, CompactionScope scope, long targetBytes) {
    TableMetadata metadata = ((BaseTable) table).operations().current();
    List<FileScanTask> landed = new ArrayList<>();
    long former = 0;
    Map<StructLikeWrapper, List<FileScanTask>> small = new HashMap<>();
    StructLikeWrapper key = StructLikeWrapper.forType(metadata.spec().partitionType());
    try (CloseableIterable<FileScanTask> tasks =
        table
            .newScan()
            .filter(Expressions.and(filter(metadata, landing, scope), scope.where()))
            .ignoreResiduals()
            .planFiles()) {
      for (FileScanTask task : tasks) {
        PartitionSpec spec = task.spec();
        if (spec.specId() == metadata.defaultSpecId()) {
          if (isSmall(task, targetBytes) && isInScope(task, dayOf(task, spec, landing), scope)) {
            small
                .computeIfAbsent(key.copyFor(task.file().partition()), k -> new ArrayList<>())
                .add(task);
          }
        } else if ((isLanded(spec, landing) || scope.allSpecs())
            && isInScope(task, dayOf(task, spec, landing), scope)) {
          landed.add(task);
        } else if (!isLanded(spec, landing)) {
          former++;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    landed.sort(
        Comparator.comparingLong(
            task ->
                task.file().dataSequenceNumber() == null ? 0 : task.file().dataSequenceNumber()));
    return new InputSelection(
        List.copyOf(landed),
        small.values().stream().filter(files -> wouldBeFewer(files, targetBytes)).toList(),
        former,
        hourField(metadata.spec()));
  }

  /** Leaves out files whose statistics say that they have no row of the days. */
  private static Expression filter(
      TableMetadata metadata, LandingSpec landing, CompactionScope scope) {
    if (scope.allDays() || scope.openDays() || landing.day().isEmpty()) {
      return Expressions.alwaysTrue();
    }
    LandingSpec.DayField field = landing.day().get();
    String column = metadata.schema().findColumnName(field.sourceId());
    boolean identity = field.transform().equals("identity");
    Expression any = Expressions.alwaysFalse();
    for (int day : scope.wholeDays()) {
      UnboundTerm<Integer> term = identity ? Expressions.ref(column) : Expressions.day(column);
      any = Expressions.or(any, Expressions.equal(term, day));
    }
    return any;
  }

  private static boolean wouldBeFewer(List<FileScanTask> files, long targetBytes) {
    double bytes = files.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum();
    return files.size() > FileCuts.fileCount(bytes, targetBytes);
  }

  private static boolean isSmall(FileScanTask task, long targetBytes) {
    return task.file().fileSizeInBytes() < targetBytes * SMALL;
  }

  private static boolean isLanded(PartitionSpec spec, LandingSpec landing) {
    return landing.sameAs(spec) || spec.isUnpartitioned();
  }

  private static OptionalInt hourField(PartitionSpec spec) {
    for (int i = 0; i < spec.fields().size(); i++) {
      if (spec.fields().get(i).transform().toString().equals("hour")) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isInScope(FileScanTask task, OptionalInt day, CompactionScope scope) {
    if (scope.allDays() || (scope.openDays() && task.spec().fields().size() <= 1)) {
      return true;
    }
    OptionalInt hour = hourField(task.spec());
    if (!scope.hours().isEmpty() && hour.isPresent()) {
      Object value = task.file().partition().get(hour.getAsInt(), Object.class);
      return value instanceof Integer number && scope.hours().contains(number);
    }
    // A file without a day may hold rows of every day.
    return day.isEmpty()
        ? task.spec().isUnpartitioned()
        : scope.wholeDays().contains(day.getAsInt());
  }

  /** The landing day of a file, if its partition tells. */
  private static OptionalInt dayOf(FileScanTask task, PartitionSpec spec, LandingSpec landing) {
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      boolean tells =
          landing
              .day()
              .filter(day -> day.sourceId() == field.sourceId())
              .filter(day -> day.transform().equals(field.transform().toString()))
              .isPresent();
      boolean tellsHour =
          landing
              .day()
              .filter(day -> day.sourceId() == field.sourceId() && day.transform().equals("day"))
              .filter(day -> field.transform().toString().equals("hour"))
              .isPresent();
      Object value = tells || tellsHour ? task.file().partition().get(i, Object.class) : null;
      if (value instanceof Integer number) {
        return OptionalInt.of(tells ? number : Math.floorDiv(number, HOURS_PER_DAY));
      }
    }
    return OptionalInt.empty();
  }
}
