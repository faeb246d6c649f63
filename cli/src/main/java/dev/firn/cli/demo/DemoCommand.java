package dev.firn.cli.demo;

import dev.firn.cli.Output;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Generated days of log files become a table, and the balance is checked. */
@Command(
    name = "demo",
    description = {
      "Generate three days of log files with everything that goes wrong in a bad week: broken and late"
          + " files, lost notices, a silent server, a day of 23 hours, a kill -9. Run the pipeline over"
          + " them while they arrive, watch the days become ready, and check the table.",
      "Everything is kept in the demo's folder, to look at afterwards."
    },
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  private static final ZoneId ZONE = ZoneId.of("America/New_York");
  private static final LocalDate FIRST_DAY = LocalDate.of(2024, 3, 9);
  private static final int DAYS = 3;

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
      defaultValue = "4",
      description = "Servers that upload, 2 or more (default: ${DEFAULT-VALUE}).")
  private int producers = 4;

  @Option(
      names = "--rows",
      defaultValue = "30",
      description = "Rows per file (default: ${DEFAULT-VALUE}).")
  private int rowsPerFile = 30;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long the generated time takes (default: ${DEFAULT-VALUE}).")
  private int seconds = 60;

  @Option(
      names = "--day",
      description =
          "The first day (default: 2024-03-09, since the next one has 23 hours in New York; with"
              + " --open-day: yesterday, UTC).")
  private @Nullable LocalDate day;

  @Option(
      names = "--open-day",
      description = "One day that stays open: a file every 30 seconds, no day is closed.")
  private boolean openDay;

  @Option(names = "--json", description = "Print the balance as one JSON document.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Consumer<String> say = line -> System.err.println("firn: " + line);
    Path place = folder.toAbsolutePath().normalize();
    if (producers < 2) {
      throw new FirnException(ErrorCode.USAGE, "--producers takes 2 or more, not " + producers);
    }
    Books.Balance balance =
        openDay
            ? new OpenDay(
                    new OpenDay.Settings(
                        place,
                        seed,
                        producers,
                        rowsPerFile,
                        seconds,
                        day == null ? LocalDate.now(ZoneOffset.UTC).minusDays(1) : day),
                    say)
                .run()
            : new Days(
                    new Days.Settings(
                        place,
                        seed,
                        producers,
                        rowsPerFile,
                        seconds,
                        day == null ? FIRST_DAY : day,
                        DAYS,
                        ZONE),
                    say)
                .run();
    if (json) {
      Output.printJson(balance);
    } else {
      balance.print();
      Output.line("");
      Output.line("Look around: cd %s, then", folder);
      Output.line(
          "  ../firn status      ../firn days      ../firn rejects --limit 5      ../firn rejects --files");
      Output.line("");
    }
    if (!json) {
      Output.line(balance.ok() ? "balance: ok" : "balance: WRONG");
    }
    return balance.ok() ? 0 : ErrorCode.BALANCE.exitCode();
  }
}
