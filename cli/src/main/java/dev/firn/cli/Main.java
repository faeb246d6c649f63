package dev.firn.cli;

import dev.firn.cli.catalog.DescribeCommand;
import dev.firn.cli.catalog.DropCommand;
import dev.firn.cli.catalog.HistoryCommand;
import dev.firn.cli.catalog.MigrateCommand;
import dev.firn.cli.catalog.NamespacesCommand;
import dev.firn.cli.catalog.RegisterCommand;
import dev.firn.cli.catalog.RelocateCommand;
import dev.firn.cli.catalog.RenameCommand;
import dev.firn.cli.catalog.TablesCommand;
import dev.firn.cli.catalog.UndropCommand;
import dev.firn.cli.catalog.UnregisterCommand;
import dev.firn.cli.demo.DemoCommand;
import dev.firn.cli.partition.PartitionCommand;
import dev.firn.cli.partition.SqlCommand;
import dev.firn.cli.plan.PlanCommand;
import dev.firn.cli.upkeep.ExpireSnapshotsCommand;
import dev.firn.cli.upkeep.RemoveOrphanFilesCommand;
import dev.firn.cli.upkeep.RewriteManifestsCommand;
import dev.firn.cli.upkeep.UpkeepCommand;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root of the command line. */
@Command(
    name = "firn",
    description = "Turns a stream of log files into daily Apache Iceberg tables, exactly once.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    footer = {"", "Start with: firn demo"})
public final class Main implements Runnable {
  /** All commands in the order of the help. */
  static final List<Map.Entry<String, Class<?>>> COMMANDS =
      List.of(
          Map.entry("run", RunCommand.class),
          Map.entry("demo", DemoCommand.class),
          Map.entry("status", StatusCommand.class),
          Map.entry("days", DaysCommand.class),
          Map.entry("why-not-ready", WhyNotReadyCommand.class),
          Map.entry("accept-day", AcceptDayCommand.class),
          Map.entry("day-ready", DayReadyCommand.class),
          Map.entry("explain-file", ExplainFileCommand.class),
          Map.entry("rejects", RejectsCommand.class),
          Map.entry("replay", ReplayCommand.class),
          Map.entry("compact", CompactCommand.class),
          Map.entry("upkeep", UpkeepCommand.class),
          Map.entry("expire-snapshots", ExpireSnapshotsCommand.class),
          Map.entry("remove-orphan-files", RemoveOrphanFilesCommand.class),
          Map.entry("rewrite-manifests", RewriteManifestsCommand.class),
          Map.entry("ledger", LedgerCommand.class),
          Map.entry("config", ConfigCommand.class),
          Map.entry("tables", TablesCommand.class),
          Map.entry("namespaces", NamespacesCommand.class),
          Map.entry("describe", DescribeCommand.class),
          Map.entry("history", HistoryCommand.class),
          Map.entry("rename", RenameCommand.class),
          Map.entry("drop", DropCommand.class),
          Map.entry("undrop", UndropCommand.class),
          Map.entry("register", RegisterCommand.class),
          Map.entry("unregister", UnregisterCommand.class),
          Map.entry("migrate", MigrateCommand.class),
          Map.entry("relocate", RelocateCommand.class),
          Map.entry("partition", PartitionCommand.class),
          Map.entry("plan", PlanCommand.class),
          Map.entry("sql", SqlCommand.class),
          Map.entry("warm-up", WarmUpCommand.class));

  private @Nullable CommandLine commandLine;

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. */
  public static int execute(String... args) {
    if (args.length > 0 && args[0].equals("demo")) {
      // The demo's faults are on purpose; its balance tells what became of them.
      System.setProperty("org.slf4j.simpleLogger.log.dev.firn", "error");
    }
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    main.commandLine = line;
    addCommands(line, args.length > 0 ? args[0] : "");
    line.setExitCodeExceptionMapper(Main::exitCode);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          report(failure, Arrays.asList(args).contains("--json"));
          return exitCode(failure);
        });
    line.getCommandSpec().usageMessage().exitCodeList(exitCodes());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    return line.execute(args);
  }

  /** One command if it is named; else all: reading what they can do takes a third of a second. */
  private static void addCommands(CommandLine line, String named) {
    boolean known = COMMANDS.stream().anyMatch(command -> command.getKey().equals(named));
    for (Map.Entry<String, Class<?>> command : COMMANDS) {
      if (!known || command.getKey().equals(named)) {
        line.addSubcommand(command.getKey(), command.getValue());
      }
    }
  }

  @Override
  public void run() {
    if (commandLine != null) {
      commandLine.usage(System.out);
    }
  }

  private static int exitCode(Throwable failure) {
    if (failure instanceof CommandLine.ParameterException) {
      return ErrorCode.USAGE.exitCode();
    }
    return codeOf(failure).orElse(ErrorCode.INTERNAL).exitCode();
  }

  /** The code of a failure that somebody worded, Iceberg's and those of its catalogs too. */
  private static Optional<ErrorCode> codeOf(Throwable failure) {
    if (failure instanceof FirnException f) {
      return Optional.of(f.code());
    }
    if (failure instanceof NotFoundException
        || failure instanceof NoSuchTableException
        || failure instanceof NoSuchNamespaceException) {
      return Optional.of(ErrorCode.NOT_FOUND);
    }
    return failure instanceof CommitFailedException
        ? Optional.of(ErrorCode.CONFLICT)
        : Optional.empty();
  }

  /** The table of exit codes, from the one enum that defines them. */
  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "Done.");
    for (ErrorCode code : ErrorCode.values()) {
      codes.put(
          String.valueOf(code.exitCode()),
          code.sentence() + (code.retryable() ? " Trying again may help." : ""));
    }
    return codes;
  }

  private static void report(Throwable failure, boolean json) {
    Optional<ErrorCode> known = codeOf(failure);
    ErrorCode code = known.orElse(ErrorCode.INTERNAL);
    String message =
        known.isPresent() && failure.getMessage() != null
            ? failure.getMessage()
            : "unexpected failure: "
                + failure
                + " (set FIRN_JAVA_OPTS=-Dfirn.trace=true to see where)";
    if (json) {
      Output.printJson(new ErrorReport(new ErrorBody(code.name(), code.retryable(), message)));
    } else {
      System.err.println("firn: " + message);
    }
    if (Boolean.getBoolean("firn.trace")) {
      failure.printStackTrace();
    }
  }

  record ErrorBody(String code, boolean retryable, String message) {}

  record ErrorReport(ErrorBody error) {}

  /** The version that the build has. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "firn " + (version == null ? "(not packaged)" : version),
        "Java " + System.getProperty("java.version") + " on " + System.getProperty("os.name")
      };
    }
  }
}
