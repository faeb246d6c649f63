package dev.firn.cli;

import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Somebody's word that a day is complete. */
@Command(
    name = "accept-day",
    description = {
      "Say that a day is complete as it is; a running ingester then makes it ready. A day that",
      "another writer's snapshot holds is let go first."
    },
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
      DayDesk desk = new DayDesk(table, environment);
      Optional<Long> heldBy = desk.day(day).heldBy();
      DayDesk.Line line = desk.accept(day);
      if (options.json) {
        Output.printJson(line);
      } else if (heldBy.isPresent()) {
        Output.line(
            "%s is not held any more by snapshot %d; it becomes ready when it is complete",
            line.day(), heldBy.get());
      } else {
        Output.line(
            "%s is accepted as it is; firn run (or firn run --once --close-days) makes it ready",
            line.day());
      }
    }
    return 0;
  }
}
