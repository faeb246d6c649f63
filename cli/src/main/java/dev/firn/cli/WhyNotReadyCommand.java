package dev.firn.cli;

import dev.firn.day.DayGaps;
import dev.firn.day.DayRejects;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What a day waits for. */
@Command(
    name = "why-not-ready",
    description = {
      "Say what a day waits for: files that are listed and not ingested, producers that are",
      "silent, what was put aside, what is still to be compacted, and whose snapshot holds it."
    },
    mixinStandardHelpOptions = true)
final class WhyNotReadyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DAY", description = "As 2021-05-29, or 2021-05-29T14 for an hour.")
  private String day = "";

  @Mixin private Options options = new Options();

  @Override
  public Integer call() {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      DayDesk.Answer answer = new DayDesk(table, environment).why(day);
      if (options.json) {
        Output.printJson(answer);
      } else {
        print(answer);
      }
    }
    return 0;
  }

  private static void print(DayDesk.Answer answer) {
    DayDesk.Line line = answer.line();
    Output.line("%s, from %s to %s: %s", line.day(), answer.start(), answer.end(), line.phase());
    if (answer.ready()) {
      Output.line("  it is ready: %s", line.marker());
    }
    answer.reasons().forEach(reason -> Output.line("  %s", reason));
    DayGaps gaps = answer.gaps();
    Output.line(
        "  %s listed, %s of them not settled",
        Output.plural(gaps.listed(), "source file"), Output.count(gaps.missingCount()));
    for (DayGaps.MissingFile file : gaps.missing()) {
      Output.line("    %s: %s", file.location(), file.why());
    }
    for (DayGaps.SilentProducer producer : gaps.silent()) {
      Output.line("    producer %s (declared): %s", producer.name(), reached(producer));
    }
    for (DayGaps.SilentProducer producer : gaps.learntSilent()) {
      Output.line("    producer %s (holds nothing up): %s", producer.name(), reached(producer));
    }
    DayRejects rejects = answer.rejects();
    Output.line(
        "  put aside: %s, and %s of others",
        Output.plural(rejects.files(), "whole file"), Output.plural(rejects.rows(), "row"));
    rejects.named().forEach(each -> Output.line("    %s: %s", each.file(), each.why()));
    if (answer.landed().files() > 0) {
      Output.line(
          "  to be compacted: %s%s rows in %s",
          answer.landed().exact() ? "" : "at most ",
          Output.count(answer.landed().rows()),
          Output.plural(answer.landed().files(), "landing file"));
    }
    Output.line(
        "  in the table: %s%s rows in %s",
        answer.now().exact() ? "" : "at most ",
        Output.count(answer.now().rows()),
        Output.plural(answer.now().files(), "data file"));
  }

  private static String reached(DayGaps.SilentProducer producer) {
    return producer.reached().map(at -> "silent since " + at).orElse("never reported");
  }
}
