package dev.firn.testkit.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTrialsTest {
  private static final int FAULTS = 100;

  @TempDir Path folder;

  private TrialDatabase sqlite() {
    return new TrialDatabase(
        "jdbc:sqlite:" + folder.resolve("catalog.db"), Map.of(), folder.resolve("warehouse"));
  }

  private TrialDatabase postgres(PostgresServer server) {
    return new TrialDatabase(
        server.uri(),
        Map.of("user", server.user(), "password", server.password()),
        folder.resolve("warehouse"));
  }

  @Test
  void onSqliteBrokenConnectionsLoseNothingAndMakeNoWrongConflict() {
    firnKeepsItsWord(sqlite());
  }

  @Test
  void onPostgresBrokenConnectionsLoseNothingAndMakeNoWrongConflict() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      firnKeepsItsWord(postgres(server));
    }
  }

  private static void firnKeepsItsWord(TrialDatabase database) {
    int faults = CommitTrials.faultsOr(FAULTS);
    TrialReport report = new CommitTrials(database, faults).firn();
    System.out.println("Firn on " + database.kind() + ": " + report);
    assertThat(report.violations()).isEmpty();
    // Else the breaks would miss the calls that they are meant for.
    assertThat(report.breaks()).isGreaterThan(faults * 9 / 10);
    assertThat(report.unknown()).isPositive();
  }

  @Test
  void onSqliteTheSameTrialsSeeThatIcebergsOwnCatalogLosesCommits() throws Exception {
    theTrialsSeeThatItLosesCommits(sqlite());
  }

  @Test
  void onPostgresTheSameTrialsSeeThatIcebergsOwnCatalogLosesCommits() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      theTrialsSeeThatItLosesCommits(postgres(server));
    }
  }

  private static void theTrialsSeeThatItLosesCommits(TrialDatabase database) throws Exception {
    TrialReport report = new CommitTrials(database, FAULTS * 2 / 5).stock();
    System.out.println("Iceberg's JdbcCatalog on " + database.kind() + ": " + report);
    assertThat(report.count(Violation.Kind.LOST)).isPositive();
    assertThat(report.count(Violation.Kind.ORPHAN)).isPositive();
  }
}
