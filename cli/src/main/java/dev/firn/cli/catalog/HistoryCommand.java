package dev.firn.cli.catalog;

import dev.firn.catalog.PointerMove;
import dev.firn.cli.Output;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a table's pointer has been. */
@Command(
    name = "history",
    description = {
      "List the movements of a table's pointer, newest first: who, when, from, to.",
      "A dropped or renamed table has its history under its last name."
    },
    mixinStandardHelpOptions = true)
public final class HistoryCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Option(
      names = "--limit",
      paramLabel = "COUNT",
      defaultValue = "50",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** A movement. */
  record MoveLine(
      long sequence,
      Instant at,
      Optional<String> who,
      String kind,
      String table,
      Optional<String> renamedTo,
      Optional<String> from,
      Optional<String> to) {
    static MoveLine of(PointerMove move) {
      return new MoveLine(
          move.sequence(),
          move.at(),
          move.who(),
          move.kind().name().toLowerCase(Locale.ROOT),
          move.table().toString(),
          move.renamedTo().map(TableIdentifier::toString),
          move.from(),
          move.to());
    }
  }

  /** What is told. */
  record History(String table, List<MoveLine> moves) {}

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          List<MoveLine> moves =
              catalog
                  .firn("tell the history of a table")
                  .history(CatalogOptions.table(table), limit)
                  .stream()
                  .map(MoveLine::of)
                  .toList();
          if (options.json) {
            Output.printJson(new History(table, moves));
          } else if (moves.isEmpty()) {
            Output.line("nothing is known of %s", table);
          } else {
            moves.forEach(HistoryCommand::print);
          }
        });
    return 0;
  }

  private static void print(MoveLine move) {
    Output.line(
        "%s  %-8s %-20s %s%s",
        move.at(),
        move.kind(),
        move.who().orElse("-"),
        move.table(),
        move.renamedTo().map(to -> " to " + to).orElse(""));
    move.from().ifPresent(from -> Output.line("    from %s", from));
    move.to().ifPresent(to -> Output.line("    to   %s", to));
  }
}
