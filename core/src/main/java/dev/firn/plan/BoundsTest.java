package dev.firn.plan;

import dev.firn.plan.manifest.ColumnStats;
import dev.firn.plan.manifest.LongColumn;
import dev.firn.plan.manifest.ManifestColumns;
import dev.firn.plan.manifest.PlannedDataFile;
import dev.firn.plan.manifest.StatsKept;
import java.util.Optional;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;

/** One predicate, tested on the statistics of many files. Immutable. */
interface BoundsTest {
  /** Takes the files out of {@code set} in which no row can satisfy the predicate. */
  void retain(ManifestColumns manifest, FileSet set);

  /** Makes a test for a leaf of a filter. */
  interface Factory {
    BoundsTest of(FilterTree.Leaf leaf);
  }

  /** The counts of a column, and what they tell. */
  record Counts(LongColumn values, LongColumn nulls, LongColumn nans) {
    static Counts of(ColumnStats stats) {
      return new Counts(stats.valueCounts(), stats.nullCounts(), stats.nanCounts());
    }

    boolean mayHaveNull(int row) {
      return !nulls.isPresent(row) || nulls.get(row) != 0;
    }

    boolean hasOnlyNulls(int row) {
      return values.isPresent(row) && nulls.isPresent(row) && values.get(row) == nulls.get(row);
    }

    boolean hasOnlyNans(int row) {
      return nans.isPresent(row) && values.isPresent(row) && nans.get(row) == values.get(row);
    }

    boolean hasNans(int row) {
      return nans.isPresent(row) && nans.get(row) != 0;
    }
  }

  /** The statistics of a column, empty ones if none were decoded. */
  static ColumnStats stats(ManifestColumns manifest, int fieldId) {
    return manifest
        .stats(fieldId)
        .orElseGet(() -> ColumnStats.absent(Optional.empty(), manifest.rows()));
  }

  /** IS NULL, NOT NULL, IS NAN, NOT NAN of a column. */
  record OfCounts(int fieldId, Operation op) implements BoundsTest {
    @Override
    public void retain(ManifestColumns manifest, FileSet set) {
      Counts counts = Counts.of(stats(manifest, fieldId));
      for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
        boolean keep =
            switch (op) {
              case IS_NULL -> counts.mayHaveNull(row);
              case NOT_NULL -> !counts.hasOnlyNulls(row);
              case IS_NAN ->
                  !counts.hasOnlyNulls(row)
                      && (!counts.nans().isPresent(row) || counts.nans().get(row) != 0);
              default -> !counts.hasOnlyNans(row);
            };
        if (!keep) {
          set.remove(row);
        }
      }
    }
  }

  /** Any predicate, file by file, by Iceberg's own evaluator: for what is rare. */
  record ByIceberg(InclusiveMetricsEvaluator evaluator) implements BoundsTest {
    @Override
    public void retain(ManifestColumns manifest, FileSet set) {
      for (int row = set.next(0); row >= 0; row = set.next(row + 1)) {
        if (!evaluator.eval(new PlannedDataFile(manifest, row, StatsKept.ALL))) {
          set.remove(row);
        }
      }
    }
  }

  /** Both tests have to be failed for a file to go. */
  record Either(BoundsTest left, BoundsTest right) implements BoundsTest {
    @Override
    public void retain(ManifestColumns manifest, FileSet set) {
      FileSet other = set.copy();
      left.retain(manifest, set);
      other.removeAll(set);
      right.retain(manifest, other);
      set.addAll(other);
    }
  }
}
