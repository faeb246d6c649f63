package dev.firn.plan;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.plan.manifest.ManifestCache;
import dev.firn.plan.manifest.ManifestColumns;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.apache.iceberg.ManifestFile;

/**
 * The manifests of a plan in their order, decoded ahead by other threads as far as they are not in
 * the cache. The caller's thread decodes too, rather than wait for one that is busy. One thread.
 */
final class ManifestWalk implements Iterator<SpecFilter.Selection> {
  /** Manifests decoded ahead: enough for the threads, little enough for the memory. */
  private static final int AHEAD = 16;

  private record Ahead(
      SpecFilter filter, ManifestFile manifest, FutureTask<ManifestColumns> columns) {}

  private final PlanInput input;
  private final FilterPlan filters;
  private final ManifestCache cache;
  private final PlanTally tally;
  private final Iterator<ManifestFile> manifests;
  private final ArrayDeque<Ahead> ahead = new ArrayDeque<>();

  ManifestWalk(PlanInput input, FilterPlan filters, ManifestCache cache, PlanTally tally) {
    this.input = input;
    this.filters = filters;
    this.cache = cache;
    this.tally = tally;
    this.manifests = input.source().dataManifests().iterator();
  }

  @Override
  public boolean hasNext() {
    while (ahead.size() < AHEAD && manifests.hasNext()) {
      ManifestFile manifest = manifests.next();
      // A filter is made for specs with live files only: it need not fit an old spec.
      boolean live = manifest.hasAddedFiles() || manifest.hasExistingFiles();
      if (live && filters.forSpec(manifest.partitionSpecId()).mayMatch(manifest)) {
        ahead.add(start(filters.forSpec(manifest.partitionSpecId()), manifest));
      } else {
        tally.skipped(manifest);
      }
    }
    return !ahead.isEmpty();
  }

  private Ahead start(SpecFilter filter, ManifestFile manifest) {
    var type = filter.spec().partitionType();
    ManifestColumns known = cache.find(manifest.path(), type, filter.request()).orElse(null);
    if (known != null) {
      FutureTask<ManifestColumns> there = new FutureTask<>(() -> known);
      return new Ahead(filter, manifest, there);
    }
    FutureTask<ManifestColumns> task =
        cache.load(input.source().io(), manifest, type, filter.request());
    input
        .executor()
        .ifPresent(
            executor -> {
              try {
                executor.execute(task);
              } catch (RejectedExecutionException e) {
                // The caller's thread decodes it then.
              }
            });
    return new Ahead(filter, manifest, task);
  }

  @Override
  public SpecFilter.Selection next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Ahead next = ahead.remove();
    SpecFilter.Selection selection = next.filter().select(columns(next));
    tally.read(next.manifest(), selection);
    return selection;
  }

  private static ManifestColumns columns(Ahead next) {
    next.columns().run();
    try {
      return next.columns().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FirnException(
          ErrorCode.INTERNAL,
          "planning was interrupted at the manifest " + next.manifest().path() + "; plan again",
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new FirnException(
          ErrorCode.INTERNAL,
          "reading the manifest " + next.manifest().path() + " failed: " + e.getCause(),
          e);
    }
  }
}
