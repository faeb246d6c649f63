package dev.firn.bench.session;

import dev.firn.catalog.FirnCatalog;
import dev.firn.io.LocalFileIo;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The catalog that a pipeline file in a folder makes beside it. Opened for each question: other
 * processes write in between.
 *
 * @param folder the pipeline file's
 */
public record BenchCatalog(Path folder) {
  /** Something about a table. */
  @FunctionalInterface
  public interface Question<T> {
    /** The answer; the table is open until then. */
    T ask(Table table) throws IOException;
  }

  /** The SQLite file. */
  public Path database() {
    return folder.resolve("firn.db");
  }

  /** The folder of the tables. */
  public Path warehouse() {
    return folder.resolve("warehouse");
  }

  /** Asks a table something. */
  public <T> T ask(String name, Question<T> question) throws IOException {
    try (FirnCatalog catalog = open()) {
      return question.ask(catalog.loadTable(TableIdentifier.parse(name)));
    }
  }

  /** What is in a table. */
  public TableFacts facts(String name) throws IOException {
    return ask(name, TableFacts::of);
  }

  /**
   * What is in a table of any columns.
   *
   * @param head a query up to {@code from}
   */
  public TableFacts facts(String name, String head) throws IOException {
    return ask(name, table -> TableFacts.of(table, head));
  }

  /** Makes a table, and its namespace. */
  public void create(String name, Schema schema, PartitionSpec spec) {
    TableIdentifier table = TableIdentifier.parse(name);
    try (FirnCatalog catalog = open()) {
      catalog.createNamespace(table.namespace());
      catalog.createTable(table, schema, spec);
    }
  }

  private FirnCatalog open() {
    return FirnCatalog.embedded(
        "firn", database(), warehouse().toUri().toString(), new LocalFileIo(false));
  }

  /** Sets a property of a table. */
  public void set(String name, String key, String value) throws IOException {
    ask(
        name,
        table -> {
          table.updateProperties().set(key, value).commit();
          return table;
        });
  }

  /** A table as it is now, to be made so again. */
  public ResettableTable resettable(String name) throws IOException {
    String location = ask(name, Table::location);
    return new ResettableTable(database(), TableIdentifier.parse(name), location);
  }
}
