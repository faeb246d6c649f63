package dev.firn.testkit.crash;

import dev.firn.pipeline.OpenedTable;
import dev.firn.testkit.oracle.TableRows;
import dev.firn.upkeep.ManifestMerge;
import dev.firn.upkeep.OrphanFiles;
import dev.firn.upkeep.SnapshotExpiry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;

/** What other people do to the table, with Iceberg's API. One thread. */
final class TableActs {
  private static final int RETAINED_MAX = 4;

  private final OpenedTable opened;
  private final TableIdentifier name;
  private final TableHistory history;
  private final SplittableRandom random;
  private final EventLog log;
  private final ForeignRows foreignRows;
  private boolean ingestersRun = true;

  TableActs(OpenedTable opened, TableHistory history, SplittableRandom random, EventLog log) {
    this.opened = opened;
    this.name = TableRows.name(opened.name());
    this.history = history;
    this.random = random;
    this.log = log;
    this.foreignRows = new ForeignRows(random.split());
  }

  /** Whether ingesters are at work, so that files without a snapshot may be theirs. */
  void ingestersRun(boolean now) {
    ingestersRun = now;
  }

  /** Iceberg's table, loaded afresh. */
  Table table() {
    return opened.catalog().loadTable(name);
  }

  /** The table's operations, which know of every movement of its pointer. */
  HasTableOperations operations() {
    return (HasTableOperations) table();
  }

  /** Any act; one that Iceberg refuses, or that a race makes impossible, is none. */
  void any() throws IOException {
    int die = random.nextInt(100);
    try {
      if (die < 20) {
        append();
      } else if (die < 40) {
        rollBack();
      } else if (die < 48) {
        setCurrent();
      } else if (die < 58) {
        cherryPick();
      } else if (die < 70) {
        rollBack();
        cherryPick();
      } else if (die < 79) {
        rollBack();
        append();
        expire(1);
      } else if (die < 84) {
        expire(1 + random.nextInt(RETAINED_MAX));
      } else if (die < 90) {
        expireWithFirn();
      } else if (die < 93) {
        removeOrphans();
      } else if (die < 95) {
        log.add("act: firn rewrite-manifests");
        new ManifestMerge(opened.files()).run(true);
      } else if (die < 97) {
        rewriteManifests();
      } else {
        replace();
      }
    } catch (RuntimeException e) {
      // Whether it was done nevertheless is seen in the table's history.
      log.add("  that failed: " + e);
    }
  }

  private void append() throws IOException {
    Table table = table();
    log.add("act: append foreign rows");
    table.newAppend().appendFile(foreignRows.write(table)).commit();
  }

  private void rollBack() {
    List<Snapshot> line = TableState.lineOf(opened.refresh());
    if (line.size() > 1) {
      int back = 1 + random.nextInt(Math.min(line.size() - 1, 5));
      moveTo(line.get(back).snapshotId());
    }
  }

  private void setCurrent() {
    anySnapshot(opened.refresh()).ifPresent(snapshot -> moveTo(snapshot.snapshotId()));
  }

  /** Makes a snapshot current, whatever line it is of. */
  void moveTo(long snapshotId) {
    log.add("act: set current snapshot to " + snapshotId);
    history.wantMove(snapshotId);
    table().manageSnapshots().setCurrentSnapshot(snapshotId).commit();
  }

  private void cherryPick() {
    TableMetadata metadata = opened.refresh();
    List<Long> line = TableState.lineOf(metadata).stream().map(Snapshot::snapshotId).toList();
    List<Snapshot> lost =
        metadata.snapshots().stream()
            .filter(snapshot -> !line.contains(snapshot.snapshotId()))
            .filter(snapshot -> DataOperations.APPEND.equals(snapshot.operation()))
            .toList();
    if (!lost.isEmpty()) {
      long picked = lost.get(random.nextInt(lost.size())).snapshotId();
      log.add("act: cherry-pick " + picked);
      history.wantMove(picked);
      table().manageSnapshots().cherrypick(picked).commit();
    }
  }

  private void expire(int retained) {
    boolean metadataToo = random.nextInt(3) == 0;
    log.add(
        "act: expire snapshots, retain " + retained + (metadataToo ? ", unused specs too" : ""));
    ExpireSnapshots expiry =
        table().expireSnapshots().expireOlderThan(System.currentTimeMillis()).retainLast(retained);
    expiry.cleanExpiredMetadata(metadataToo).commit();
  }

  /** As {@code firn expire-snapshots} does it: the ledger stays known. */
  private void expireWithFirn() {
    log.add("act: firn expire-snapshots");
    SnapshotExpiry.Report report =
        new SnapshotExpiry(opened.files(), Clock.systemUTC())
            .run(
                new SnapshotExpiry.Settings(
                    Optional.of(Clock.systemUTC().instant()), OptionalInt.of(1), false));
    log.add("  " + report);
  }

  /** Of any age, if nothing is under way: what a killed ingester has left. */
  private void removeOrphans() {
    Duration age = ingestersRun ? OrphanFiles.LEAST_AGE : Duration.ZERO;
    log.add("act: firn remove-orphan-files older than " + age);
    OrphanFiles.Report report =
        new OrphanFiles(opened.files(), Clock.systemUTC())
            .run(new OrphanFiles.Settings(age, true, false));
    log.add("  deleted " + report.deleted() + " of " + report.listed());
  }

  private void rewriteManifests() {
    if (opened.refresh().currentSnapshot() != null) {
      log.add("act: rewrite manifests");
      table().rewriteManifests().clusterBy(file -> "all").commit();
    }
  }

  private void replace() {
    log.add("act: create or replace the table");
    Table table = table();
    history.wantReplacement();
    opened
        .catalog()
        .buildTable(name, table.schema())
        .withPartitionSpec(table.spec())
        .createOrReplaceTransaction()
        .commitTransaction();
  }

  private Optional<Snapshot> anySnapshot(TableMetadata metadata) {
    List<Snapshot> all = metadata.snapshots();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }
}
