package dev.firn.cli;

import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.RejectedRows;
import dev.firn.pipeline.SourceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Rows that were put aside. */
@Command(
    name = "rejects",
    description = "List rows that were put aside: file, line, reason, and the row itself.",
    mixinStandardHelpOptions = true)
final class RejectsCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "FILE", description = "Only those of this source file.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--limit",
      defaultValue = "100",
      description = "How many rows at most (default: ${DEFAULT-VALUE}).")
  private int limit = 100;

  @Mixin private Options options = new Options();

  /** What is told. */
  record Rejects(long total, List<RejectedRows.Row> rows) {}

  @Override
  public Integer call() {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    SourceFiles files = new SourceFiles(config);
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      Optional<LedgerRoot> head = table.head();
      List<RejectedRows.Row> rows = new ArrayList<>();
      long total =
          head.map(
                  root ->
                      new RejectedRows(table)
                          .read(root, file.map(files::location).map(files::key), limit, rows::add))
              .orElse(0L);
      if (options.json) {
        Output.printJson(new Rejects(total, rows));
      } else {
        print(total, rows);
      }
    }
    return 0;
  }

  private static void print(long total, List<RejectedRows.Row> rows) {
    for (RejectedRows.Row row : rows) {
      Output.line("%s", row.place());
      Output.line("  %s: %s", row.reason(), row.detail());
      Output.line("  %s", row.text());
    }
    Output.line(
        total == 0 ? "no rejected rows" : "%s of %s rejected rows",
        Output.count(rows.size()),
        Output.count(total));
  }
}
