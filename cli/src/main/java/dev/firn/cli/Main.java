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
import dev.firn.cli.partition.PartitionCommand;
import dev.firn.cli.partition.SqlCommand;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private static final List<Class<?>> COMMANDS =
      List.of(
          RunCommand.class,
          DemoCommand.class,
          StatusCommand.class,
          DaysCommand.class,
          WhyNotReadyCommand.class,
          AcceptDayCommand.class,
          DayReadyCommand.class,
          ExplainFileCommand.class,
          RejectsCommand.class,
          ReplayCommand.class,
          CompactCommand.class,
          LedgerCommand.class,
          ConfigCommand.class,
          TablesCommand.class,
          NamespacesCommand.class,
          DescribeCommand.class,
          HistoryCommand.class,
          RenameCommand.class,
          DropCommand.class,
          UndropCommand.class,
          RegisterCommand.class,
          UnregisterCommand.class,
          MigrateCommand.class,
          RelocateCommand.class,
          PartitionCommand.class,
          SqlCommand.class,
          WarmUpCommand.class);

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
    commands(args).forEach(line::addSubcommand);
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

  /** The command that is called; all of them if none is. Setting one up takes milliseconds. */
  private static List<Class<?>> commands(String... args) {
    Optional<Class<?>> called =
        COMMANDS.stream()
            .filter(type -> args.length > 0)
            .filter(type -> type.getAnnotation(Command.class).name().equals(args[0]))
            .findFirst();
    return called.<List<Class<?>>>map(List::of).orElse(COMMANDS);
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
    return failure instanceof FirnException f ? f.code().exitCode() : ErrorCode.INTERNAL.exitCode();
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
    ErrorCode code = failure instanceof FirnException f ? f.code() : ErrorCode.INTERNAL;
    String message =
        failure instanceof FirnException && failure.getMessage() != null
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
