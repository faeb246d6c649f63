package dev.firn.cli;

import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Somebody's word that a day is complete. */
@Command(
    name = "accept-day",
    description = "Say that a day is complete as it is; a running ingester then makes it ready.",
    mixinStandardHelpOptions = true)
final class AcceptDayCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DAY", description = "As 2021-05-29, or 2021-05-29T14 for an hour.")
  private String day = "";

  @Mixin private Options options = new Options();

  @Override
  public Integer call() throws InterruptedException {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      DayDesk.Line line = new DayDesk(table, environment).accept(day);
      if (options.json) {
        Output.printJson(line);
      } else {
        Output.line(
            "%s is accepted as it is; firn run (or firn run --once --close-days) makes it ready",
            line.day());
      }
    }
    return 0;
  }
}
