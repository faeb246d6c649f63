package dev.firn.testkit.crash;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.TableSetup;
import dev.firn.testkit.crash.CrashSettings.Delivery;
import dev.firn.testkit.generate.FaultMix;
import dev.firn.testkit.generate.FileContent;
import dev.firn.testkit.generate.FileKind;
import dev.firn.testkit.generate.GeneratedFile;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small pipeline in this process, with everything that can tell whether its table is right. */
final class SweepJob {
  private static final LogGenerator GENERATOR =
      new LogGenerator(
          GeneratorPlan.of(17, LocalDate.parse("2024-05-29"))
              .withProducers(2)
              .withPeriods(Duration.ofMinutes(20), 300)
              .withRowsPerFile(15)
              .withActions(3, 1.1)
              .withFaults(FaultMix.evenly(0.05)));

  private static final List<GeneratedFile> FILES = GENERATOR.files();

  private final Site site;
  private final PipelineConfig config;
  private final List<String> problems = new ArrayList<>();
  private final Expectations expectations = new Expectations(problems);
  private TableHistory history;
  private RowFiles rows;

  SweepJob(Path folder) throws IOException {
    this.site = new Site(folder);
    site.prepare(new SplittableRandom(1), Delivery.FOLDER);
    Files.writeString(site.pipeline(), "\nworkers: 1\nmemory: 16MiB\n", StandardOpenOption.APPEND);
    this.config = PipelineConfig.load(site.pipeline());
  }

  /** Uploads a file of each kind. */
  void drop(FileKind... kinds) throws IOException {
    try (FileContent content = GENERATOR.content()) {
      Arrivals arrivals =
          new Arrivals(site, Delivery.FOLDER, new SplittableRandom(2), content, expectations);
      for (FileKind kind : kinds) {
        arrivals.drop(
            FILES.stream()
                .filter(file -> file.kind() == kind && file.upload() == 1)
                .findFirst()
                .orElseThrow());
      }
    }
  }

  /** Puts everything that is there into the table. */
  void run(Environment environment) throws InterruptedException {
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      new Pipeline(table, environment, true).run();
    }
  }

  /** The table goes back to the snapshot before the current one. */
  void rollBack() throws IOException {
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      look(table);
      long parent = table.refresh().currentSnapshot().parentId();
      history.wantMove(parent);
      new TableActs(table, history, new SplittableRandom(3), new EventLog()).moveTo(parent);
      look(table);
    }
  }

  /** What is wrong after a run that has ended well. */
  List<String> problemsAfterRun() throws IOException {
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      look(table);
      TableState state = history.last().orElseThrow();
      expectations.wereSeen(state);
      LedgerAudit audit = new LedgerAudit(table, expectations, problems);
      TableActs acts = new TableActs(table, history, new SplittableRandom(3), new EventLog());
      audit.rows(acts.table(), state, rows);
      audit.books();
      return List.copyOf(problems);
    }
  }

  private void look(OpenedTable table) {
    if (history == null) {
      rows = new RowFiles(table.io(), table.refresh().schema());
      history = new TableHistory(table.io(), rows, problems);
    }
    TableActs acts = new TableActs(table, history, new SplittableRandom(3), new EventLog());
    for (TableState state : history.news(acts.operations())) {
      expectations.mayHaveBeenSeen();
      expectations.moved(state, rows);
      expectations.mayHaveBeenSeen();
      expectations.remember(state);
    }
  }
}
