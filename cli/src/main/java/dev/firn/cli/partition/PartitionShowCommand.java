package dev.firn.cli.partition;

import dev.firn.cli.Output;
import dev.firn.cli.catalog.CatalogOptions;
import dev.firn.table.SpecOverview;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** How a table is and was partitioned. */
@Command(
    name = "show",
    description = "Show all partition specs of a table: the default one, the landing one, others.",
    mixinStandardHelpOptions = true)
final class PartitionShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Shown(String table, List<SpecOverview> specs) {}

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          List<SpecOverview> specs = new Alterations(options, table).specs(catalog);
          if (options.json) {
            Output.printJson(new Shown(table, specs));
          } else {
            specs.forEach(spec -> Output.line("%s", line(spec)));
          }
        });
    return 0;
  }

  /** {@code spec 1, default: days(ts) AS ts_day (1000)}. */
  static String line(SpecOverview spec) {
    String role = (spec.isDefault() ? ", default" : "") + (spec.isLanding() ? ", landing" : "");
    return "spec "
        + spec.specId()
        + role
        + ": "
        + (spec.fields().isEmpty()
            ? "not partitioned"
            : spec.fields().stream()
                .map(f -> f.rule() + " AS " + f.name() + " (" + f.fieldId() + ")")
                .collect(Collectors.joining(", ")));
  }
}
