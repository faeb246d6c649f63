package dev.firn.cli.partition;

import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.table.PartitionChange;
import dev.firn.table.PartitionRules;
import dev.firn.table.PartitionRules.NamedTerm;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Partition a table by one more rule. */
@Command(
    name = "add",
    description = "Partition a table by one more rule.",
    mixinStandardHelpOptions = true)
final class PartitionAddCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Parameters(
      index = "1",
      paramLabel = "RULE",
      description = "The rule, as in 'days(ts)' or 'bucket(16, id) AS shard'.")
  private String rule = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    NamedTerm named = PartitionRules.parseTerm(rule);
    new Alterations(options, table).make(new PartitionChange.Add(named.term(), named.name()));
    return 0;
  }
}
