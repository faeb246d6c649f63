package dev.firn.cli.partition;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The verbs on partition rules. */
@Command(
    name = "partition",
    description = "Show, change or verify how a table is partitioned.",
    mixinStandardHelpOptions = true,
    subcommands = {
      PartitionShowCommand.class,
      PartitionAddCommand.class,
      PartitionDropCommand.class,
      PartitionReplaceCommand.class,
      PartitionVerifyCommand.class
    },
    footer = {
      "",
      "A rule is a column or years(c), months(c), days(c), hours(c), bucket(16, c), truncate(10, c);",
      "'days(ts) AS name' names the partition field. No file is rewritten: each keeps the rules it",
      "was written under."
    })
public final class PartitionCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      spec.commandLine().usage(System.out);
    }
  }
}
