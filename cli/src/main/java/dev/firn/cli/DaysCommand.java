package dev.firn.cli;

import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which days there are and how far they have come. */
@Command(
    name = "days",
    description = "List the table's days: how far each has come, its revision, rows and files.",
    mixinStandardHelpOptions = true)
final class DaysCommand implements Callable<Integer> {
  private static final int DEFAULT_LAST = 31;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "Only the last N days (default: 31); 0 for all.")
  private int last = DEFAULT_LAST;

  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      List<DayDesk.Line> all = new DayDesk(table, environment).days();
      List<DayDesk.Line> days =
          last > 0 ? all.subList(Math.max(0, all.size() - last), all.size()) : all;
      if (options.json) {
        Output.printJson(days);
      } else {
        print(days);
      }
    }
    return 0;
  }

  /** A table of days. */
  static void print(List<DayDesk.Line> days) {
    if (days.isEmpty()) {
      Output.line("no days yet");
      return;
    }
    Output.line("%-14s %-10s %9s %16s %10s", "day", "state", "revision", "rows", "files");
    for (DayDesk.Line day : days) {
      Output.line(
          "%-14s %-10s %9s %16s %10s%s",
          day.day(),
          day.phase(),
          day.revision().map(String::valueOf).orElse("-"),
          day.rows().map(Output::count).orElse("-"),
          day.files().map(Output::count).orElse("-"),
          day.lateRows() ? "  late rows" : "");
    }
  }
}
