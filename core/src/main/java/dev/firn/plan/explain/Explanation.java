package dev.firn.plan.explain;

import dev.firn.plan.PlanGuard;
import dev.firn.plan.PlanReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a scan opens and skips, by what, and what for.
 *
 * @param specs in ascending order of their ids; only those with manifests in the snapshot
 * @param guards where Firn plans other files than Iceberg, and why
 */
public record Explanation(List<OfSpec> specs, Set<PlanGuard> guards) {
  /** Copies the list and the set. */
  public Explanation {
    specs = List.copyOf(specs);
    guards = Set.copyOf(guards);
  }

  /**
   * The part of one partition spec.
   *
   * @param isDefault whether it is the table's default spec
   * @param plan files, manifests and rows
   * @param deletes what has to be read with the files
   * @param counted what is in the files, if they were read
   */
  public record OfSpec(
      boolean isDefault, PlanReport.OfSpec plan, Deletes deletes, Optional<Counted> counted) {}

  /**
   * Delete files and deletion vectors that belong to files that are opened.
   *
   * @param files how many; one that belongs to files of two specs is in both
   * @param bytes of them
   */
  public record Deletes(int files, long bytes) {
    /** None. */
    public static final Deletes NONE = new Deletes(0, 0);
  }

  /**
   * Rows in opened files, found by reading them.
   *
   * @param deleted those that delete files delete
   * @param matching those that match the filter and are not deleted
   */
  public record Counted(long deleted, long matching) {
    /** Both sums. */
    public Counted plus(Counted other) {
      return new Counted(deleted + other.deleted, matching + other.matching);
    }
  }

  /** Files opened, over all specs. */
  public long filesOpened() {
    return specs.stream().mapToLong(spec -> spec.plan().files().opened()).sum();
  }

  /** All files of the snapshot. */
  public long filesTotal() {
    return specs.stream().mapToLong(spec -> spec.plan().files().total()).sum();
  }

  /** Rows in the files opened, deleted ones too. */
  public long rowsOpened() {
    return specs.stream().mapToLong(spec -> spec.plan().rowsOpened()).sum();
  }

  /** Rows in all files. */
  public long rowsTotal() {
    return specs.stream().mapToLong(spec -> spec.plan().rowsTotal()).sum();
  }

  /** Bytes of the files opened. */
  public long bytesOpened() {
    return specs.stream().mapToLong(spec -> spec.plan().bytesOpened()).sum();
  }

  /** What was counted over all specs; empty if nothing was. */
  public Optional<Counted> counted() {
    return specs.stream().flatMap(spec -> spec.counted().stream()).reduce(Counted::plus);
  }
}
