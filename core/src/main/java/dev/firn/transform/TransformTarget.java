package dev.firn.transform;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.source.PathPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * What the steps lead to.
 *
 * @param table the table's schema
 * @param eventTimeColumn full name of the column that tells when a row happened; every row must
 *     have a value for it
 * @param pattern what paths of source files say
 */
public record TransformTarget(Schema table, Optional<String> eventTimeColumn, PathPattern pattern) {
  /** Checks that the event-time column is there and has a time. */
  public TransformTarget {
    if (eventTimeColumn.isPresent()) {
      Types.NestedField field = table.findField(eventTimeColumn.get());
      boolean time =
          field != null
              && switch (field.type().typeId()) {
                case TIMESTAMP, TIMESTAMP_NANO, DATE -> true;
                default -> false;
              };
      if (!time) {
        throw new FirnException(
            ErrorCode.CONFIG,
            "event-time column '"
                + eventTimeColumn.get()
                + "' must be a timestamp, timestamptz or date column of the table, is "
                + (field == null ? "none of its columns" : field.type()));
      }
    }
  }

  /** The names that lead to the event-time column, from the table's column on. */
  List<String> eventTimePath() {
    int id = table.findField(eventTimeColumn.orElseThrow()).fieldId();
    List<String> path = new ArrayList<>();
    if (!find(table.asStruct(), id, path)) {
      throw new FirnException(
          ErrorCode.CONFIG,
          "event-time column '"
              + eventTimeColumn.get()
              + "' is inside of a list or map, where a row may have many");
    }
    return path;
  }

  private static boolean find(Types.StructType struct, int id, List<String> path) {
    for (Types.NestedField field : struct.fields()) {
      path.add(field.name());
      boolean found =
          field.fieldId() == id
              || (field.type().isStructType() && find(field.type().asStructType(), id, path));
      if (found) {
        return true;
      }
      path.remove(path.size() - 1);
    }
    return false;
  }

  /** The position of a column of the table. */
  int positionOf(String column) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equals(column)) {
        return i;
      }
    }
    throw new IllegalArgumentException("the table has no column '" + column + "'");
  }
}
