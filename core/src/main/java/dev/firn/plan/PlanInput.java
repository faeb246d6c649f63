package dev.firn.plan;

import dev.firn.plan.manifest.StatsKept;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.FileIO;

/**
 * What to plan.
 *
 * @param source the manifests, and how to read them
 * @param filter on rows; unbound
 * @param caseSensitive how names in the filter are looked up
 * @param ignoreResiduals whether tasks have no residual filter
 * @param statsKept which statistics the files of tasks show
 * @param executor reads manifests that are not in the cache, beside the caller's thread
 */
public record PlanInput(
    Source source,
    Expression filter,
    boolean caseSensitive,
    boolean ignoreResiduals,
    StatsKept statsKept,
    Optional<Executor> executor) {

  /**
   * A snapshot's manifests.
   *
   * @param specs all specs of the table, bound to the schema that the filter is of
   * @param schemas all schemas of the table, by id
   */
  public record Source(
      FileIO io,
      Map<Integer, PartitionSpec> specs,
      Map<Integer, Schema> schemas,
      List<ManifestFile> dataManifests,
      List<ManifestFile> deleteManifests) {
    /** Copies the lists; the maps are the table's own. */
    public Source {
      dataManifests = List.copyOf(dataManifests);
      deleteManifests = List.copyOf(deleteManifests);
    }

    /**
     * The manifests of a snapshot, under a schema.
     *
     * @param schema the one that the filter is of, the table's current one or an older one
     */
    public static Source of(Table table, Snapshot snapshot, Schema schema) {
      Source source = of(table, snapshot);
      Map<Integer, PartitionSpec> specs = new HashMap<>();
      table
          .specs()
          .forEach(
              (id, spec) -> {
                boolean fits =
                    spec.fields().stream().allMatch(f -> schema.findField(f.sourceId()) != null);
                specs.put(id, fits ? spec.toUnbound().bind(schema) : spec);
              });
      return new Source(
          source.io(), specs, source.schemas(), source.dataManifests(), source.deleteManifests());
    }

    /** The manifests of a snapshot, under the table's current schema. */
    public static Source of(Table table, Snapshot snapshot) {
      return new Source(
          table.io(),
          table.specs(),
          table.schemas(),
          snapshot.dataManifests(table.io()),
          snapshot.deleteManifests(table.io()));
    }
  }

  /** A filter with everything else as usual. */
  public static PlanInput of(Source source, Expression filter) {
    return new PlanInput(source, filter, true, false, StatsKept.NONE, Optional.empty());
  }

  /** Whether there is a filter at all. */
  boolean isFiltered() {
    return filter != Expressions.alwaysTrue();
  }
}
