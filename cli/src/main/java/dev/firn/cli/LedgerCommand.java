package dev.firn.cli;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What only an operator can decide about the ledger. */
@Command(
    name = "ledger",
    description =
        "Decide what the ledger is, after the table was replaced, or its history was cut.",
    mixinStandardHelpOptions = true,
    subcommands = {LedgerCommand.Adopt.class, LedgerCommand.Reset.class})
final class LedgerCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw new FirnException(
        ErrorCode.USAGE, "firn ledger needs a word more: adopt or reset (see firn ledger --help)");
  }

  /** What was done. */
  record Decided(String ledgerRoot, long files) {}

  private static void print(Options options, LedgerRoot root, String sentence) {
    if (options.json) {
      Output.printJson(new Decided(root.location(), root.totals().files()));
    } else {
      Output.line("%s", sentence);
    }
  }

  /** A root becomes the head. */
  @Command(
      name = "adopt",
      description = {
        "Say that the rows of a ledger root's files are in the table: its entries become the ledger.",
        "Without ROOT, the one that the table's property firn.ledger names."
      },
      mixinStandardHelpOptions = true)
  static final class Adopt implements Callable<Integer> {
    @Parameters(
        arity = "0..1",
        paramLabel = "ROOT",
        description = "The root's location, as an error message names it.")
    private Optional<String> root = Optional.empty();

    @Mixin private Options options = new Options();

    @Override
    public Integer call() throws InterruptedException {
      Environment environment = Environment.system();
      PipelineConfig config = PipelineConfig.load(options.pipeline);
      try (OpenedTable table = OpenedTable.open(config, environment)) {
        LedgerRoot adopted = table.committer(environment).adopt(root);
        print(
            options,
            adopted,
            "the ledger of "
                + table.name()
                + " now lists "
                + Output.count(adopted.totals().files())
                + " files");
      }
      return 0;
    }
  }

  /** The ledger starts anew. */
  @Command(
      name = "reset",
      description = {
        "Say that no source file is in the table: the ledger forgets all of them.",
        "Every file that is still in the source folder is then ingested again."
      },
      mixinStandardHelpOptions = true)
  static final class Reset implements Callable<Integer> {
    @Option(
        names = "--yes",
        description = "Confirms that every file in the source folder is to be ingested again.")
    private boolean yes;

    @Mixin private Options options = new Options();

    @Override
    public Integer call() throws InterruptedException {
      if (!yes) {
        throw new FirnException(
            ErrorCode.USAGE,
            "firn ledger reset makes every file in the source folder be ingested again; say --yes if"
                + " that is meant");
      }
      Environment environment = Environment.system();
      PipelineConfig config = PipelineConfig.load(options.pipeline);
      try (OpenedTable table = OpenedTable.open(config, environment)) {
        LedgerRoot root = table.committer(environment).reset();
        print(
            options,
            root,
            "the ledger of " + table.name() + " is empty; firn run ingests every file again");
      }
      return 0;
    }
  }
}
