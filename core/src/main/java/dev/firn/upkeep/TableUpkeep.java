package dev.firn.upkeep;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
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
   * Does it.
   *
   * @throws dev.firn.error.FirnException as the parts do; what was done before stays done
   */
  public Report run(Settings settings) {
    ManifestMerge.Report manifests =
        settings.mergeManifests()
            ? new ManifestMerge(table).run(false)
            : ManifestMerge.Report.NOTHING;
    SnapshotExpiry.Report snapshots =
        settings.expireSnapshots() && saysWhatIsOld()
            ? new SnapshotExpiry(table, clock).run(SnapshotExpiry.Settings.BY_PROPERTIES)
            : new SnapshotExpiry.Report(0, 0, Optional.empty());
    int ledgerFiles = LedgerCleanup.run(table, clock.instant().minus(LEDGER_AGE));
    Optional<OrphanFiles.Report> orphans =
        settings.orphans().map(how -> new OrphanFiles(table, clock).run(how));
    return new Report(snapshots, manifests, orphans, ledgerFiles);
  }

  private boolean saysWhatIsOld() {
    TableMetadata metadata = table.operations().refresh();
    return metadata.properties().containsKey(TableProperties.MAX_SNAPSHOT_AGE_MS);
  }
}
