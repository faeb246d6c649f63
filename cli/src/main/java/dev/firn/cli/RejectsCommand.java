package dev.firn.cli;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileStatus;
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

  @Option(names = "--files", description = "List files that were rejected as a whole instead.")
  private boolean wholeFiles;

  @Mixin private Options options = new Options();

  /** A file that was rejected as a whole. */
  record RejectedFile(String file, String reason, String detail) {}

  /** What is told with {@code --files}. */
  record RejectedFiles(long total, List<RejectedFile> files) {}

  /** What is told. */
  record Rejects(long total, List<RejectedRows.Row> rows) {}

  @Override
  public Integer call() {
    if (limit < 0) {
      throw new FirnException(
          ErrorCode.USAGE, "--limit " + limit + " is not allowed: expected 0 or more");
    }
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    SourceFiles files = new SourceFiles(config);
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      Optional<LedgerRoot> head = table.head();
      if (wholeFiles) {
        listFiles(table, head);
        return 0;
      }
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

  private void listFiles(OpenedTable table, Optional<LedgerRoot> head) {
    List<RejectedFile> rejected = new ArrayList<>();
    long[] total = {0};
    head.ifPresent(
        root ->
            table
                .ledger()
                .forEach(
                    root,
                    entry -> {
                      if (entry.status() == FileStatus.REJECTED && total[0]++ < limit) {
                        rejected.add(
                            new RejectedFile(
                                entry.file().location(),
                                entry.reason().orElse(""),
                                entry.detail().orElse("")));
                      }
                    }));
    if (options.json) {
      Output.printJson(new RejectedFiles(total[0], rejected));
      return;
    }
    for (RejectedFile each : rejected) {
      Output.line("%s", each.file());
      Output.line("  %s: %s", each.reason(), each.detail());
    }
    Output.line(
        total[0] == 0 ? "no rejected files" : "%s of %s",
        Output.count(rejected.size()),
        Output.plural(total[0], "rejected file"));
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
