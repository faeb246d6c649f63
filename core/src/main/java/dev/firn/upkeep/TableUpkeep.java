package dev.firn.upkeep;

import dev.firn.error.FirnException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/** All of a table's upkeep, one after the other. One thread. */
public final class TableUpkeep {
  /** Roots and segments of commits under way, or of unknown outcome, are younger. */
  private static final Duration LEDGER_AGE = Duration.ofDays(2);

  private final TableFiles table;
  private final Clock clock;

  /** Upkeep of a table. */
  public TableUpkeep(TableFiles table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  /**
   * What is to be done.
   *
   * @param expireSnapshots by the table's properties; only if it has {@code
   *     history.expire.max-snapshot-age-ms}, as tables that Firn makes do
   * @param mergeManifests where much is to be gained
   * @param orphans what to do with orphans; empty: nothing
   */
  public record Settings(
      boolean expireSnapshots, boolean mergeManifests, Optional<OrphanFiles.Settings> orphans) {}

  /**
   * What was done.
   *
   * @param snapshots see {@link SnapshotExpiry}
   * @param manifests see {@link ManifestMerge}
   * @param orphans see {@link OrphanFiles}
   * @param ledgerFiles files of the ledger that were deleted
   */
  public record Report(
      SnapshotExpiry.Report snapshots,
      ManifestMerge.Report manifests,
      Optional<OrphanFiles.Report> orphans,
      int ledgerFiles) {}

  /**
   * Does it. A part that fails keeps no other from being done.
   *
   * @throws FirnException the first failure of a part, after all of them; what was done stays done
   */
  public Report run(Settings settings) {
    Attempts attempts = new Attempts();
    ManifestMerge.Report manifests =
        attempts.of(
            ManifestMerge.Report.NOTHING,
            () ->
                settings.mergeManifests()
                    ? new ManifestMerge(table).run(false)
                    : ManifestMerge.Report.NOTHING);
    SnapshotExpiry.Report nothing = new SnapshotExpiry.Report(0, 0, Optional.empty());
    SnapshotExpiry.Report snapshots =
        attempts.of(
            nothing,
            () ->
                settings.expireSnapshots() && saysWhatIsOld()
                    ? new SnapshotExpiry(table, clock).run(SnapshotExpiry.Settings.BY_PROPERTIES)
                    : nothing);
    int ledgerFiles =
        attempts.of(0, () -> LedgerCleanup.run(table, clock.instant().minus(LEDGER_AGE)));
    Optional<OrphanFiles.Report> orphans =
        attempts.of(
            Optional.empty(),
            () -> settings.orphans().map(how -> new OrphanFiles(table, clock).run(how)));
    attempts.throwFirst();
    return new Report(snapshots, manifests, orphans, ledgerFiles);
  }

  /** Parts that are tried one after the other. */
  private static final class Attempts {
    private final List<FirnException> failures = new ArrayList<>();

    <T> T of(T otherwise, Supplier<T> part) {
      try {
        return part.get();
      } catch (FirnException e) {
        failures.add(e);
        return otherwise;
      }
    }

    void throwFirst() {
      if (!failures.isEmpty()) {
        FirnException first = failures.get(0);
        failures.stream().skip(1).forEach(first::addSuppressed);
        throw first;
      }
    }
  }

  private boolean saysWhatIsOld() {
    TableMetadata metadata = table.operations().refresh();
    return metadata.properties().containsKey(TableProperties.MAX_SNAPSHOT_AGE_MS);
  }
}
