package dev.firn.cli.partition;

import dev.firn.cli.Output;
import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.migrate.open.OpenedCatalog;
import dev.firn.table.PartitionChange;
import dev.firn.table.SpecOverview;
import dev.firn.table.TableChangeLoop;
import dev.firn.table.ddl.Alteration;
import dev.firn.table.ddl.DdlResult;
import dev.firn.table.ddl.DdlSession;
import java.util.List;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.catalog.TableIdentifier;

/** Changes of partition rules from the command line. */
final class Alterations {
  private final CatalogOptions options;
  private final TableIdentifier table;

  Alterations(CatalogOptions options, String table) {
    this.options = options;
    this.table = CatalogOptions.table(table);
  }

  /** What is told; the keys of {@code --json}. */
  record Altered(String table, String done, List<String> warnings, List<SpecOverview> specs) {}

  static DdlSession session(OpenedCatalog catalog, CatalogOptions options) {
    return new DdlSession(
        catalog.catalog("change tables"), options::landing, TableChangeLoop.DEFAULT);
  }

  void make(PartitionChange change) {
    options.use(
        catalog -> {
          DdlResult result =
              session(catalog, options).alter(table, new Alteration.OfPartition(change));
          List<SpecOverview> specs = specs(catalog);
          if (options.json) {
            Output.printJson(
                new Altered(table.toString(), result.done(), result.warnings(), specs));
            return;
          }
          Output.line("%s", result.done());
          warn(result.warnings());
          specs.stream()
              .filter(SpecOverview::isDefault)
              .forEach(spec -> Output.line("%s", PartitionShowCommand.line(spec)));
        });
  }

  List<SpecOverview> specs(OpenedCatalog catalog) {
    return SpecOverview.of(
        ((HasTableOperations) catalog.table(table)).operations().current(), options.landing(table));
  }

  static void warn(List<String> warnings) {
    warnings.forEach(warning -> System.err.println("firn: warning: " + warning));
  }
}
