package dev.firn.compaction;

import dev.firn.batch.Batch;
import dev.firn.compaction.FileCuts.Treatment;
import dev.firn.compaction.RunIndex.Run;
import dev.firn.compaction.RunIndex.Runs;
import dev.firn.landing.Clustering;
import dev.firn.landing.LandedFile.Day;
import dev.firn.landing.LandingTarget;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.FileScanTask;

/**
 * Copies the runs of each partition, in order, to the files that they belong in.
 *
 * <p>A row group is decoded when its first run is due and let go after its last; of files that are
 * sorted by partition one is in memory each. One thread.
 */
final class RunMerge implements AutoCloseable {
  /** A decoded row group and the order that its runs refer to. */
  private static final class Loaded {
    private final Batch batch;
    private final int[] order;
    private int runsLeft;

    private Loaded(Batch batch, int[] order, int runsLeft) {
      this.batch = batch;
      this.order = order;
      this.runsLeft = runsLeft;
    }
  }

  /** Told after each partition; may pause, so that others come first. */
  interface Yield {
    void pause();
  }

  private final List<FileScanTask> files;
  private final LandingTarget target;
  private final DataFileRows.Opener opener;
  private final RunIndex index;
  private final Clustering clustering;
  private final Map<Integer, DataFileRows> open = new HashMap<>();
  private final Map<Long, Loaded> loaded = new HashMap<>();
  private final Deque<Batch> spare = new ArrayDeque<>();

  RunMerge(
      List<FileScanTask> files, LandingTarget target, DataFileRows.Opener opener, RunIndex index) {
    this.files = files;
    this.target = target;
    this.opener = opener;
    this.index = index;
    this.clustering = new Clustering(target.schema(), target.tableSpec(), target.landingSpec());
  }

  /**
   * Writes all rows.
   *
   * @param treatment where the rows of a partition go
   */
  void run(
      MergeWriter writer, FileCuts cuts, Function<PartitionKey, Treatment> treatment, Yield yield) {
    for (Map.Entry<PartitionKey, Runs> partition : index.byKey().entrySet()) {
      PartitionKey key = partition.getKey();
      Runs runs = partition.getValue();
      Treatment how = treatment.apply(key);
      Day keepAs = how == Treatment.KEEP ? Day.NONE : key.day();
      writer.begin(key, runs, cuts.cut(runs, how), keepAs);
      for (Run run : runs.runs()) {
        Loaded group = load(run);
        writer.write(group.batch, group.order, run.from(), run.to());
        release(run, group);
      }
      writer.end();
      yield.pause();
    }
  }

  @Override
  public void close() {
    open.values().forEach(DataFileRows::close);
    open.clear();
  }

  private Loaded load(Run run) {
    long key = RunIndex.groupKey(run.file(), run.group());
    Loaded group = loaded.get(key);
    if (group == null) {
      group = read(run);
      loaded.put(key, group);
    }
    return group;
  }

  private Loaded read(Run run) {
    DataFileRows rows =
        open.computeIfAbsent(run.file(), i -> opener.open(files.get(i), target.schema()));
    Batch batch = spare.isEmpty() ? new Batch(target.schema()) : spare.pop();
    batch.clear();
    rows.read(run.group(), batch);
    clustering.cluster(batch);
    int[] order = Arrays.copyOf(clustering.order(), clustering.rowCount());
    return new Loaded(batch, order, index.runCount(run.file(), run.group()));
  }

  private void release(Run run, Loaded group) {
    if (--group.runsLeft == 0) {
      loaded.remove(RunIndex.groupKey(run.file(), run.group()));
      spare.push(group.batch);
    }
  }
}
