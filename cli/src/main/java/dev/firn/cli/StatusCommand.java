package dev.firn.cli;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.FileTotals;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.LedgerState;
import dev.firn.pipeline.DayDesk;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.table.PartitionRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What is in the table and the ledger. */
@Command(
    name = "status",
    description = "Say what is in the table and in its ledger.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  /** Days that are shown; firn days shows more. */
  private static final int DAYS_MOST = 7;

  @Mixin private Options options = new Options();

  /** What is told; the keys of {@code --json}. */
  record Status(
      String table,
      String location,
      int formatVersion,
      List<String> partition,
      Optional<Long> snapshotId,
      Optional<Instant> snapshotTime,
      Optional<Long> rows,
      Optional<Long> dataFiles,
      String ledgerState,
      Optional<String> ledgerProblem,
      Optional<String> ledgerRoot,
      Optional<Instant> lastLedgerCommit,
      FileTotals ingested,
      FileTotals rejected,
      FileTotals withdrawn,
      FileTotals replay,
      Optional<String> noDays,
      List<DayDesk.Line> days) {}

  @Override
  public Integer call() {
    PipelineConfig config = PipelineConfig.load(options.pipeline);
    try (OpenedTable table = OpenedTable.open(config, Environment.system())) {
      Status status = status(table);
      if (options.json) {
        Output.printJson(status);
      } else {
        print(status);
      }
    }
    return 0;
  }

  private static Status status(OpenedTable table) {
    LedgerState state = table.ledgerState();
    TableMetadata metadata = table.operations().current();
    Optional<Snapshot> snapshot = Optional.ofNullable(metadata.currentSnapshot());
    Optional<LedgerRoot> root = root(table, state);
    return new Status(
        table.name(),
        metadata.location(),
        metadata.formatVersion(),
        PartitionRules.format(metadata.spec()),
        snapshot.map(Snapshot::snapshotId),
        snapshot.map(s -> Instant.ofEpochMilli(s.timestampMillis())),
        snapshot.flatMap(s -> total(s, "total-records")),
        snapshot.flatMap(s -> total(s, "total-data-files")),
        name(state),
        state instanceof LedgerState.Unknown unknown
            ? Optional.of(unknown.reason())
            : Optional.empty(),
        root.map(LedgerRoot::location),
        root.map(LedgerRoot::createdAt),
        totals(root, FileStatus.INGESTED),
        totals(root, FileStatus.REJECTED),
        totals(root, FileStatus.WITHDRAWN),
        totals(root, FileStatus.REPLAY),
        DayDesk.whyNone(table.config()),
        days(table, state));
  }

  /** The last days; none of a ledger that nobody can tell the head of. */
  private static List<DayDesk.Line> days(OpenedTable table, LedgerState state) {
    if (DayDesk.whyNone(table.config()).isPresent() || state instanceof LedgerState.Unknown) {
      return List.of();
    }
    List<DayDesk.Line> all = new DayDesk(table, Environment.system()).days();
    return all.subList(Math.max(0, all.size() - DAYS_MOST), all.size());
  }

  private static Optional<LedgerRoot> root(OpenedTable table, LedgerState state) {
    if (state instanceof LedgerState.Head head) {
      return Optional.of(table.ledger().read(head.rootLocation()));
    }
    return state instanceof LedgerState.RolledBack back
        ? back.head().map(head -> table.ledger().read(head.rootLocation()))
        : Optional.empty();
  }

  private static FileTotals totals(Optional<LedgerRoot> root, FileStatus status) {
    return root.map(r -> r.totals().of(status)).orElse(FileTotals.ZERO);
  }

  private static Optional<Long> total(Snapshot snapshot, String key) {
    Map<String, String> summary = snapshot.summary();
    return Optional.ofNullable(summary.get(key)).map(Long::valueOf);
  }

  private static String name(LedgerState state) {
    if (state instanceof LedgerState.Head) {
      return "head";
    }
    if (state instanceof LedgerState.RolledBack) {
      return "rolled-back";
    }
    return state instanceof LedgerState.Unknown ? "unknown" : "absent";
  }

  private static void print(Status s) {
    Output.line("table      %s, format %d", s.table(), s.formatVersion());
    Output.line("location   %s", s.location());
    Output.line(
        "partition  %s", s.partition().isEmpty() ? "none" : String.join(", ", s.partition()));
    Output.line(
        "rows       %s in %s data files",
        s.rows().map(Output::count).orElse("none"), s.dataFiles().map(Output::count).orElse("no"));
    Output.line(
        "snapshot   %s",
        s.snapshotId()
            .map(id -> id + " of " + s.snapshotTime().orElse(Instant.EPOCH))
            .orElse("none"));
    switch (s.ledgerState()) {
      case "head" ->
          Output.line(
              "ledger     committed %s", s.lastLedgerCommit().map(Instant::toString).orElse(""));
      case "rolled-back" ->
          Output.line(
              "ledger     the table was rolled back; the next run records what left it as withdrawn");
      case "unknown" -> Output.line("ledger     UNKNOWN, firn run refuses to go on");
      default -> Output.line("ledger     none yet");
    }
    s.ledgerProblem().ifPresent(problem -> Output.line("           %s", problem));
    Output.line("");
    Output.line(
        "%-12s %12s %16s %16s %14s %14s",
        "files", "count", "rows in", "rows written", "rows rejected", "rows dropped");
    printTotals("ingested", s.ingested());
    printTotals("rejected", s.rejected());
    printTotals("withdrawn", s.withdrawn());
    printTotals("to replay", s.replay());
    Output.line("");
    if (s.noDays().isPresent()) {
      Output.line("days       none are signalled: %s", s.noDays().get());
    } else {
      DaysCommand.print(s.days());
    }
  }

  private static void printTotals(String name, FileTotals totals) {
    if (totals.files() > 0 || name.equals("ingested")) {
      Output.line(
          "%-12s %12s %16s %16s %14s %14s",
          name,
          Output.count(totals.files()),
          Output.count(totals.rowsIn()),
          Output.count(totals.rowsWritten()),
          Output.count(totals.rowsRejected()),
          Output.count(totals.rowsDropped()));
    }
  }
}
