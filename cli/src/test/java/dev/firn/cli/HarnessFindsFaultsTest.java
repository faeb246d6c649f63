package dev.firn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.ledger.LedgerKeys;
import dev.firn.pipeline.OpenedTable;
import dev.firn.testkit.crash.CrashReport;
import dev.firn.testkit.crash.CrashSettings;
import dev.firn.testkit.crash.CrashSettings.Delivery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A crash harness that finds nothing proves nothing: here it has to find what was broken. */
class HarnessFindsFaultsTest {
  /** Seeds within which each fault has to show. */
  private static final int SEEDS_MOST = 60;

  private static CrashLab lab;

  @BeforeAll
  static void prepare() throws IOException, InterruptedException {
    lab = new CrashLab("faults");
  }

  @Test
  void findsRetriesThatDoNotLookAtTheLedger() throws InterruptedException, ExecutionException {
    CrashReport report =
        find(
            faulty(FaultyIngester.Fault.NO_LEDGER_CHECK_ON_RETRY)
                .withDelivery(Delivery.FOLDER)
                .withSecondIngesterShare(1));
    assertThat(report.problems()).anyMatch(problem -> problem.startsWith("doubled:"));
  }

  @Test
  void findsNoticesThatAreAcknowledgedBeforeTheCommit()
      throws InterruptedException, ExecutionException {
    CrashReport report =
        find(
            faulty(FaultyIngester.Fault.ACKNOWLEDGES_BEFORE_COMMIT).withDelivery(Delivery.NOTICES));
    assertThat(report.problems()).anyMatch(problem -> problem.startsWith("lost:"));
  }

  @Test
  void findsACompactionThatCarriesAnOldLedger() throws InterruptedException, ExecutionException {
    CrashReport report =
        find(
            lab.settings()
                .withDelivery(Delivery.FOLDER)
                .withSabotage(HarnessFindsFaultsTest::rewriteWithOldLedger));
    assertThat(report.problems()).anyMatch(problem -> problem.startsWith("doubled:"));
  }

  private static CrashReport find(CrashSettings settings)
      throws InterruptedException, ExecutionException {
    Optional<CrashReport> found = lab.playUntilWrong(SEEDS_MOST, settings);
    assertThat(found).as("a wrong table within %d seeds", SEEDS_MOST).isPresent();
    Output.line("found with seed %d: %s", found.get().seed(), found.get().problems().get(0));
    return found.get();
  }

  private static CrashSettings faulty(FaultyIngester.Fault fault) {
    return lab.settings().withIngester(List.of(FaultyIngester.class.getName(), fault.name()));
  }

  /** As a compaction would that took the ledger's key along from a snapshot it had read before. */
  private static void rewriteWithOldLedger(OpenedTable opened) {
    TableMetadata metadata = opened.refresh();
    List<String> roots =
        metadata.snapshots().stream()
            .map(Snapshot::summary)
            .filter(summary -> summary.containsKey(LedgerKeys.SUMMARY_LEDGER))
            .map(summary -> summary.get(LedgerKeys.SUMMARY_LEDGER))
            .toList();
    if (roots.size() < 2) {
      return;
    }
    Transaction transaction =
        opened.catalog().loadTable(TableIdentifier.parse(opened.name())).newTransaction();
    transaction
        .rewriteManifests()
        .clusterBy(file -> "all")
        .set(LedgerKeys.SUMMARY_LEDGER, roots.get(0))
        .commit();
    transaction.updateProperties().set(LedgerKeys.PROPERTY_LEDGER, roots.get(0)).commit();
    transaction.commitTransaction();
  }
}
