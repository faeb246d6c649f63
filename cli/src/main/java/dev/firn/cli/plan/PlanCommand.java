package dev.firn.cli.plan;

import dev.firn.cli.Output;
import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.plan.Planner;
import dev.firn.plan.explain.AsOf;
import dev.firn.plan.explain.Explainer;
import dev.firn.plan.explain.Explanation;
import dev.firn.plan.manifest.ManifestCache;
import dev.firn.table.where.WhereParser;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a filter opens. */
@Command(
    name = "plan",
    description = {
      "Say which part of a table a filter opens and what lets it skip the rest, for each partition",
      "spec: the manifest list, partition values, bounds of columns. Reads metadata only, but for",
      "--count."
    },
    mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
  /** One process plans once; the cache only passes the manifests on. */
  private static final long CACHE_BYTES = 64L << 20;

  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Option(
      names = {"-w", "--where"},
      paramLabel = "CONDITION",
      description = {
        "A condition as after WHERE in SQL: \"ts >= '2021-03-05' and action in ('login', 'buy')\"",
        "(default: all rows)."
      })
  private Optional<String> where = Optional.empty();

  @Option(
      names = "--as-of",
      paramLabel = "STATE",
      description = "A tag, a branch, the number of a snapshot or a time (default: now).")
  private Optional<String> asOf = Optional.empty();

  @Option(
      names = "--count",
      description = "Read the files that are opened, and count the rows that match.")
  private boolean count;

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** Sums over all specs. */
  record Totals(
      long filesOpened,
      long filesTotal,
      long rowsOpened,
      long rowsTotal,
      long bytesOpened,
      Optional<Long> bytesTotal,
      Optional<Long> rowsMatching) {}

  /** What is told. */
  record Told(
      String table,
      Optional<String> where,
      Optional<Long> snapshotId,
      Optional<Instant> snapshotTime,
      Totals totals,
      Explanation plan) {}

  @Override
  public Integer call() {
    options.use(catalog -> explain(catalog.table(CatalogOptions.table(table))));
    return 0;
  }

  private void explain(Table opened) {
    AsOf state = asOf.isPresent() ? AsOf.of(opened, asOf.get()) : AsOf.now(opened);
    Expression filter = WhereParser.parse(where.orElse("TRUE"), state.schema());
    Planner planner = new Planner(new ManifestCache(CACHE_BYTES));
    Explanation plan = new Explainer(planner, opened).explain(state, filter, count);
    Optional<Snapshot> snapshot = state.snapshot();
    Told told =
        new Told(
            table,
            where,
            snapshot.map(Snapshot::snapshotId),
            snapshot.map(s -> Instant.ofEpochMilli(s.timestampMillis())),
            totals(plan, snapshot),
            plan);
    if (options.json) {
      Output.printJson(told);
    } else {
      new PlanText(told).print();
    }
  }

  private static Totals totals(Explanation plan, Optional<Snapshot> snapshot) {
    return new Totals(
        plan.filesOpened(),
        plan.filesTotal(),
        plan.rowsOpened(),
        plan.rowsTotal(),
        plan.bytesOpened(),
        snapshot.map(s -> s.summary().get("total-files-size")).flatMap(PlanCommand::number),
        plan.counted().map(Explanation.Counted::matching));
  }

  /** A total of the snapshot's summary, which its writer may have left out or got wrong. */
  private static Optional<Long> number(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
