package dev.firn.cli.upkeep;

import dev.firn.cli.Output;
import dev.firn.upkeep.OrphanFiles;
import dev.firn.upkeep.TableUpkeep;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All of a table's upkeep. */
@Command(
    name = "upkeep",
    description = {
      "Do once what a running ingester does every hour: merge manifests, expire snapshots by the",
      "table's properties, clean up the ledger. Orphans are counted."
    },
    mixinStandardHelpOptions = true)
public final class UpkeepCommand implements Callable<Integer> {
  @Option(
      names = "--delete-orphans",
      description = "Delete files that nothing leads to and that are older than three days.")
  private boolean deleteOrphans;

  @Mixin private UpkeepTable table = new UpkeepTable();

  @Override
  public Integer call() {
    TableUpkeep.Settings settings =
        new TableUpkeep.Settings(
            true,
            true,
            Optional.of(new OrphanFiles.Settings(OrphanFiles.USUAL_AGE, deleteOrphans, false)));
    table.use(
        files -> {
          TableUpkeep.Report report = new TableUpkeep(files, Clock.systemUTC()).run(settings);
          if (table.json()) {
            Output.printJson(report);
          } else {
            print(report);
          }
        });
    return 0;
  }

  private static void print(TableUpkeep.Report report) {
    report.snapshots().held().ifPresent(why -> Output.line("snapshots stay: %s", why));
    Output.line(
        "%s removed, with %s; %s became %s; %s of the ledger removed",
        Output.plural(report.snapshots().snapshots(), "snapshot"),
        Output.plural(report.snapshots().files(), "file"),
        Output.plural(report.manifests().before(), "manifest"),
        Output.count(report.manifests().after()),
        Output.plural(report.ledgerFiles(), "file"));
    report
        .orphans()
        .ifPresent(
            orphans ->
                Output.line(
                    "%s, %s, lead nowhere; %s deleted",
                    Output.plural(orphans.orphans(), "file"),
                    Output.size(orphans.bytes()),
                    Output.count(orphans.deleted())));
  }
}
