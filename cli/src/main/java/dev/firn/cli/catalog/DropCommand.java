package dev.firn.cli.catalog;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.io.Console;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.exceptions.NoSuchTableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A table leaves the catalog. */
@Command(
    name = "drop",
    description = {
      "Drop a table. Its files stay, and firn undrop brings it back.",
      "With --purge the files are deleted, and nothing brings it back."
    },
    mixinStandardHelpOptions = true)
public final class DropCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "The table: namespace.name")
  private String table = "";

  @Option(names = "--purge", description = "Delete its files too; asks first on a terminal.")
  private boolean purge;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Mixin private CatalogOptions options = new CatalogOptions();

  @Override
  public Integer call() {
    options.use(
        catalog -> {
          var tables = catalog.catalog("drop tables");
          if (purge) {
            confirm();
          }
          if (!tables.dropTable(CatalogOptions.table(table), purge)) {
            throw new NoSuchTableException("Table does not exist: %s", table);
          }
          new Done(purge ? "purged" : "dropped", table, Optional.empty(), Optional.empty())
              .print(options.json);
        });
    return 0;
  }

  private void confirm() {
    if (yes) {
      return;
    }
    Console console = System.console();
    if (console == null) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't purge "
              + table
              + " without being asked on a terminal; say --yes if that is meant");
    }
    String answer =
        console.readLine("Delete all files of %s for ever? Type its name to confirm: ", table);
    if (!table.equals(answer)) {
      throw new FirnException(ErrorCode.USAGE, "nothing was done: the answer was not " + table);
    }
  }
}
