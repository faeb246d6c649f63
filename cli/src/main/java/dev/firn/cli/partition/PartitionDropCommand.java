package dev.firn.cli.partition;

import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.table.PartitionChange;
import dev.firn.table.PartitionRules;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Partition a table by one rule less; the name of a partition field does too. */
@Command(
    name = "drop",
    description = "Partition a table by one rule less; the name of a partition field does too.",
    mixinStandardHelpOptions = true)
final class PartitionDropCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Parameters(
      index = "1",
      paramLabel = "RULE",
      description = "The rule, as in 'days(ts)', or the partition field's name.")
  private String rule = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    new Alterations(options, table)
        .make(new PartitionChange.Drop(PartitionRules.parseTerm(rule).term()));
    return 0;
  }
}
