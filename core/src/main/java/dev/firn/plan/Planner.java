package dev.firn.plan;

import dev.firn.plan.delete.DeleteIndex;
import dev.firn.plan.manifest.ManifestCache;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;

/**
 * Plans scans over the manifests of a cache. For any number of threads and tables.
 *
 * <p>Cost: a manifest that is not in the cache is read as a whole, one request; one that is there
 * costs some nanoseconds per distinct partition tuple, and per file that is left after that.
 */
public final class Planner {
  private final ManifestCache cache;
  private final Set<PlanGuard> guards;
  private final SpecTexts texts = new SpecTexts();

  /** A planner with all guards. */
  public Planner(ManifestCache cache) {
    this(cache, EnumSet.allOf(PlanGuard.class));
  }

  /**
   * A planner with some guards only: without any it plans exactly what Iceberg plans, faults and
   * all.
   */
  public Planner(ManifestCache cache, Set<PlanGuard> guards) {
    this.cache = cache;
    this.guards = Set.copyOf(guards);
  }

  /** Where its manifests are kept. */
  public ManifestCache cache() {
    return cache;
  }

  /**
   * Plans a scan: tasks come as one iterates, manifest by manifest, in the order of the manifest
   * list. Delete files are read at once.
   */
  public ScanPlan plan(PlanInput input) {
    List<DeleteFile> deleteFiles = new ArrayList<>();
    int deleteManifestsRead = 0;
    FilterPlan forDeletes = new FilterPlan(input, guards, Set.of(), texts);
    for (ManifestFile manifest : input.source().deleteManifests()) {
      boolean live = manifest.hasAddedFiles() || manifest.hasExistingFiles();
      if (!live || !forDeletes.forSpec(manifest.partitionSpecId()).mayMatch(manifest)) {
        continue;
      }
      SpecFilter filter = forDeletes.forSpec(manifest.partitionSpecId());
      deleteManifestsRead++;
      for (DeleteFile file :
          cache.deleteFiles(input.source().io(), manifest, input.source().specs())) {
        if (filter.mayMatch(file)) {
          deleteFiles.add(file);
        }
      }
    }
    DeleteIndex deletes =
        new DeleteIndex(input.source().specs(), input.source().schemas(), deleteFiles);
    FilterPlan filters =
        deletes.equalityColumns().isEmpty()
            ? forDeletes
            : new FilterPlan(input, guards, deletes.equalityColumns(), texts);
    return new ScanPlan(
        input, filters, cache, new ScanPlan.Deletes(deletes, deleteFiles, deleteManifestsRead));
  }

  /** Tells what a plan opens and skips, without making its tasks. */
  public PlanReport explain(PlanInput input) {
    ScanPlan plan = plan(input);
    plan.walk().forEachRemaining(selection -> {});
    return plan.report();
  }
}
