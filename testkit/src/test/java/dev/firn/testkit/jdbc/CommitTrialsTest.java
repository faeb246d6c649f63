package dev.firn.testkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On SQLite; module interop has the same on PostgreSQL. */
class CommitTrialsTest {
  private static final int FAULTS = 100;

  @TempDir Path folder;

  private TrialDatabase database() {
    return new TrialDatabase(
        "jdbc:sqlite:" + folder.resolve("catalog.db"), Map.of(), folder.resolve("warehouse"));
  }

  @Test
  void brokenConnectionsLoseNothingAndMakeNoWrongConflict() {
    TrialReport report = new CommitTrials(database(), CommitTrials.faultsOr(FAULTS)).firn();
    System.out.println("Firn on SQLite: " + report);
    assertThat(report.violations()).isEmpty();
    // Else the breaks would miss the calls that they are meant for.
    assertThat(report.breaks()).isGreaterThan(CommitTrials.faultsOr(FAULTS) * 9 / 10);
    assertThat(report.unknown()).isPositive();
  }

  @Test
  void theSameTrialsSeeThatIcebergsOwnCatalogLosesCommits() throws Exception {
    TrialReport report = new CommitTrials(database(), FAULTS).stock();
    System.out.println("Iceberg's JdbcCatalog on SQLite: " + report);
    assertThat(report.count(Violation.Kind.LOST)).isPositive();
    assertThat(report.count(Violation.Kind.WRONG_CONFLICT)).isPositive();
    assertThat(report.count(Violation.Kind.ORPHAN)).isPositive();
  }
}
