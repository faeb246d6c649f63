package dev.firn.table.ddl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;

/** A statement of the data definition language. Names are lists of parts. */
public sealed interface Statement {
  /**
   * {@code CREATE TABLE}.
   *
   * @param ifNotExists whether a table that is there is left as it is
   * @param properties the comment is among them
   * @param location where its files go; the catalog decides if empty
   */
  record CreateTable(
      List<String> table,
      boolean ifNotExists,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties,
      Optional<String> location)
      implements Statement {
    /** Copies what can be changed. */
    public CreateTable {
      table = List.copyOf(table);
      properties = Map.copyOf(properties);
    }
  }

  /**
   * {@code DROP TABLE}.
   *
   * @param purge whether its files are deleted too
   */
  record DropTable(List<String> table, boolean ifExists, boolean purge) implements Statement {}

  /** {@code ALTER TABLE … RENAME TO}. */
  record RenameTable(List<String> table, List<String> to) implements Statement {}

  /** {@code ALTER TABLE}, everything that changes the table's metadata alone. */
  record AlterTable(List<String> table, Alteration alteration) implements Statement {}

  /** {@code CREATE NAMESPACE}. */
  record CreateNamespace(
      List<String> namespace, boolean ifNotExists, Map<String, String> properties)
      implements Statement {
    /** Copies what can be changed. */
    public CreateNamespace {
      namespace = List.copyOf(namespace);
      properties = Map.copyOf(properties);
    }
  }

  /** {@code DROP NAMESPACE}; one that holds something is refused. */
  record DropNamespace(List<String> namespace, boolean ifExists) implements Statement {}
}
