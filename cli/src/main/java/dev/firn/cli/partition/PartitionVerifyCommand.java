package dev.firn.cli.partition;

import dev.firn.audit.AuditTotals;
import dev.firn.audit.FileVerdict;
import dev.firn.audit.FileVerdict.Outcome;
import dev.firn.audit.FirnParquetRows;
import dev.firn.audit.PartitionAudit;
import dev.firn.cli.Output;
import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.formats.parquet.ParquetTableRows;
import dev.firn.io.Spool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whether files lie where their rows belong. */
@Command(
    name = "verify",
    description = {
      "Compare each data file's recorded partition with the rows in it, file by file.",
      "Ends with exit code 12 if a file is wrong; files that can't be read are told as unchecked."
    },
    mixinStandardHelpOptions = true)
final class PartitionVerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Option(
      names = "--sample",
      paramLabel = "N",
      defaultValue = "0",
      description = "Look at N files chosen at random (default: all files).")
  private int sample;

  @Option(
      names = "--all",
      description = "List the files that are right too (default: the others only).")
  private boolean all;

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Verified(String table, AuditTotals totals, List<FileVerdict> files) {}

  @Override
  public Integer call() {
    if (sample < 0) {
      throw new FirnException(
          ErrorCode.USAGE, "--sample " + sample + " is not allowed: expected 1 or more");
    }
    AuditTotals[] totals = new AuditTotals[1];
    options.use(catalog -> totals[0] = verify(catalog.table(CatalogOptions.table(table))));
    return totals[0].wrong() > 0 ? ErrorCode.TABLE.exitCode() : 0;
  }

  private AuditTotals verify(Table opened) {
    Spool spool =
        new Spool(
            Path.of(System.getProperty("java.io.tmpdir")),
            Spool.DEFAULT_MEMORY_BYTES,
            Long.MAX_VALUE);
    PartitionAudit audit =
        new PartitionAudit(
            ((HasTableOperations) opened).operations().current(),
            opened.io(),
            List.of(new FirnParquetRows(), new ParquetTableRows(spool)));
    List<FileVerdict> listed = new ArrayList<>();
    Consumer<FileVerdict> each = options.json ? listed::add : PartitionVerifyCommand::print;
    Consumer<FileVerdict> chosen =
        verdict -> {
          if (all || verdict.outcome() != Outcome.RIGHT) {
            each.accept(verdict);
          }
        };
    AuditTotals totals =
        sample == 0 ? audit.checkAll(chosen) : audit.checkSample(sample, new Random(), chosen);
    if (options.json) {
      Output.printJson(new Verified(table, totals, listed));
    } else {
      print(totals);
    }
    return totals;
  }

  private static void print(FileVerdict verdict) {
    Output.line(
        "%-9s spec %d  %s  %s",
        verdict.outcome().name().toLowerCase(java.util.Locale.ROOT),
        verdict.specId(),
        verdict.partition().isEmpty() ? "not partitioned" : verdict.partition(),
        verdict.location());
    verdict
        .detail()
        .ifPresent(
            detail ->
                Output.line(
                    "          %s%s",
                    detail,
                    verdict.wrongRows() > 1
                        ? ", one of " + Output.plural(verdict.wrongRows(), "row")
                        : ""));
  }

  private static void print(AuditTotals totals) {
    Output.line(
        "%s of %s looked at: %s right, %s wrong, %s unchecked; %s of %s in a wrong file",
        Output.count(totals.files()),
        Output.plural(totals.filesInTable(), "file"),
        Output.count(totals.right()),
        Output.count(totals.wrong()),
        Output.count(totals.unchecked()),
        Output.count(totals.wrongRows()),
        Output.plural(totals.rows(), "row"));
  }
}
