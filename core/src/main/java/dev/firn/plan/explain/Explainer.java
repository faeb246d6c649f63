package dev.firn.plan.explain;

import dev.firn.compaction.DataFileRows;
import dev.firn.plan.PlanInput;
import dev.firn.plan.PlanReport;
import dev.firn.plan.Planner;
import dev.firn.plan.ScanPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;

/** Explains how a table's scan is planned. One thread. */
public final class Explainer {
  private final Planner planner;
  private final Table table;

  /** Of a table. */
  public Explainer(Planner planner, Table table) {
    this.planner = planner;
    this.table = table;
  }

  /**
   * Explains a scan.
   *
   * @param filter unbound, of the state's schema
   * @param count whether the opened files are read and their matching rows counted
   * @throws dev.firn.error.FirnException if a manifest, or a file that is to be counted, can't be
   *     read
   */
  public Explanation explain(AsOf state, Expression filter, boolean count) {
    if (state.snapshot().isEmpty()) {
      return new Explanation(List.of(), Set.of());
    }
    PlanInput.Source source = PlanInput.Source.of(table, state.snapshot().get(), state.schema());
    Optional<MatchCount> reader =
        count
            ? Optional.of(
                new MatchCount(
                    DataFileRows.Opener.ofAllFiles(table.io(), state.schema()),
                    state.schema(),
                    filter,
                    true))
            : Optional.empty();
    ScanPlan plan = planner.plan(PlanInput.of(source, filter));
    Map<Integer, Sums> sums = new HashMap<>();
    for (FileScanTask task : plan) {
      sums.computeIfAbsent(task.file().specId(), id -> new Sums()).add(task, reader);
    }
    PlanReport report = plan.report();
    List<Explanation.OfSpec> specs = new ArrayList<>();
    for (PlanReport.OfSpec spec : report.specs()) {
      Sums of = sums.getOrDefault(spec.specId(), new Sums());
      specs.add(
          new Explanation.OfSpec(
              spec.specId() == table.spec().specId(),
              spec,
              new Explanation.Deletes(of.deletes.size(), of.deleteBytes),
              count ? Optional.of(of.counted) : Optional.empty()));
    }
    return new Explanation(specs, report.guards());
  }

  /** What is added up over the tasks of one spec. */
  private static final class Sums {
    private final Set<String> deletes = new HashSet<>();
    private long deleteBytes;
    private Explanation.Counted counted = new Explanation.Counted(0, 0);

    void add(FileScanTask task, Optional<MatchCount> reader) {
      for (DeleteFile file : task.deletes()) {
        // Deletion vectors lie side by side in one file.
        Long offset = file.contentOffset();
        if (deletes.add(file.location() + (offset == null ? "" : "@" + offset))) {
          Long vector = file.contentSizeInBytes();
          deleteBytes += vector == null ? file.fileSizeInBytes() : vector;
        }
      }
      if (reader.isPresent()) {
        counted = counted.plus(reader.get().of(task));
      }
    }
  }
}
