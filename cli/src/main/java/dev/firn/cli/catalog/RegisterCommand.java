package dev.firn.cli.catalog;

import dev.firn.io.Locations;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A table that exists as files enters the catalog. */
@Command(
    name = "register",
    description = {
      "Add a table that exists as files, by its metadata file.",
      "Refused if another entry of the catalog has the table already."
    },
    mixinStandardHelpOptions = true)
public final class RegisterCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TABLE", description = "Its name: namespace.name")
  private String table = "";

  @Parameters(
      index = "1",
      paramLabel = "METADATA",
      description = "The newest metadata file: a location or a path.")
  private String metadata = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    String location = location(metadata);
    options.use(
        catalog -> {
          catalog.catalog("register tables").registerTable(CatalogOptions.table(table), location);
          new Done("registered", table, Optional.empty(), Optional.of(location))
              .print(options.json);
        });
    return 0;
  }

  static String location(String text) {
    boolean location = text.startsWith("file:") || text.contains("://");
    return location ? text : Locations.of(Path.of(text));
  }
}
