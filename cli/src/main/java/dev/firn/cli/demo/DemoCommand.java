package dev.firn.cli;

import dev.firn.error.ErrorCode;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A generated day of log files becomes a table, and the balance is checked. */
@Command(
    name = "demo",
    description = {
      "Generate a day of log files with faults in it, run the pipeline over them while they arrive,"
          + " and check the table.",
      "Everything is kept in the demo's folder, to look at afterwards."
    },
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--dir",
      paramLabel = "FOLDER",
      defaultValue = "firn-demo",
      description = "Where to put files, catalog and table (default: ${DEFAULT-VALUE}).")
  private Path folder = Path.of("firn-demo");

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Decides everything that is generated (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(
      names = "--producers",
      defaultValue = "5",
      description = "Servers that upload a file every 30 seconds (default: ${DEFAULT-VALUE}).")
  private int producers = 5;

  @Option(
      names = "--rows",
      defaultValue = "40",
      description = "Rows per file (default: ${DEFAULT-VALUE}).")
  private int rowsPerFile = 40;

  @Option(
      names = "--seconds",
      defaultValue = "40",
      description = "How long the generated day takes (default: ${DEFAULT-VALUE}).")
  private int seconds = 40;

  @Option(names = "--day", description = "The generated day (default: yesterday, UTC).")
  private LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);

  @Option(names = "--json", description = "Print the balance as one JSON document.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Demo.Settings settings =
        new Demo.Settings(
            folder.toAbsolutePath().normalize(), seed, producers, rowsPerFile, seconds, day);
    Demo.Balance balance = new Demo(settings, line -> System.err.println("firn: " + line)).run();
    if (json) {
      Output.printJson(balance);
    } else {
      balance.print();
      Output.line("");
      Output.line("Look around: cd %s, then", folder);
      Output.line("  ../firn status      ../firn rejects --limit 5      ../firn rejects --files");
      Output.line("");
    }
    if (!json) {
      Output.line(balance.ok() ? "balance: ok" : "balance: WRONG");
    }
    return balance.ok() ? 0 : ErrorCode.BALANCE.exitCode();
  }
}
