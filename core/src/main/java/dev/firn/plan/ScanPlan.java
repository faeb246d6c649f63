package dev.firn.plan;

import dev.firn.plan.delete.DeleteIndex;
import dev.firn.plan.manifest.ManifestCache;
import dev.firn.plan.manifest.ManifestColumns;
import dev.firn.plan.manifest.PlannedDataFile;
import dev.firn.plan.manifest.StatsKept;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * A planned scan; each iteration makes the tasks anew. Iterate with one thread at a time; {@link
 * #report} tells of the last iteration, when that is through.
 */
public final class ScanPlan implements CloseableIterable<FileScanTask> {
  /** The delete files of a plan. */
  record Deletes(DeleteIndex index, List<DeleteFile> files, int manifestsRead) {}

  private final PlanInput input;
  private final FilterPlan filters;
  private final ManifestCache cache;
  private final Deletes deletes;
  private PlanTally tally = new PlanTally();

  ScanPlan(PlanInput input, FilterPlan filters, ManifestCache cache, Deletes deletes) {
    this.input = input;
    this.filters = filters;
    this.cache = cache;
    this.deletes = deletes;
  }

  /** What was opened and skipped. */
  public PlanReport report() {
    return new PlanReport(
        tally.report(input.source().specs()), filters.fired(), deletes.files().size());
  }

  Deletes deletes() {
    return deletes;
  }

  Iterator<SpecFilter.Selection> walk() {
    tally = new PlanTally();
    return new ManifestWalk(input, filters, cache, tally);
  }

  @Override
  public CloseableIterator<FileScanTask> iterator() {
    return CloseableIterator.withClose(new Tasks(walk()));
  }

  @Override
  public void close() {
    // Nothing is open between two manifests.
  }

  /** Makes tasks of selections. */
  private final class Tasks implements Iterator<FileScanTask> {
    private final Iterator<SpecFilter.Selection> selections;
    private SpecFilter.@Nullable Selection selection;
    private @Nullable SpecFilter filter;
    private int row = -1;

    Tasks(Iterator<SpecFilter.Selection> selections) {
      this.selections = selections;
    }

    @Override
    public boolean hasNext() {
      while (row < 0 && selections.hasNext()) {
        selection = selections.next();
        filter = filters.forSpec(selection.manifest().specId());
        row = selection.files().next(0);
      }
      return row >= 0;
    }

    @Override
    public FileScanTask next() {
      if (!hasNext() || selection == null || filter == null) {
        throw new NoSuchElementException();
      }
      FileScanTask task = task(filter, selection.manifest(), row);
      row = selection.files().next(row + 1);
      return task;
    }

    private FileScanTask task(SpecFilter of, ManifestColumns manifest, int at) {
      PlannedDataFile file = new PlannedDataFile(manifest, at, input.statsKept());
      if (deletes.index().isEmpty()) {
        return of.task(file, DeleteIndex.NONE);
      }
      PlannedDataFile withStats = new PlannedDataFile(manifest, at, StatsKept.ALL);
      return of.task(file, deletes.index().of(withStats));
    }
  }
}
