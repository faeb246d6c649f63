package dev.firn.cli.catalog;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A table leaves the catalog and stays as files. */
@Command(
    name = "unregister",
    description = {
      "Take a table out of the catalog and say where its metadata is, so that it can be registered",
      "elsewhere. Its files stay. To move it between catalogs while writers run: firn migrate."
    },
    mixinStandardHelpOptions = true)
public final class UnregisterCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          String location =
              catalog.firn("unregister tables").unregisterTable(CatalogOptions.table(table));
          new Done("unregistered", table, Optional.empty(), Optional.of(location))
              .print(options.json);
        });
    return 0;
  }
}
