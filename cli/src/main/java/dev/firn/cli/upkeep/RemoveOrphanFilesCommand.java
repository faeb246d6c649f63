package dev.firn.cli.upkeep;

import dev.firn.cli.Output;
import dev.firn.upkeep.OrphanFiles;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Files that nothing leads to. */
@Command(
    name = "remove-orphan-files",
    description = {
      "Find files below the table's location that none of its snapshots leads to: left behind by",
      "crashes and conflicts. They are only told, unless --delete is given."
    },
    mixinStandardHelpOptions = true)
public final class RemoveOrphanFilesCommand implements Callable<Integer> {
  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      defaultValue = "3d",
      description =
          "Only files of this age, as 3d; at least 24h, since younger ones may belong to a commit"
              + " under way (default: ${DEFAULT-VALUE}).")
  private String olderThan = "3d";

  @Option(names = "--delete", description = "Delete them.")
  private boolean delete;

  @Option(
      names = "--ignore-other-spellings",
      description =
          "Leave files alone that the metadata knows with another scheme or host, instead of"
              + " stopping.")
  private boolean ignoreOtherSpellings;

  @Mixin private UpkeepTable table = new UpkeepTable();

  @Override
  public Integer call() {
    OrphanFiles.Settings settings =
        new OrphanFiles.Settings(
            OrphanFiles.checked(UpkeepTable.age(olderThan)), delete, ignoreOtherSpellings);
    table.use(
        files -> {
          OrphanFiles.Report report = new OrphanFiles(files, Clock.systemUTC()).run(settings);
          if (table.json()) {
            Output.printJson(report);
          } else {
            print(report);
          }
        });
    return 0;
  }

  private void print(OrphanFiles.Report report) {
    report.named().forEach(file -> Output.line("%s", file));
    Output.line(
        "%s of %s, %s, lead nowhere; %s%s younger than %s are left alone",
        Output.count(report.orphans()),
        Output.plural(report.listed(), "file"),
        Output.size(report.bytes()),
        delete
            ? Output.count(report.deleted()) + " were deleted; "
            : "nothing was changed, --delete deletes them; ",
        Output.count(report.young()),
        olderThan);
  }
}
