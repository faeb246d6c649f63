package dev.firn.cli;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.SourceFiles;
import dev.firn.source.FileIdentity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What became of a source file. */
@Command(
    name = "explain-file",
    description = "Say what became of a source file: all its versions, newest first.",
    mixinStandardHelpOptions = true)
final class ExplainFileCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A path, or a location as file:///….")
  private String file = "";

  @Mixin private Options options = new Options();

  /** What is told. */
  record Explanation(
      String location,
      boolean exists,
      boolean matchesPattern,
      String verdict,
      List<LedgerEntry> entries) {}

  @Override
  public Integer call() {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    SourceFiles files = new SourceFiles(config);
    String location = files.location(file);
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      Optional<LedgerRoot> head = table.head();
      FileKey key = files.key(location);
      List<LedgerEntry> entries =
          head.map(root -> table.index().history(root, key)).orElse(List.of());
      Optional<FileIdentity> now = files.stat(location);
      if (entries.isEmpty() && now.isEmpty()) {
        throw new FirnException(
            ErrorCode.NOT_FOUND,
            location
                + " is neither in the ledger of "
                + table.name()
                + " nor on disk; check the path (source.folder is "
                + config.sourceFolder()
                + ")");
      }
      Explanation told =
          new Explanation(
              location,
              now.isPresent(),
              files.matches(location),
              verdict(entries, now, files.matches(location)),
              entries);
      if (options.json) {
        Output.printJson(told);
      } else {
        print(told);
      }
    }
    return 0;
  }

  private static String verdict(
      List<LedgerEntry> entries, Optional<FileIdentity> now, boolean matches) {
    if (now.isEmpty()) {
      return "the file is not there any more";
    }
    Optional<LedgerEntry> known =
        entries.stream().filter(entry -> entry.file().sameVersionAs(now.get())).findFirst();
    if (known.isPresent()) {
      return "the version that is there now: " + known.get().status().code();
    }
    if (!matches) {
      return "the file is no source file: its path does not match source.pattern, or its name is hidden or"
          + " temporary";
    }
    return entries.isEmpty()
        ? "the file is not in the ledger yet; firn run will read it"
        : "the version that is there now is not in the ledger yet";
  }

  private static void print(Explanation told) {
    Output.line("%s", told.location());
    Output.line("  %s", told.verdict());
    for (LedgerEntry entry : told.entries()) {
      Output.line("");
      Output.line(
          "  %s%s", entry.status().code(), entry.reason().map(r -> " (" + r + ")").orElse(""));
      entry.detail().ifPresent(detail -> Output.line("    why        %s", detail));
      Output.line(
          "    version    %s bytes, %s",
          Output.count(entry.file().sizeBytes()),
          entry.file().versionId().or(entry.file()::etag).orElse("no version known"));
      Output.line(
          "    rows       %s in = %s written + %s rejected + %s dropped",
          Output.count(entry.rowsIn()),
          Output.count(entry.rowsWritten()),
          Output.count(entry.rowsRejected()),
          Output.count(entry.rowsDropped()));
      entry.rejects().ifPresent(rejects -> Output.line("    rejects    %s", rejects));
      if (entry.minEventMicros().isPresent() && entry.maxEventMicros().isPresent()) {
        Output.line(
            "    events     %s to %s",
            Output.instant(entry.minEventMicros().get()),
            Output.instant(entry.maxEventMicros().get()));
      }
      Output.line("    arrived    %s", entry.arrival());
      Output.line("    committed  %s by %s", entry.committed(), entry.commitId());
    }
  }
}
