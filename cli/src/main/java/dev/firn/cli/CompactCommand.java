package dev.firn.cli;

import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.compaction.CompactionOptions;
import dev.firn.compaction.CompactionReport;
import dev.firn.compaction.CompactionScope;
import dev.firn.compaction.Compactor;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.table.LandingRule;
import dev.firn.table.where.WhereParser;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Merges landing files and small files into full-size files of the table's partitions. */
@Command(
    name = "compact",
    description = {
      "Merge landing files and small files into full-size files of the table's partitions.",
      "Rows stay the same; readers, ingesters and other engines may go on meanwhile. The table may",
      "be any table of the catalog, also one that Firn never wrote."
    },
    mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
  private static final long MEBIBYTE = 1L << 20;

  /** A TiB: no reader wants larger files. */
  private static final long MOST_MEBIBYTES = 1L << 20;

  /** Decoded row groups may take this part of the heap. */
  private static final double HEAP_SHARE = 0.4;

  @Option(
      names = "--day",
      paramLabel = "YYYY-MM-DD",
      description = "Only this day, whole; may be given several times. Default: all days.")
  private List<LocalDate> days = List.of();

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = {
        "Only files that may hold such rows, as their partitions and statistics tell; they are",
        "rewritten whole. As in firn plan: \"action = 'login' and ts >= '2026-05-29'\"."
      })
  private Optional<String> where = Optional.empty();

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
  private Optional<Long> targetMebibytes = Optional.empty();

  @Option(names = "--dry-run", description = "Tell what there is to be done and change nothing.")
  private boolean dryRun;

  @Parameters(
      paramLabel = "TABLE",
      arity = "0..1",
      description = "The table: namespace.name (default: the one of the pipeline file).")
  private Optional<String> table = Optional.empty();

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    String name = table.orElseGet(options::pipelineTable);
    options.use(catalog -> compact(catalog, CatalogOptions.table(name)));
    return 0;
  }

  private void compact(OpenedCatalog catalog, TableIdentifier name) {
    TableOperations operations =
        ((HasTableOperations) catalog.catalog("compact tables").loadTable(name)).operations();
    Optional<LandingRule> landing = options.landing(name);
    long targetBytes = targetBytes(operations.current());
    Compactor compactor =
        new Compactor(
            name.toString(),
            operations,
            landing
                .map(rule -> new Compactor.DayColumns(rule.dayColumn(), rule.eventTimeColumn()))
                .orElse(Compactor.DayColumns.NONE),
            CompactionOptions.of(
                targetBytes, (long) (Runtime.getRuntime().maxMemory() * HEAP_SHARE)),
            UUID::randomUUID);
    CompactionScope scope = scope(operations.current().schema());
    try {
      print(dryRun ? compactor.preview(scope) : compactor.compact(scope, Compactor.Yield.NEVER));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FirnException(
          ErrorCode.CONFLICT, "interrupted; what was compacted before stays, compact again", e);
    }
  }

  private long targetBytes(TableMetadata metadata) {
    if (targetMebibytes.isEmpty()) {
      return metadata.propertyAsLong(
          TableProperties.WRITE_TARGET_FILE_SIZE_BYTES, CompactionOptions.DEFAULT_TARGET_BYTES);
    }
    long mebibytes = targetMebibytes.get();
    if (mebibytes < 1 || mebibytes > MOST_MEBIBYTES) {
      throw new FirnException(
          ErrorCode.USAGE,
          "--target-mib " + mebibytes + " is not allowed: expected 1 to " + MOST_MEBIBYTES);
    }
    return mebibytes * MEBIBYTE;
  }

  private CompactionScope scope(Schema schema) {
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
    if (where.isPresent()) {
      scope = scope.where(WhereParser.parse(where.get(), schema));
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
    if (report.formerSpecFiles() > 0) {
      Output.line(
          "%s of former partition specs %s as they are; --all-specs, for all days, rewrites them",
          Output.plural(report.formerSpecFiles(), "file"), dryRun ? "would stay" : "stay");
    }
    report.heldBack().forEach(line -> Output.line("left as it is: %s", line));
  }
}
