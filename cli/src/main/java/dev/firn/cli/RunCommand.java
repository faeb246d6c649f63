package dev.firn.cli;

import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.Progress;
import dev.firn.pipeline.SchemaSample;
import dev.firn.pipeline.TableSetup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main job. */
@Command(
    name = "run",
    description = "Watch the source folder and put every new file into the table, until stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = "pipeline.yaml",
      description = "The pipeline file (default: ${DEFAULT-VALUE}).")
  private Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--once", description = "End when everything that is there is in the table.")
  private boolean once;

  @Option(
      names = "--close-days",
      description = "With --once: afterwards close days that are complete and signal them.")
  private boolean closeDays;

  @Option(names = "--json", description = "Print what was done as one JSON document at the end.")
  private boolean json;

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    Environment environment = Environment.system();
    PipelineConfig config = PipelineConfig.load(pipeline);
    config.sourceFolder();
    TableSetup.validate(config);
    if (config.structured("schema").isEmpty() && !TableSetup.exists(config, environment)) {
      config = infer(config);
    }
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      Pipeline run = new Pipeline(table, environment, once);
      StopSignals.onFirst(run::stop);
      say(
          "reading "
              + config.sourceFolder()
              + " into "
              + table.name()
              + (once ? "" : "; stop with Ctrl-C"));
      run(run);
      if (once && closeDays) {
        new DayDesk(table, environment).close();
      }
      report(run.progress(), table);
    }
    return 0;
  }

  private void run(Pipeline run) throws InterruptedException {
    if (quiet) {
      run.run();
      return;
    }
    boolean terminal = System.console() != null && System.getenv("TERM") != null;
    try (ProgressPrinter printer = new ProgressPrinter(run::progress, System.err, terminal)) {
      run.run();
    }
  }

  private PipelineConfig infer(PipelineConfig config) throws InterruptedException {
    say(
        "no schema yet: looking at the files in "
            + config.sourceFolder()
            + (once ? "" : ", or waiting for the first one"));
    SchemaSample.Found found = SchemaSample.find(config, once);
    SchemaSample.writeInto(config, found);
    say(
        "found "
            + found.inferred().schema().columns().size()
            + " columns in "
            + found.files()
            + " files and wrote them into "
            + config.file().getFileName());
    return PipelineConfig.load(config.file());
  }

  private void say(String line) {
    if (!quiet) {
      System.err.println("firn: " + line);
    }
  }

  private void report(Progress done, OpenedTable table) {
    if (json) {
      Output.printJson(new Done(table.name(), done, Resources.used()));
    } else {
      RunReport.print(done, table.name(), table.config().eventTimeLimits());
    }
  }

  /** What {@code --json} prints. */
  record Done(String table, Progress progress, Resources resources) {}
}
