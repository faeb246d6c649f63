package dev.firn.cli.partition;

import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.table.PartitionChange;
import dev.firn.table.PartitionRules;
import dev.firn.table.PartitionRules.NamedTerm;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One rule in the place of another. */
@Command(
    name = "replace",
    description = "Partition a table by another rule; by the same one AS another name renames it.",
    mixinStandardHelpOptions = true)
final class PartitionReplaceCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Parameters(
      index = "1",
      paramLabel = "RULE",
      description = "The rule, as in 'months(ts)', or the partition field's name.")
  private String from = "";

  @Parameters(
      index = "2",
      paramLabel = "NEW",
      description = "The new rule, as in 'days(ts)' or 'days(ts) AS d'.")
  private String to = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    NamedTerm named = PartitionRules.parseTerm(to);
    new Alterations(options, table)
        .make(
            new PartitionChange.Replace(
                PartitionRules.parseTerm(from).term(), named.term(), named.name()));
    return 0;
  }
}
