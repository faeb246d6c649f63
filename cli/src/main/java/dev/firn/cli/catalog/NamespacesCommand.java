package dev.firn.cli.catalog;

import dev.firn.cli.Output;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.iceberg.catalog.Namespace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which namespaces there are. */
@Command(
    name = "namespaces",
    description = "List the namespaces of a catalog.",
    mixinStandardHelpOptions = true)
public final class NamespacesCommand implements Callable<Integer> {
  @Mixin private CatalogOptions options = new CatalogOptions();

  /** What is told. */
  record Namespaces(String catalog, List<String> namespaces) {}

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          List<String> names =
              catalog.namespaces().stream().map(Namespace::toString).sorted().toList();
          if (options.json) {
            Output.printJson(new Namespaces(catalog.id(), names));
          } else {
            names.forEach(name -> Output.line("%s", name));
          }
        });
    return 0;
  }
}
