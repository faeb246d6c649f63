package dev.firn.cli.catalog;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A table gets another name. */
@Command(
    name = "rename",
    description = "Give a table another name, also in another namespace. No file is moved.",
    mixinStandardHelpOptions = true)
public final class RenameCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: namespace.name")
  private String from = "";

  @Parameters(index = "1", paramLabel = "NAME", description = "Its new name: namespace.name")
  private String to = "";

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          catalog
              .catalog("rename tables")
              .renameTable(CatalogOptions.table(from), CatalogOptions.table(to));
          new Done("renamed", from, Optional.of(to), Optional.empty()).print(options.json);
        });
    return 0;
  }
}
