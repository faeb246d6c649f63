package dev.firn.plan;

import dev.firn.plan.manifest.ManifestColumns;
import dev.firn.plan.manifest.StatsKept;
import dev.firn.plan.manifest.StatsRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.BaseFileScanTask;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.expressions.ResidualEvaluator;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A filter made ready for the files of one spec: summaries, partition values, bounds. One thread.
 */
final class SpecFilter {
  /** What a filter is made for. */
  record Setting(
      PartitionSpec spec,
      PlanInput input,
      Set<PlanGuard> enabled,
      Set<PlanGuard> fired,
      Set<Integer> moreColumns,
      SpecTexts texts) {}

  /** The filter for rows, and the wider one for files. */
  record Filters(Expression forRows, Expression forPlanning) {}

  /**
   * The files of a manifest that are to be opened.
   *
   * @param byPartition how many were skipped by their partition values
   * @param byBounds how many were skipped by the bounds and counts of their columns
   */
  record Selection(ManifestColumns manifest, FileSet files, int byPartition, int byBounds) {}

  private final PartitionSpec spec;
  private final boolean filtered;
  private final ManifestEvaluator summaries;
  private final PartitionFilter partitions;
  private final BoundsFilter bounds;
  private final InclusiveMetricsEvaluator deleteBounds;
  private final boolean deletesByBounds;
  private final StatsRequest request;
  private final ResidualEvaluator residuals;
  private final SpecTexts allTexts;
  private SpecTexts.@Nullable Texts texts;

  SpecFilter(Setting setting, FilterTree tree, Filters filters) {
    PlanInput input = setting.input();
    this.spec = setting.spec();
    this.filtered = input.isFiltered();
    Schema schema = spec.schema();
    boolean caseSensitive = input.caseSensitive();
    GuardedProjection projection = new GuardedProjection(spec, setting.enabled(), setting.fired());
    // Names in a projection are the spec's own.
    this.summaries =
        ManifestEvaluator.forPartitionFilter(
            projected(tree, projection::projectForSummaries), spec, true);
    this.partitions =
        new PartitionFilter(
            spec.partitionType(),
            FilterTree.of(spec.partitionType(), projected(tree, projection::project), true),
            setting.enabled());
    this.bounds =
        new BoundsFilter(
            tree, new BoundsTests(schema, caseSensitive, setting.enabled(), setting.fired()));
    this.deletesByBounds = filtered && !input.ignoreResiduals() && !hasUuidRange(setting, tree);
    this.deleteBounds = new InclusiveMetricsEvaluator(schema, filters.forPlanning(), caseSensitive);
    this.request = request(setting, tree);
    this.residuals =
        ResidualEvaluator.of(
            spec,
            input.ignoreResiduals() ? Expressions.alwaysTrue() : filters.forRows(),
            caseSensitive);
    this.allTexts = setting.texts();
  }

  /** Whether Iceberg's evaluator, which knows one order of UUIDs, is of no use. */
  private static boolean hasUuidRange(Setting setting, FilterTree tree) {
    boolean[] found = {false};
    FilterTree.forEachLeaf(tree, leaf -> found[0] |= UuidRange.fits(leaf.bound()));
    return found[0] && setting.enabled().contains(PlanGuard.UUID_ORDER);
  }

  private static Expression projected(
      FilterTree tree, Function<BoundPredicate<?>, Expression> projection) {
    if (tree instanceof FilterTree.Both both) {
      return Expressions.and(
          projected(both.left(), projection), projected(both.right(), projection));
    }
    if (tree instanceof FilterTree.Either either) {
      return Expressions.or(
          projected(either.left(), projection), projected(either.right(), projection));
    }
    if (tree instanceof FilterTree.Leaf leaf) {
      return projection.apply(leaf.bound());
    }
    return ((FilterTree.Constant) tree).value()
        ? Expressions.alwaysTrue()
        : Expressions.alwaysFalse();
  }

  private static StatsRequest request(Setting setting, FilterTree tree) {
    Schema schema = setting.spec().schema();
    Map<Integer, Type> types = new HashMap<>();
    FilterTree.forEachLeaf(
        tree, leaf -> types.put(leaf.bound().ref().fieldId(), leaf.bound().ref().type()));
    for (int id : setting.moreColumns()) {
      Type type = schema.findType(id);
      if (type != null) {
        types.put(id, type);
      }
    }
    boolean everything = !setting.input().statsKept().equals(StatsKept.NONE);
    if (everything) {
      TypeUtil.indexById(schema.asStruct()).forEach((id, field) -> types.put(id, field.type()));
    }
    return new StatsRequest(types, everything);
  }

  PartitionSpec spec() {
    return spec;
  }

  /** What has to be decoded of a manifest. */
  StatsRequest request() {
    return request;
  }

  /** Whether a manifest may have files to open, by its entry in the manifest list. */
  boolean mayMatch(ManifestFile manifest) {
    return summaries.eval(manifest);
  }

  /** The files of a manifest to open. */
  Selection select(ManifestColumns manifest) {
    int rows = manifest.rows();
    if (!filtered) {
      return new Selection(manifest, FileSet.all(rows), 0, 0);
    }
    FileSet files =
        partitions.isAlwaysTrue()
            ? FileSet.all(rows)
            : FileSet.rowsOf(
                partitions.matching(manifest.partitions()), manifest.partitions(), rows);
    int left = files.count();
    bounds.retain(manifest, files);
    return new Selection(manifest, files, rows - left, left - files.count());
  }

  /** Whether a delete file may apply to matching rows. */
  boolean mayMatch(DeleteFile file) {
    return !filtered
        || (partitions.matches(file.partition()) && (!deletesByBounds || deleteBounds.eval(file)));
  }

  /** The task of a file. */
  FileScanTask task(DataFile file, DeleteFile[] deletes) {
    SpecTexts.Texts json = texts;
    if (json == null) {
      json = allTexts.of(spec);
      texts = json;
    }
    return new BaseFileScanTask(file, deletes, json.schema(), json.spec(), residuals);
  }
}
