package dev.firn.interop;

import dev.firn.catalog.CatalogTransaction;
import dev.firn.catalog.FirnCatalog;
import dev.firn.catalog.TransactionResult;
import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;

/**
 * A program that puts one number after the other into two tables at once, until it is killed. It
 * prints each number that is acknowledged.
 */
final class PairWriter {
  static final List<TableIdentifier> TABLES =
      List.of(TableIdentifier.of("pair", "a"), TableIdentifier.of("pair", "b"));

  /** A line of the output that begins so acknowledges a number. */
  static final String DONE = "done ";

  private PairWriter() {}

  static FirnCatalog open(Path database, Path warehouse) {
    return FirnCatalog.embedded(
        "firn", database, warehouse.toUri().toString(), new LocalFileIo(true));
  }

  /** Arguments: the SQLite file, the warehouse's folder, the first number, the last one. */
  public static void main(String[] args) throws IOException {
    try (FirnCatalog catalog = open(Path.of(args[0]), Path.of(args[1]))) {
      if (!catalog.namespaceExists(TABLES.get(0).namespace())) {
        catalog.createNamespace(TABLES.get(0).namespace());
      }
      long last = Long.parseLong(args[3]);
      for (long number = Long.parseLong(args[2]); number <= last; number++) {
        TransactionResult result = put(catalog, number);
        if (!(result instanceof TransactionResult.Committed)) {
          throw new IllegalStateException("nobody else writes, and yet: " + result);
        }
        System.out.println(DONE + number);
      }
    }
  }

  /** Replaces the only row of each table, and makes tables that do not exist. */
  static TransactionResult put(FirnCatalog catalog, long number) throws IOException {
    CatalogTransaction transaction = catalog.transaction();
    for (TableIdentifier name : TABLES) {
      Table table =
          catalog.tableExists(name)
              ? transaction.catalog().loadTable(name)
              : transaction.catalog().createTable(name, SmallTables.SCHEMA);
      DataFile file = SmallTables.file(table, number, "pair");
      table.newOverwrite().overwriteByRowFilter(Expressions.alwaysTrue()).addFile(file).commit();
    }
    return transaction.commit();
  }
}
