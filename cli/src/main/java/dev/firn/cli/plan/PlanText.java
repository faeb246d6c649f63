package dev.firn.cli.plan;

import dev.firn.cli.Output;
import dev.firn.plan.PlanReport;
import dev.firn.plan.explain.Explanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A plan for a person: a picture and some lines for each spec, then the sum. */
final class PlanText {
  private static final int BAR_CELLS = 50;
  private static final String LEGEND =
      "picture    # opened   - skipped by bounds of columns   : by partition values"
          + "   . by the manifest list";

  private final PlanCommand.Told told;

  PlanText(PlanCommand.Told told) {
    this.told = told;
  }

  void print() {
    line("table", told.table() + snapshot());
    line("where", told.where().orElse("all rows"));
    for (Explanation.OfSpec spec : told.plan().specs()) {
      Output.line("");
      spec(spec);
    }
    if (told.plan().specs().isEmpty()) {
      line("nothing", "there are no files");
      return;
    }
    Output.line("");
    sum();
    told.plan().guards().stream()
        .sorted()
        .forEach(guard -> line("note", "unlike Iceberg: " + guard.sentence()));
    Output.line("%s", LEGEND);
  }

  private String snapshot() {
    return told.snapshotId()
        .map(id -> ", snapshot " + id + told.snapshotTime().map(t -> " of " + t).orElse(""))
        .orElse(", without a snapshot yet");
  }

  private void spec(Explanation.OfSpec spec) {
    PlanReport.OfSpec plan = spec.plan();
    PlanReport.Files files = plan.files();
    line(
        "spec " + plan.specId(),
        (plan.fields().isEmpty() ? "not partitioned" : plan.fields())
            + (spec.isDefault() ? ", the default" : ""));
    line("", "[" + bar(files) + "]");
    line(
        "files",
        Output.count(files.opened())
            + " of "
            + Output.plural(files.total(), "file")
            + " opened"
            + skipped(plan));
    line(
        "manifests",
        Output.count(plan.manifests().read())
            + " of "
            + Output.count(plan.manifests().total())
            + " read");
    if (files.opened() > 0) {
      line(
          "rows",
          Output.count(plan.rowsOpened())
              + " of "
              + Output.count(plan.rowsTotal())
              + " opened, "
              + Output.size(plan.bytesOpened())
              + matching(plan.rowsOpened(), spec.counted()));
    }
    if (spec.deletes().files() > 0) {
      line("deletes", deletes(spec));
    }
  }

  private static String skipped(PlanReport.OfSpec plan) {
    PlanReport.Files files = plan.files();
    List<String> by = new ArrayList<>();
    add(by, files.bySummary(), "by the manifest list");
    add(by, files.byPartition(), "by partition values");
    add(by, files.byBounds(), "by bounds of columns");
    return by.isEmpty() ? "" : "; skipped: " + String.join(", ", by);
  }

  private static void add(List<String> to, long count, String what) {
    if (count > 0) {
      to.add(Output.count(count) + " " + what);
    }
  }

  private static String matching(long opened, Optional<Explanation.Counted> counted) {
    return counted
        .map(
            c ->
                "; "
                    + Output.count(c.matching())
                    + " match ("
                    + percent(c.matching(), opened)
                    + ")")
        .orElse("");
  }

  private static String deletes(Explanation.OfSpec spec) {
    return Output.plural(spec.deletes().files(), "delete file")
        + " read with them, "
        + Output.size(spec.deletes().bytes())
        + spec.counted()
            .map(c -> "; " + Output.plural(c.deleted(), "opened row") + " deleted")
            .orElse("");
  }

  private void sum() {
    PlanCommand.Totals totals = told.totals();
    line(
        "in all",
        Output.count(totals.filesOpened())
            + " of "
            + Output.plural(totals.filesTotal(), "file")
            + ", "
            + Output.count(totals.rowsOpened())
            + " of "
            + Output.plural(totals.rowsTotal(), "row")
            + ", "
            + Output.size(totals.bytesOpened())
            + totals
                .bytesTotal()
                .filter(total -> total >= totals.bytesOpened())
                .map(total -> " of " + Output.size(total))
                .orElse("")
            + " opened");
    if (totals.rowsMatching().isPresent()) {
      line("", ratio(totals.rowsOpened(), totals.rowsMatching().get()));
    } else if (totals.filesOpened() > 0 && told.where().isPresent()) {
      line("", "--count reads these files and tells how many rows match");
    }
  }

  private static String ratio(long opened, long matching) {
    if (matching == 0) {
      return "no row matches";
    }
    String match = Output.plural(matching, "row") + (matching == 1 ? " matches: " : " match: ");
    return match
        + (opened == matching
            ? "every row that is opened"
            : String.format(
                Locale.ROOT, "%,.1f rows opened for each of them", (double) opened / matching));
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f %%", whole == 0 ? 0.0 : 100.0 * part / whole);
  }

  /** The files of a spec as cells; what there is at all has one at least. */
  static String bar(PlanReport.Files files) {
    long[] counts = {files.opened(), files.byBounds(), files.byPartition(), files.bySummary()};
    char[] marks = {'#', '-', ':', '.'};
    StringBuilder bar = new StringBuilder();
    long kinds = 0;
    for (long count : counts) {
      kinds += count > 0 ? 1 : 0;
    }
    long rest = Math.max(1, files.total() - kinds);
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        long cells = 1 + (counts[i] - 1) * (BAR_CELLS - kinds) / rest;
        bar.append(String.valueOf(marks[i]).repeat((int) cells));
      }
    }
    char last = bar.isEmpty() ? ' ' : bar.charAt(bar.length() - 1);
    return bar + String.valueOf(last).repeat(Math.max(0, BAR_CELLS - bar.length()));
  }

  private static void line(String what, String text) {
    Output.line("%-10s %s", what, text);
  }
}
