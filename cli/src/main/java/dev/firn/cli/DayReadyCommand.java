package dev.firn.cli;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whether a day is ready, for schedulers. */
@Command(
    name = "day-ready",
    description = {
      "Say by the exit code whether a day is ready: 0 if it is, 14 if it is not.",
      "With --wait, return as soon as it is."
    },
    mixinStandardHelpOptions = true)
final class DayReadyCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 2_000;
  private static final long DEFAULT_TIMEOUT_MINUTES = 24 * 60;

  @Parameters(paramLabel = "DAY", description = "As 2021-05-29, or 2021-05-29T14 for an hour.")
  private String day = "";

  @Option(names = "--wait", description = "Wait until it is ready.")
  private boolean wait;

  @Option(
      names = "--timeout-minutes",
      paramLabel = "N",
      description = "How long to wait at most (default: 1440).")
  private long timeoutMinutes = DEFAULT_TIMEOUT_MINUTES;

  @Option(
      names = "--revision",
      paramLabel = "N",
      description = "The revision that is asked for, or a later one (default: 1).")
  private int revision = 1;

  @Mixin private Options options = new Options();

  /** What {@code --json} prints. */
  record Readiness(boolean ready, DayDesk.Line day) {}

  @Override
  public Integer call() throws InterruptedException {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      DayDesk desk = new DayDesk(table, environment);
      boolean ready = ask(desk);
      if (options.json) {
        Output.printJson(new Readiness(ready, desk.day(day)));
      } else {
        DayDesk.Line line = desk.day(day);
        Output.line("%s", ready ? day + " is ready: " + line.marker() : day + " is not ready");
      }
      return ready ? 0 : ErrorCode.NOT_READY.exitCode();
    }
  }

  /** While waiting, a catalog that can't be reached for a moment is no answer. */
  private boolean ask(DayDesk desk) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(timeoutMinutes).toNanos();
    while (true) {
      try {
        if (desk.isReady(day, revision)) {
          return true;
        }
      } catch (FirnException e) {
        if (!wait || !e.code().retryable()) {
          throw e;
        }
      }
      if (!wait || System.nanoTime() - end > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }
}
