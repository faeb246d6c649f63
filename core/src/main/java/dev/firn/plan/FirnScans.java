package dev.firn.plan;

import dev.firn.plan.manifest.ManifestCache;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;

/**
 * Scans that are planned by Firn. In a program that uses Iceberg, {@code scans.newScan(table)}
 * takes the place of {@code table.newScan()}; nothing else changes.
 *
 * <p>Keep one for as long as the process lives: its cache is what makes the second plan fast. For
 * any number of threads and tables.
 */
public final class FirnScans {
  /** Room for the manifests of some 1,000,000 files. */
  public static final long DEFAULT_BUDGET_BYTES = 256L << 20;

  private final Planner planner;

  /** Scans with a cache of {@link #DEFAULT_BUDGET_BYTES}. */
  public FirnScans() {
    this(new Planner(new ManifestCache(DEFAULT_BUDGET_BYTES)));
  }

  /** Scans with a planner of one's own. */
  public FirnScans(Planner planner) {
    this.planner = planner;
  }

  /** A scan of all rows of the table's current snapshot, to be refined as Iceberg's. */
  public TableScan newScan(Table table) {
    return new FirnTableScan(table, planner);
  }
}
