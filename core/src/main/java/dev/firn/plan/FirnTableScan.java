package dev.firn.plan;

import dev.firn.plan.manifest.StatsKept;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.iceberg.DataTableScan;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.TableScanContext;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.metrics.ScanMetricsUtil;

/**
 * Iceberg's scan of a table with the files found by a {@link Planner}. Projection, time travel,
 * splitting and reports are Iceberg's own.
 */
final class FirnTableScan extends DataTableScan {
  private final Planner planner;

  FirnTableScan(Table table, Planner planner) {
    this(table, table.schema(), TableScanContext.empty(), planner);
  }

  private FirnTableScan(Table table, Schema schema, TableScanContext context, Planner planner) {
    super(table, schema, context);
    this.planner = planner;
  }

  @Override
  protected TableScan newRefinedScan(Table table, Schema schema, TableScanContext context) {
    return new FirnTableScan(table, schema, context, planner);
  }

  @Override
  public CloseableIterable<FileScanTask> doPlanFiles() {
    Snapshot snapshot = snapshot();
    PlanInput.Source source =
        new PlanInput.Source(
            table().io(),
            specs(),
            schemas(),
            snapshot.dataManifests(table().io()),
            snapshot.deleteManifests(table().io()));
    Optional<Executor> executor =
        shouldPlanWithExecutor() && source.dataManifests().size() > 1
            ? Optional.of(planExecutor())
            : Optional.empty();
    StatsKept kept =
        !shouldReturnColumnStats()
            ? StatsKept.NONE
            : new StatsKept(Optional.ofNullable(columnsToKeepStats()));
    ScanPlan plan =
        planner.plan(
            new PlanInput(
                source, filter(), isCaseSensitive(), shouldIgnoreResiduals(), kept, executor));
    countBefore(source, plan);
    return CloseableIterable.whenComplete(
        CloseableIterable.transform(plan, this::count), () -> countAfter(plan));
  }

  private void countBefore(PlanInput.Source source, ScanPlan plan) {
    int deletes = source.deleteManifests().size();
    scanMetrics().totalDataManifests().increment(source.dataManifests().size());
    scanMetrics().totalDeleteManifests().increment(deletes);
    scanMetrics().scannedDeleteManifests().increment(plan.deletes().manifestsRead());
    scanMetrics().skippedDeleteManifests().increment(deletes - plan.deletes().manifestsRead());
    plan.deletes().files().forEach(file -> ScanMetricsUtil.indexedDeleteFile(scanMetrics(), file));
  }

  private FileScanTask count(FileScanTask task) {
    ScanMetricsUtil.fileTask(
        scanMetrics(), task.file(), task.deletes().toArray(new org.apache.iceberg.DeleteFile[0]));
    return task;
  }

  private void countAfter(ScanPlan plan) {
    PlanReport report = plan.report();
    scanMetrics().scannedDataManifests().increment(report.manifestsRead());
    scanMetrics().skippedDataManifests().increment(report.manifestsSkipped());
    long skipped =
        report.specs().stream()
            .mapToLong(spec -> spec.files().byPartition() + spec.files().byBounds())
            .sum();
    scanMetrics().skippedDataFiles().increment(skipped);
  }
}
