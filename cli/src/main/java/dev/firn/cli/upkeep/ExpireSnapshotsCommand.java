package dev.firn.cli.upkeep;

import dev.firn.cli.Output;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.upkeep.SnapshotExpiry;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Old snapshots, and the files that only they need. */
@Command(
    name = "expire-snapshots",
    description = {
      "Remove old snapshots, and the files that only they need. Tags and branches keep theirs,",
      "and what the ledger stands on stays."
    },
    mixinStandardHelpOptions = true)
public final class ExpireSnapshotsCommand implements Callable<Integer> {
  @Option(
      names = "--older-than",
      paramLabel = "WHEN",
      description =
          "Before this instant, or older than this age, as 5d (default: the table's"
              + " history.expire.max-snapshot-age-ms, or 5d).")
  private Optional<String> olderThan = Optional.empty();

  @Option(
      names = "--retain-last",
      paramLabel = "N",
      description = "Keep at least so many of each branch (default: the table's property, or 1).")
  private Optional<Integer> retainLast = Optional.empty();

  @Option(names = "--dry-run", description = "Count and change nothing.")
  private boolean dryRun;

  @Mixin private UpkeepTable table = new UpkeepTable();

  @Override
  public Integer call() {
    if (retainLast.isPresent() && retainLast.get() < 1) {
      throw new FirnException(
          ErrorCode.USAGE,
          "--retain-last "
              + retainLast.get()
              + " is not allowed: expected 1 or more, the current snapshot always stays");
    }
    SnapshotExpiry.Settings settings =
        new SnapshotExpiry.Settings(
            olderThan.map(UpkeepTable::moment),
            retainLast.map(OptionalInt::of).orElse(OptionalInt.empty()),
            dryRun);
    table.use(
        files -> {
          SnapshotExpiry.Report report = new SnapshotExpiry(files, Clock.systemUTC()).run(settings);
          if (table.json()) {
            Output.printJson(report);
          } else {
            print(report);
          }
        });
    return 0;
  }

  private void print(SnapshotExpiry.Report report) {
    report.held().ifPresent(why -> Output.line("put off: %s", why));
    Output.line(
        dryRun ? "%s would be removed; nothing was changed" : "%s removed, with %s",
        Output.plural(report.snapshots(), "snapshot"),
        Output.plural(report.files(), "file"));
  }
}
