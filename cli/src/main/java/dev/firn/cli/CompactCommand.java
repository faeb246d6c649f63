package dev.firn.cli;

import dev.firn.compaction.CompactionReport;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Merges landing files and small files into full-size files of the table's partitions. */
@Command(
    name = "compact",
    description = {
      "Merge landing files and small files into full-size files of the table's partitions.",
      "Rows stay the same; readers and ingesters may go on meanwhile."
    },
    mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
  private static final long MEBIBYTE = 1L << 20;

  @Option(
      names = "--day",
      paramLabel = "YYYY-MM-DD",
      description = "Only this day, whole; may be given several times. Default: all days.")
  private List<LocalDate> days = List.of();

  @Option(
      names = "--full-files-only",
      description = "Take out only what makes files of the target size, as for days still open.")
  private boolean fullFilesOnly;

  @Option(names = "--all-specs", description = "Rewrite files of former partition specs too.")
  private boolean allSpecs;

  @Option(
      names = "--target-mib",
      paramLabel = "MIB",
      description = "Size of a full file (default: the table's write.target-file-size-bytes).")
  private long targetMebibytes;

  @Option(names = "--dry-run", description = "Tell what there is to be done and change nothing.")
  private boolean dryRun;

  @Mixin private Options options = new Options();

  @Override
  public Integer call() throws InterruptedException {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    Environment environment = Environment.system();
    try (OpenedTable table = OpenedTable.open(config, environment)) {
      OptionalLong target =
          targetMebibytes > 0 ? OptionalLong.of(targetMebibytes * MEBIBYTE) : OptionalLong.empty();
      Compactor compactor = table.compactor(environment, target);
      CompactionReport report =
          dryRun ? compactor.preview(scope()) : compactor.compact(scope(), Compactor.Yield.NEVER);
      print(report);
    }
    return 0;
  }

  private CompactionScope scope() {
    if (fullFilesOnly && !days.isEmpty()) {
      throw new FirnException(
          ErrorCode.USAGE,
          "--day and --full-files-only exclude each other: a day is compacted whole");
    }
    CompactionScope scope = fullFilesOnly ? CompactionScope.FULL_FILES : CompactionScope.EVERYTHING;
    if (!days.isEmpty()) {
      Set<Integer> numbers = new HashSet<>();
      days.forEach(day -> numbers.add(Math.toIntExact(day.toEpochDay())));
      scope = new CompactionScope(numbers, false, false, false);
    }
    return allSpecs ? scope.withAllSpecs() : scope;
  }

  private void print(CompactionReport report) {
    if (options.json) {
      Output.printJson(report);
      return;
    }
    if (report.filesIn() == 0) {
      Output.line("nothing to compact");
    } else if (dryRun) {
      Output.line(
          "%s with %s rows, %s, would be rewritten; nothing was changed",
          Output.plural(report.filesIn(), "file"),
          Output.count(report.rows()),
          Output.size(report.bytesIn()));
    } else {
      Output.line(
          "%s, %s, became %s, %s, in %s; %s rows were copied",
          Output.plural(report.filesIn(), "file"),
          Output.size(report.bytesIn()),
          Output.plural(report.filesOut(), "file"),
          Output.size(report.bytesOut()),
          Output.plural(report.rewrites(), "commit"),
          Output.count(report.rows()));
    }
    report.heldBack().forEach(line -> Output.line("left as it is: %s", line));
  }
}
