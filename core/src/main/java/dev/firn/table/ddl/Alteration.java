package dev.firn.table.ddl;

import dev.firn.table.PartitionChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.types.Type;

/** What {@code ALTER TABLE} does to a table's metadata. */
public sealed interface Alteration {
  /** {@code ADD|DROP|REPLACE PARTITION FIELD}. */
  record OfPartition(PartitionChange change) implements Alteration {}

  /** {@code SET TBLPROPERTIES}. */
  record SetProperties(Map<String, String> properties) implements Alteration {
    /** Copies the map. */
    public SetProperties {
      properties = Map.copyOf(properties);
    }
  }

  /** {@code UNSET TBLPROPERTIES [IF EXISTS]}. */
  record UnsetProperties(List<String> keys, boolean ifExists) implements Alteration {}

  /** {@code ADD COLUMNS}. */
  record AddColumns(List<NewColumn> columns) implements Alteration {}

  /** {@code DROP COLUMNS [IF EXISTS]}, by full names. */
  record DropColumns(List<String> columns, boolean ifExists) implements Alteration {}

  /** {@code RENAME COLUMN a.b TO c}: the full name, and the new last part. */
  record RenameColumn(String column, String to) implements Alteration {}

  /** {@code ALTER COLUMN c TYPE t}. */
  record ChangeType(String column, Type type) implements Alteration {}

  /** {@code ALTER COLUMN c COMMENT 'text'}. */
  record ChangeComment(String column, String comment) implements Alteration {}

  /** {@code ALTER COLUMN c SET NOT NULL} or {@code DROP NOT NULL}. */
  record ChangeNullability(String column, boolean required) implements Alteration {}

  /** {@code ALTER COLUMN c FIRST} or {@code AFTER other}. */
  record MoveColumn(String column, Position position) implements Alteration {}

  /**
   * A column that is added.
   *
   * @param column its full name; all but the last part name a struct
   */
  record NewColumn(
      List<String> column,
      Type type,
      boolean required,
      Optional<String> comment,
      Optional<Position> position) {}

  /**
   * Where a column goes.
   *
   * @param after the name of a column beside it; empty for the first place
   */
  record Position(Optional<String> after) {}
}
