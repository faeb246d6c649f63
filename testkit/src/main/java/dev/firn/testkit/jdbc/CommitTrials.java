package dev.firn.testkit.jdbc;

import dev.firn.catalog.FirnCatalog;
import dev.firn.io.LocalFileIo;
import dev.firn.testkit.random.Seeds;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** Runs trials, a new table every some changes, until so many connections have been broken. */
public final class CommitTrials {
  /** The property that says how many faults. */
  public static final String FAULTS_PROPERTY = "firn.faults";

  /** Few enough that a table's metadata stays small. */
  private static final int CHANGES = 20;

  private final TrialDatabase database;
  private final int faults;
  private final TrialReport report = new TrialReport();

  /**
   * Trials on one database.
   *
   * @param faults about so many, in whole tables
   */
  public CommitTrials(TrialDatabase database, int faults) {
    this.database = database;
    this.faults = faults;
  }

  /** How many faults the system property asks for. */
  public static int faultsOr(int otherwise) {
    return Integer.getInteger(FAULTS_PROPERTY, otherwise);
  }

  /**
   * Firn's catalog.
   *
   * @return without violations
   * @throws AssertionError with the seed, at the first table with a violation
   */
  public TrialReport firn() {
    Breaker breaker = new Breaker();
    MetadataWrites io = new MetadataWrites(new LocalFileIo(false));
    try (FirnCatalog firn = database.firn(breaker);
        JdbcCatalog clean = database.stock(io)) {
      Seeds.run(
          "commits through broken connections, " + database.kind(),
          (faults + CHANGES - 1) / CHANGES,
          random -> {
            trial(new Clients(firn, clean, io), breaker, random);
            if (!report.violations().isEmpty()) {
              throw new AssertionError(report.violations().toString());
            }
          });
    }
    return report;
  }

  /** Iceberg's own catalog; what it does wrong is in the report. */
  public TrialReport stock() throws SQLException {
    Breaker breaker = new Breaker();
    MetadataWrites io = new MetadataWrites(new LocalFileIo(false));
    try (BreakingDriver driver = new BreakingDriver(breaker);
        JdbcCatalog tested = database.stock(new LocalFileIo(false), driver.url(database.url()));
        JdbcCatalog clean = database.stock(io)) {
      Seeds.run(
          "commits of Iceberg's catalog, " + database.kind(),
          (faults + CHANGES - 1) / CHANGES,
          random -> trial(new Clients(tested, clean, io), breaker, random));
    }
    return report;
  }

  private void trial(Clients clients, Breaker breaker, SplittableRandom random) throws Exception {
    String level = "t" + Long.toHexString(random.nextLong());
    Namespace namespace = Namespace.of(level);
    ((SupportsNamespaces) clients.clean()).createNamespace(namespace);
    CommitTrial.TrialTable table =
        new CommitTrial.TrialTable(
            TableIdentifier.of(namespace, "t"), database.warehouse().resolve(level));
    new CommitTrial(clients, breaker, table, random, report).run(CHANGES);
  }
}
