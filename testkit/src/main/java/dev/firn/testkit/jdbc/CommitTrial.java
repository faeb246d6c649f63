package dev.firn.testkit.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.types.Types;

/**
 * One table, made and appended to through a catalog whose connections break, while another writer
 * commits in the window; judged after every change. All chance comes from the seed, except for how
 * threads meet where a call comes late.
 */
public final class CommitTrial {
  private static final Schema SCHEMA =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private final Clients clients;
  private final Breaker breaker;
  private final TableIdentifier name;
  private final SplittableRandom random;
  private final TrialReport report;
  private final Judge judge;
  private int files;

  /**
   * A trial on a new table.
   *
   * @param breaker breaks the connections of the tested catalog
   * @param report gets what is seen
   */
  public CommitTrial(
      Clients clients,
      Breaker breaker,
      TrialTable table,
      SplittableRandom random,
      TrialReport report) {
    this.clients = clients;
    this.breaker = breaker;
    this.name = table.name();
    this.random = random;
    this.report = report;
    this.judge = new Judge(clients, table.name(), table.warehouse(), report);
  }

  /**
   * The table of a trial.
   *
   * @param name it does not exist; its namespace does
   * @param warehouse the local folder that the files of tables of that namespace are below
   */
  public record TrialTable(TableIdentifier name, Path warehouse) {}

  /** Creates the table and appends to it, a break during each change. */
  public void run(int changes) throws IOException, InterruptedException {
    create();
    for (int change = 1; change < changes; change++) {
      append(change);
    }
    judge.checkHistory();
  }

  private void create() throws IOException, InterruptedException {
    Break next = Break.draw(random);
    Map<String, String> properties = properties();
    Runnable other =
        () -> {
          if (next.windowCommits() > 1) {
            createQuietly(clients.clean(), properties);
          }
        };
    breaker.arm(next, other);
    String uuid = "none";
    Outcome outcome;
    try {
      uuid =
          clients
              .tested()
              .buildTable(name, SCHEMA)
              .withProperties(properties)
              .create()
              .uuid()
              .toString();
      outcome = Outcome.ACKNOWLEDGED;
    } catch (RuntimeException e) {
      outcome = Outcome.of(e);
    }
    report.told(outcome, breaker.settle() > 0);
    boolean exists = clients.clean().tableExists(name);
    if (outcome == Outcome.ACKNOWLEDGED && !(exists && judge.metadata().uuid().equals(uuid))) {
      judge.violation(Violation.Kind.LOST, "the table " + uuid, "was made and is not there");
    }
    if (!exists) {
      clients.clean().buildTable(name, SCHEMA).withProperties(properties).create();
    }
    judge.check(outcome == Outcome.UNKNOWN);
  }

  private void createQuietly(Catalog catalog, Map<String, String> properties) {
    try {
      catalog.buildTable(name, SCHEMA).withProperties(properties).create();
    } catch (AlreadyExistsException e) {
      report.other();
    }
  }

  private Map<String, String> properties() {
    return Map.of(
        "commit.retry.min-wait-ms",
        "1",
        "commit.retry.max-wait-ms",
        "5",
        "write.metadata.previous-versions-max",
        Integer.toString(3 + random.nextInt(20)),
        "write.metadata.delete-after-commit.enabled",
        Boolean.toString(random.nextInt(4) == 0));
  }

  private void append(int change) throws IOException, InterruptedException {
    Break next = Break.draw(random);
    // Half of the appends as any client makes them, half with an eye on every conflict.
    boolean watched = random.nextBoolean();
    String file = "tested-" + change;
    Table table = clients.tested().loadTable(name);
    breaker.arm(next, () -> others(next.windowCommits()));
    Outcome outcome;
    try {
      (watched ? watched(table) : table).newAppend().appendFile(dataFile(file)).commit();
      outcome = Outcome.ACKNOWLEDGED;
    } catch (RuntimeException e) {
      outcome = Outcome.of(e);
    }
    judge.promise(file, outcome);
    report.told(outcome, breaker.settle() > 0);
    judge.check(outcome == Outcome.UNKNOWN);
  }

  private Table watched(Table table) {
    WatchedOperations operations =
        new WatchedOperations(((HasTableOperations) table).operations(), judge::conflict);
    return new BaseTable(operations, table.name());
  }

  /** The other writer's connections do not break: it is always told the truth. */
  private void others(int commits) {
    for (int i = 0; i < commits; i++) {
      String file = "other-" + files++;
      clients.clean().loadTable(name).newAppend().appendFile(dataFile(file)).commit();
      judge.promise(file, Outcome.ACKNOWLEDGED);
      judge.look();
      report.other();
    }
  }

  private static DataFile dataFile(String file) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath("file:///nowhere/" + file)
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(10)
        .withRecordCount(1)
        .build();
  }
}
