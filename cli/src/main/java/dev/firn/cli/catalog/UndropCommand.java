package dev.firn.cli.catalog;

import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.PointerMove;
import dev.firn.cli.Output;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A dropped table comes back. */
@Command(
    name = "undrop",
    description = {
      "Bring a dropped table back, whichever program dropped it.",
      "Refused if its name or its files are in use again, or were deleted."
    },
    mixinStandardHelpOptions = true)
public final class UndropCommand implements Callable<Integer> {
  /** Looked through for the drop of a table. */
  private static final int MAX_DROPS = 10_000;

  @Parameters(paramLabel = "TABLE", description = "The name that it had: namespace.name")
  private String table = "";

  @Option(names = "--as", paramLabel = "NAME", description = "Bring it back under another name.")
  private Optional<String> as = Optional.empty();

  @Option(names = "--list", description = "Only list the drops of that name, newest first.")
  private boolean list;

  @Option(
      names = "--sequence",
      paramLabel = "NUMBER",
      description = "Which drop, as --list names it (default: the last).")
  private Optional<Long> sequence = Optional.empty();

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Drops(String table, List<HistoryCommand.MoveLine> drops) {}

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          FirnCatalog firn = catalog.firn("undo a drop");
          List<PointerMove> drops = drops(firn, CatalogOptions.table(table));
          if (list) {
            print(drops.stream().map(HistoryCommand.MoveLine::of).toList());
          } else {
            undrop(firn, drops);
          }
        });
    return 0;
  }

  /** A table that was migrated lives elsewhere: it is not dropped. */
  private static List<PointerMove> drops(FirnCatalog catalog, TableIdentifier name) {
    return catalog.drops(name.namespace(), MAX_DROPS).stream()
        .filter(move -> move.table().equals(name) && move.kind() == PointerMove.Kind.DROP)
        .toList();
  }

  private void print(List<HistoryCommand.MoveLine> drops) {
    if (options.json) {
      Output.printJson(new Drops(table, drops));
      return;
    }
    drops.forEach(
        drop ->
            Output.line(
                "%d  %s  %s  %s",
                drop.sequence(), drop.at(), drop.who().orElse("-"), drop.from().orElse("")));
  }

  private void undrop(FirnCatalog catalog, List<PointerMove> drops) {
    PointerMove drop =
        drops.stream()
            .filter(move -> sequence.isEmpty() || sequence.get() == move.sequence())
            .findFirst()
            .orElseThrow(
                () ->
                    new FirnException(
                        ErrorCode.NOT_FOUND,
                        "can't undrop "
                            + table
                            + ": no such drop is known; firn undrop --list shows the drops of a"
                            + " name"));
    String name = as.orElse(table);
    catalog.undropTable(drop, CatalogOptions.table(name));
    new Done("brought back", table, as, drop.from()).print(options.json);
  }
}
