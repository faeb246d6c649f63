package dev.firn.cli.demo;

import dev.firn.cli.Output;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.FileTotals;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.OpenedTable;
import dev.firn.testkit.generate.Oracle;
import dev.firn.testkit.generate.RowAudit;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.iceberg.Snapshot;

/** What was generated beside what was found. */
final class Books {
  /** Data files that there may be, as a multiple of what one batch write makes. */
  private static final double BATCH_RATIO_MOST = 1.05;

  private Books() {}

  /** A line of the books. */
  record Line(String what, long expected, long found, String source) {
    boolean ok() {
      return expected == found;
    }
  }

  /**
   * The books at the end.
   *
   * @param batchFiles the data files that one batch write of the same rows would have made
   */
  record Balance(
      boolean ok,
      List<Line> lines,
      long dataFiles,
      OptionalLong batchFiles,
      long commits,
      long lostRows,
      long doubledRows,
      List<String> examples) {
    void print() {
      Output.line("");
      Output.line("%-18s %25s %25s   %s", "", "generated", "found", "found by");
      for (Line line : lines) {
        Output.line(
            "%-18s %25s %25s   %s%s",
            line.what(),
            Output.count(line.expected()),
            Output.count(line.found()),
            line.source(),
            line.ok() ? "" : "   <-- WRONG");
      }
      Output.line("%-18s %25s %25s   %s", "rows lost", "", Output.count(lostRows), "row by row");
      Output.line(
          "%-18s %25s %25s   %s", "rows doubled", "", Output.count(doubledRows), "row by row");
      Output.line(
          "%-18s %25s %25s   in %s commits",
          "data files",
          batchFiles.isPresent() ? Output.count(batchFiles.getAsLong()) + " in one batch" : "",
          Output.count(dataFiles),
          Output.count(commits));
      examples.forEach(example -> Output.line("  %s", example));
    }
  }

  /** Compares what was generated with what the ledger says and with what anybody reads. */
  static Balance compare(OpenedTable table, Oracle oracle, OptionalLong batchFiles)
      throws IOException {
    Oracle.Totals expected = oracle.totals();
    LedgerRoot root = table.head().orElseThrow();
    FileTotals ingested = root.totals().of(FileStatus.INGESTED);
    FileTotals rejected = root.totals().of(FileStatus.REJECTED);
    RowAudit audit = oracle.audit();
    TableRows rows =
        TableRows.read(
            table.catalog().loadTable(TableRows.name(table.name())), "row_id", audit::add);
    RowAudit.Verdict verdict = audit.verdict();
    List<Line> lines =
        List.of(
            new Line("files ingested", expected.ingested(), ingested.files(), "the ledger"),
            new Line("files rejected", expected.rejected(), rejected.files(), "the ledger"),
            new Line("rows in", expected.rowsIn(), ingested.rowsIn(), "the ledger"),
            new Line(
                "rows rejected", expected.rowsRejected(), ingested.rowsRejected(), "the ledger"),
            new Line("rows written", expected.rowsWritten(), ingested.rowsWritten(), "the ledger"),
            new Line("rows in the table", expected.rowsWritten(), rows.count(), "Iceberg's reader"),
            new Line("sum of row_id", expected.idSum(), rows.sum(), "Iceberg's reader"));
    Snapshot snapshot = table.refresh().currentSnapshot();
    long dataFiles = Long.parseLong(snapshot.summary().getOrDefault("total-data-files", "0"));
    boolean few = batchFiles.isEmpty() || dataFiles <= batchFiles.getAsLong() * BATCH_RATIO_MOST;
    return new Balance(
        few && verdict.isRight() && lines.stream().allMatch(Line::ok),
        lines,
        dataFiles,
        batchFiles,
        table.operations().current().snapshots().size(),
        verdict.lost(),
        verdict.doubled() + verdict.alien(),
        verdict.examples());
  }
}
