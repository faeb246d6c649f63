package dev.firn.cli;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.Progress;
import dev.firn.pipeline.SchemaSample;
import dev.firn.pipeline.TableSetup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main job. */
@Command(
    name = "run",
    description = "Watch the source folder and put every new file into the table, until stopped.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  /** A stop commits what is in hand; longer than the pipeline itself waits for that. */
  private static final long STOP_WAIT_SECONDS = 50;

  /** So many rejected rows are hardly faults of single rows. */
  private static final int ALARMING_REJECTS_PERCENT = 20;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      defaultValue = "pipeline.yaml",
      description = "The pipeline file (default: ${DEFAULT-VALUE}).")
  private Path pipeline = Path.of("pipeline.yaml");

  @Option(names = "--once", description = "End when everything that is there is in the table.")
  private boolean once;

  @Option(names = "--json", description = "Print what was done as one JSON document at the end.")
  private boolean json;

  @Option(names = "--quiet", description = "Show no progress.")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    Environment environment = Environment.system();
    PipelineConfig config = PipelineConfig.load(pipeline);
    config.sourceFolder();
    if (config.structured("schema").isEmpty() && !TableSetup.exists(config, environment)) {
      config = infer(config);
    }
    try (OpenedTable table = TableSetup.openOrCreate(config, environment)) {
      Pipeline run = new Pipeline(table, environment, once);
      CountDownLatch ended = new CountDownLatch(1);
      Thread hook = new Thread(() -> stopAndWait(run, ended), "firn-stop");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        say(
            "reading "
                + config.sourceFolder()
                + " into "
                + table.name()
                + (once ? "" : "; stop with Ctrl-C"));
        run(run);
      } finally {
        ended.countDown();
      }
      report(run.progress(), table.name());
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
    say("no schema yet: looking at the files in " + config.sourceFolder());
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

  private void report(Progress done, String table) {
    if (json) {
      Output.printJson(new Done(table, done, Resources.used()));
      return;
    }
    Output.line(
        "%s files into %s: %s rows written, %s rows rejected, %s rows dropped, %s files refused, %s files"
            + " known before, %s commits",
        Output.count(done.filesCommitted()),
        table,
        Output.count(done.rowsWritten()),
        Output.count(done.rowsRejected()),
        Output.count(done.rowsDropped()),
        Output.count(done.filesRejected()),
        Output.count(done.filesKnown()),
        Output.count(done.commits()));
    if (done.rowsRejected() + done.filesRejected() > 0) {
      double percent = 100.0 * done.rowsRejected() / Math.max(1, done.rowsIn());
      Output.line(
          "%.1f %% of the rows were rejected%s; firn rejects says why, firn explain-file FILE what became of a"
              + " file",
          percent, percent > ALARMING_REJECTS_PERCENT ? ": is the schema right?" : "");
    }
    if (done.skipped().unmatched() > 0) {
      Output.line(
          "%s files do not match source.pattern and were left alone",
          Output.count(done.skipped().unmatched()));
    }
  }

  /** What {@code --json} prints. */
  record Done(String table, Progress progress, Resources resources) {}

  private static void stopAndWait(Pipeline run, CountDownLatch ended) {
    run.stop();
    try {
      ended.await(STOP_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
