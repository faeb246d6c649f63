package dev.firn.plan;

import dev.firn.table.SpecOverview;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.PartitionSpec;

/**
 * What a plan opens and skips, and by what. Entries that tell of a deletion are in no count.
 *
 * @param specs in ascending order of their ids; only those with manifests in the snapshot
 * @param guards where the plan differs from Iceberg's, and why
 * @param deleteFiles how many delete files may apply
 */
public record PlanReport(List<OfSpec> specs, Set<PlanGuard> guards, int deleteFiles) {
  /** Copies the list and the set. */
  public PlanReport {
    specs = List.copyOf(specs);
    guards = Set.copyOf(guards);
  }

  /** Manifests of data files. */
  public record Manifests(int read, int skipped) {
    /** All of them. */
    public int total() {
      return read + skipped;
    }
  }

  /**
   * Data files.
   *
   * @param bySummary skipped with their whole manifest, by the manifest list
   * @param byPartition skipped by their partition values
   * @param byBounds skipped by the bounds and counts of their columns
   */
  public record Files(long opened, long bySummary, long byPartition, long byBounds) {
    /** All of them. */
    public long total() {
      return opened + skipped();
    }

    /** Those that are not opened. */
    public long skipped() {
      return bySummary + byPartition + byBounds;
    }
  }

  /**
   * The part of one spec.
   *
   * @param fields the spec's fields, as in {@code days(ts), bucket(4, id)}; empty if unpartitioned
   * @param rowsOpened rows in the files that are opened
   * @param rowsTotal rows in all files; those of skipped manifests as the manifest list has them
   * @param bytesOpened bytes of the files that are opened
   */
  public record OfSpec(
      int specId,
      String fields,
      Manifests manifests,
      Files files,
      long rowsOpened,
      long rowsTotal,
      long bytesOpened) {}

  /** The part of a spec, nothing if it has no manifests in the snapshot. */
  public Optional<OfSpec> ofSpec(int specId) {
    return specs.stream().filter(spec -> spec.specId() == specId).findFirst();
  }

  /** Files opened, over all specs. */
  public long filesOpened() {
    return specs.stream().mapToLong(spec -> spec.files().opened()).sum();
  }

  /** All files of the snapshot. */
  public long filesTotal() {
    return specs.stream().mapToLong(spec -> spec.files().total()).sum();
  }

  /** Rows in the files opened. */
  public long rowsOpened() {
    return specs.stream().mapToLong(OfSpec::rowsOpened).sum();
  }

  /** Rows in all files. */
  public long rowsTotal() {
    return specs.stream().mapToLong(OfSpec::rowsTotal).sum();
  }

  /** Bytes of the files opened. */
  public long bytesOpened() {
    return specs.stream().mapToLong(OfSpec::bytesOpened).sum();
  }

  /** Manifests read. */
  public int manifestsRead() {
    return specs.stream().mapToInt(spec -> spec.manifests().read()).sum();
  }

  /** Manifests skipped by the manifest list. */
  public int manifestsSkipped() {
    return specs.stream().mapToInt(spec -> spec.manifests().skipped()).sum();
  }

  /** As rules are written; a column that was dropped since is a question mark. */
  static String describe(PartitionSpec spec) {
    return SpecOverview.fields(spec, spec.schema()).stream()
        .map(SpecOverview.Field::rule)
        .collect(Collectors.joining(", "));
  }
}
