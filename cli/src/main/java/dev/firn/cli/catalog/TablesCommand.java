package dev.firn.cli.catalog;

import dev.firn.cli.Output;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Which tables there are. */
@Command(
    name = "tables",
    description = "List the tables of a catalog.",
    mixinStandardHelpOptions = true)
public final class TablesCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "NAMESPACE",
      description = "Only those in it and below it.")
  private Optional<String> namespace = Optional.empty();

  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Tables(String catalog, List<String> tables) {}

  @Override
  public Integer call() {
    Namespace within =
        namespace.map(n -> Namespace.of(n.split("\\.", -1))).orElse(Namespace.empty());
    options.use(
        catalog -> {
          List<String> names =
              catalog.tables(within).stream().map(TableIdentifier::toString).sorted().toList();
          if (options.json) {
            Output.printJson(new Tables(catalog.id(), names));
          } else {
            names.forEach(name -> Output.line("%s", name));
          }
        });
    return 0;
  }
}
