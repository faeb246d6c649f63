package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.landing.Clustering;
import dev.firn.landing.LandedFile.Day;
import dev.firn.landing.LandingTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.TypeUtil;

/**
 * Where the rows of each partition lie in a set of data files: found by reading only the columns
 * that the partition depends on.
 *
 * <p>Memory: a run takes some 50 bytes, and there are as many as row groups times partitions in
 * them. Files need not be sorted: every row group is clustered anew, which of a sorted one changes
 * nothing.
 */
final class RunIndex {
  /** What decoded rows take up, compared with their bytes in the file: measured on log rows. */
  static final double DECODED_PER_FILE_BYTE = 5;

  /**
   * Rows of one partition in one row group: {@code [from, to)} of the order in which {@link
   * Clustering} puts the group.
   */
  record Run(int file, int group, int from, int to) {
    int rows() {
      return to - from;
    }
  }

  /** All runs of a partition, in the order of the files. */
  static final class Runs {
    private final List<Run> runs = new ArrayList<>();
    private long rowCount;
    private double sizeBytes;

    List<Run> runs() {
      return runs;
    }

    long rowCount() {
      return rowCount;
    }

    /** Their bytes in the files that they lie in, about. */
    double sizeBytes() {
      return sizeBytes;
    }

    private void add(Run run, double bytes) {
      runs.add(run);
      rowCount += run.rows();
      sizeBytes += bytes;
    }
  }

  private final TreeMap<PartitionKey, Runs> byKey;
  private final Map<Long, Integer> runsPerGroup = new HashMap<>();

  private RunIndex(TreeMap<PartitionKey, Runs> byKey) {
    this.byKey = byKey;
  }

  /**
   * Reads the files' partition columns.
   *
   * @throws FirnException {@link ErrorCode#TABLE} if a file has another number of rows than its
   *     manifest says
   */
  static RunIndex of(List<FileScanTask> files, LandingTarget target, DataFileRows.Opener opener) {
    Schema projection = partitionColumns(target);
    Clustering clustering = new Clustering(projection, target.tableSpec(), target.landingSpec());
    Map<PartitionKey, Runs> found = new HashMap<>();
    TreeMap<PartitionKey, Runs> sorted = new TreeMap<>(PartitionKey.order(target.tableSpec()));
    RunIndex index = new RunIndex(sorted);
    Batch batch = new Batch(projection);
    for (int i = 0; i < files.size(); i++) {
      try (DataFileRows rows = opener.open(files.get(i), projection)) {
        long rowsRead = 0;
        for (int group = 0; group < rows.groupCount(); group++) {
          batch.clear();
          rows.read(group, batch);
          clustering.cluster(batch);
          rowsRead += batch.rowCount();
          double bytesPerRow = (double) rows.sizeBytes(group) / Math.max(1, batch.rowCount());
          index.addGroup(found, clustering, new Group(i, group, bytesPerRow));
        }
        checkRows(files.get(i), rowsRead);
      }
    }
    sorted.putAll(found);
    return index;
  }

  private static void checkRows(FileScanTask task, long rows) {
    if (task.deletes().isEmpty() && rows != task.file().recordCount()) {
      throw new FirnException(
          ErrorCode.TABLE,
          "can't compact "
              + task.file().location()
              + ": it has "
              + rows
              + " rows, its manifest says "
              + task.file().recordCount()
              + "; somebody changed it in place, restore it");
    }
  }

  private record Group(int file, int number, double bytesPerRow) {}

  private void addGroup(Map<PartitionKey, Runs> found, Clustering clustering, Group group) {
    int[] starts = clustering.partitionStarts();
    int[] dayStarts = clustering.dayStarts();
    int day = 0;
    for (int i = 0; i < clustering.partitionCount(); i++) {
      int from = starts[i];
      while (dayStarts[day + 1] <= from) {
        day++;
      }
      Day landingDay = clustering.days().day(day);
      PartitionKey key =
          new PartitionKey(landingDay, clustering.partitions().tuple(clustering.order()[from]));
      Run run = new Run(group.file, group.number, from, starts[i + 1]);
      found.computeIfAbsent(key, k -> new Runs()).add(run, run.rows() * group.bytesPerRow);
    }
    if (clustering.partitionCount() > 0) {
      runsPerGroup.put(groupKey(group.file, group.number), clustering.partitionCount());
    }
  }

  /** The source columns of both specs; a column that neither needs if there are none. */
  private static Schema partitionColumns(LandingTarget target) {
    Set<Integer> ids = new HashSet<>();
    for (PartitionSpec spec : List.of(target.tableSpec(), target.landingSpec())) {
      for (PartitionField field : spec.fields()) {
        if (target.schema().findField(field.sourceId()) != null) {
          ids.add(field.sourceId());
        }
      }
    }
    if (ids.isEmpty()) {
      ids.add(target.schema().columns().get(0).fieldId());
    }
    return TypeUtil.select(target.schema(), ids);
  }

  long rowCount() {
    return byKey.values().stream().mapToLong(Runs::rowCount).sum();
  }

  static long groupKey(int file, int group) {
    return ((long) file << 32) | group;
  }

  /** The partitions in the order in which they are written, with their runs. */
  Map<PartitionKey, Runs> byKey() {
    return byKey;
  }

  /** How many runs a row group has. */
  int runCount(int file, int group) {
    return runsPerGroup.getOrDefault(groupKey(file, group), 0);
  }
}
