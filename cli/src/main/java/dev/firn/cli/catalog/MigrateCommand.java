package dev.firn.cli.catalog;

import dev.firn.cli.Output;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.migrate.Migrated;
import dev.firn.migrate.Migration;
import dev.firn.migrate.MigrationSource;
import dev.firn.migrate.open.OpenedCatalog;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tables from one catalog to another. */
@Command(
    name = "migrate",
    description = {
      "Bring tables from one catalog to another. No file is moved, writers may go on: each commit",
      "is either in the table or refused, and never can both catalogs write it.",
      "Broken off at any moment, the same command carries it to the end."
    },
    mixinStandardHelpOptions = true)
public final class MigrateCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "TABLE",
      description = "Which tables (default: all, those that are on their way too).")
  private List<String> tables = List.of();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URI",
      description = "The source: sqlite:…, postgresql://…, or a folder of tables.")
  private String from = "";

  @Option(names = "--from-name", paramLabel = "NAME", description = "Its name in the database.")
  private Optional<String> fromName = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "URI",
      description =
          "The target: sqlite:…, postgresql://… (default: --catalog, or that of the pipeline file).")
  private Optional<String> to = Optional.empty();

  @Option(names = "--to-name", paramLabel = "NAME", description = "Its name in the database.")
  private Optional<String> toName = Optional.empty();

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description = "The name at the target, for a single table (default: the same).")
  private Optional<String> as = Optional.empty();

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "For a folder: how long a writer may take between its look at a version and its commit"
              + " (default: ${DEFAULT-VALUE}).")
  private int settleSeconds = 5;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** One table. */
  record MigratedLine(
      String table, String as, String outcome, String metadataLocation, Optional<String> journal) {
    static MigratedLine of(Migrated done) {
      return new MigratedLine(
          done.table().toString(),
          done.as().toString(),
          done.outcome().name().toLowerCase(Locale.ROOT),
          done.metadataLocation(),
          done.journal());
    }
  }

  /** What is told. */
  record Result(String from, String to, boolean dryRun, List<MigratedLine> tables) {}

  @Override
  public Integer call() {
    if (as.isPresent() && tables.size() != 1) {
      throw new FirnException(
          ErrorCode.USAGE, "can't take --as for " + tables.size() + " tables: name one table");
    }
    CatalogOptions.use(
        options.other(from, fromName),
        source ->
            CatalogOptions.use(
                to.map(uri -> options.other(uri, toName)).orElseGet(options::address),
                target -> migrate(source, target)));
    return 0;
  }

  private void migrate(OpenedCatalog source, OpenedCatalog target) {
    MigrationSource fenced = source.source(Duration.ofSeconds(settleSeconds));
    Migration migration =
        new Migration(fenced, target.target(), UUID::randomUUID, Clock.systemUTC(), step -> {});
    List<TableIdentifier> names =
        tables.isEmpty() ? fenced.tables() : tables.stream().map(CatalogOptions::table).toList();
    List<MigratedLine> lines = new ArrayList<>();
    for (TableIdentifier name : names) {
      TableIdentifier there = as.map(CatalogOptions::table).orElse(name);
      Migrated done = dryRun ? migration.dryRun(name, there) : migration.run(name, there);
      lines.add(MigratedLine.of(done));
      if (!options.json) {
        print(done);
      }
    }
    if (options.json) {
      Output.printJson(new Result(source.id(), target.id(), dryRun, lines));
    } else if (names.isEmpty()) {
      Output.line("%s has no tables", source.id());
    }
  }

  private static void print(Migrated done) {
    String sentence =
        switch (done.outcome()) {
          case POSSIBLE -> "would be migrated";
          case UNFINISHED -> "is on its way; would be carried to the end";
          case MIGRATED -> "migrated";
          case RESUMED -> "was on its way; migrated";
          case ALREADY -> "was migrated before";
        };
    Output.line("%s  %s as %s", done.table(), sentence, done.as());
  }
}
