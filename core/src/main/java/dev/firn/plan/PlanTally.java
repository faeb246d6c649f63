package dev.firn.plan;

import dev.firn.plan.manifest.LongColumn;
import dev.firn.plan.manifest.SpecLookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.jspecify.annotations.Nullable;

/** Counts what a plan opens and skips, by spec. One thread. */
final class PlanTally {
  private final Map<Integer, Counts> bySpec = new TreeMap<>();

  private static final class Counts {
    int manifestsRead;
    int manifestsSkipped;
    long filesOpened;
    long skippedBySummary;
    long skippedByPartition;
    long skippedByBounds;
    long rowsOpened;
    long rowsSkipped;
    long bytesOpened;
  }

  private Counts of(ManifestFile manifest) {
    return bySpec.computeIfAbsent(manifest.partitionSpecId(), id -> new Counts());
  }

  void skipped(ManifestFile manifest) {
    Counts counts = of(manifest);
    counts.manifestsSkipped++;
    counts.skippedBySummary += count(manifest.addedFilesCount());
    counts.skippedBySummary += count(manifest.existingFilesCount());
    counts.rowsSkipped += count(manifest.addedRowsCount()) + count(manifest.existingRowsCount());
  }

  /** A count of the manifest list; version 1 may leave it out. */
  private static long count(@Nullable Number count) {
    return count == null ? 0 : count.longValue();
  }

  void read(ManifestFile manifest, SpecFilter.Selection selection) {
    Counts counts = of(manifest);
    counts.manifestsRead++;
    counts.skippedByPartition += selection.byPartition();
    counts.skippedByBounds += selection.byBounds();
    FileSet files = selection.files();
    counts.filesOpened += files.count();
    LongColumn rows = selection.manifest().recordCounts();
    LongColumn sizes = selection.manifest().sizesBytes();
    long opened = 0;
    for (int row = files.next(0); row >= 0; row = files.next(row + 1)) {
      opened += Math.max(0, rows.get(row));
      counts.bytesOpened += sizes.get(row);
    }
    counts.rowsOpened += opened;
    counts.rowsSkipped += selection.manifest().recordCount() - opened;
  }

  List<PlanReport.OfSpec> report(Map<Integer, PartitionSpec> specs) {
    List<PlanReport.OfSpec> all = new ArrayList<>();
    bySpec.forEach(
        (id, counts) ->
            all.add(
                new PlanReport.OfSpec(
                    id,
                    PlanReport.describe(SpecLookup.require(specs, id)),
                    new PlanReport.Manifests(counts.manifestsRead, counts.manifestsSkipped),
                    new PlanReport.Files(
                        counts.filesOpened,
                        counts.skippedBySummary,
                        counts.skippedByPartition,
                        counts.skippedByBounds),
                    counts.rowsOpened,
                    counts.rowsOpened + counts.rowsSkipped,
                    counts.bytesOpened)));
    return all;
  }
}
