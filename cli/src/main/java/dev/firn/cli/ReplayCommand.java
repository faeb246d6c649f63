package dev.firn.cli;

import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.SourceFiles;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Refused or withdrawn files are to be read again. */
@Command(
    name = "replay",
    description = {
      "Let refused or withdrawn files be read again by firn run.",
      "A file whose rows are in the table is left alone: its rows would be doubled."
    },
    mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Paths or locations.")
  private List<String> names = List.of();

  @Mixin private Options options = new Options();

  /** What was done. */
  record Replayed(List<String> files, String ledgerRoot) {}

  @Override
  public Integer call() throws InterruptedException {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    SourceFiles files = new SourceFiles(config);
    List<String> locations = names.stream().map(files::location).toList();
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      LedgerRoot root = table.committer(environment).replay(locations);
      if (options.json) {
        Output.printJson(new Replayed(locations, root.location()));
      } else {
        Output.line("%d files will be read again by firn run", locations.size());
      }
    }
    return 0;
  }
}
