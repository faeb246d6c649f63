package dev.firn.cli;

import dev.firn.decode.RejectReason;
import dev.firn.pipeline.Progress;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** What a run has done, in sentences, with the next step where there is one. */
final class RunReport {
  /** So many rejected rows are hardly faults of single rows. */
  private static final int ALARMING_REJECTS_PERCENT = 20;

  private RunReport() {}

  static void print(Progress done, String table, String eventTimeLimits) {
    Output.line(
        "%s into %s: %s written, %s rejected%s; %s rejected as a whole, %s known before; %s",
        Output.plural(done.filesCommitted(), "file"),
        table,
        Output.plural(done.rowsWritten(), "row"),
        Output.count(done.rowsRejected()),
        done.rowsDropped() == 0 ? "" : ", " + Output.count(done.rowsDropped()) + " dropped",
        Output.plural(done.filesRejected(), "file"),
        Output.count(done.filesKnown()),
        Output.plural(done.commits(), "commit"));
    if (done.rowsRejected() > 0) {
      printRejected(done, eventTimeLimits);
    }
    if (done.filesRejected() > 0) {
      Output.line("firn rejects --files lists the files that were rejected, and why");
    }
    if (done.backlog() > 0) {
      Output.line(
          "%s not committed; the next run reads them", Output.plural(done.backlog(), "file"));
    }
    if (done.skipped().unmatched() > 0) {
      Output.line(
          "%s not match source.pattern and were left alone",
          done.skipped().unmatched() == 1
              ? "1 file does"
              : Output.count(done.skipped().unmatched()) + " files do");
    }
  }

  private static void printRejected(Progress done, String eventTimeLimits) {
    double percent = 100.0 * done.rowsRejected() / Math.max(1, done.rowsIn());
    Optional<String> reason =
        done.rejectsByReason().entrySet().stream()
            .max(Comparator.comparingLong(Map.Entry::getValue))
            .map(Map.Entry::getKey);
    String most = reason.map(code -> ", most of them as " + code).orElse("");
    String hint = "";
    if (reason.isPresent() && reason.get().equals(RejectReason.EVENT_TIME.code())) {
      hint = "; accepted are event times " + eventTimeLimits;
    } else if (percent > ALARMING_REJECTS_PERCENT) {
      hint = "; is the schema right?";
    }
    Output.line(
        "%.1f %% of the rows were rejected%s%s; firn rejects shows them", percent, most, hint);
  }
}
