package dev.firn.interop;

import dev.firn.testkit.generate.LogSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A column without parts.
 *
 * @param path its name, {@code geo.lat} inside a struct
 */
record FlatColumn(String path, Kind kind) {
  /** What is measured of a column; nulls are left out. */
  enum Kind {
    /** Count, sum, min, max. */
    NUMBER,
    /** Count, sum of {@code floor(x * 1000)}, min, max: no sum depends on the order of rows. */
    DOUBLE,
    /** Count, sum of lengths in code points, min, max (by UTF-8 bytes). */
    TEXT,
    /** Count, sum of the microseconds of the day, min, max (microseconds since 1970). */
    TIME
  }

  /** All columns of the generated log, in the schema's order. */
  static List<FlatColumn> all() {
    List<FlatColumn> columns = new ArrayList<>();
    add(columns, "", LogSchema.SCHEMA.asStruct());
    return columns;
  }

  private static void add(List<FlatColumn> columns, String prefix, Types.StructType struct) {
    for (Types.NestedField field : struct.fields()) {
      if (field.type().isStructType()) {
        add(columns, prefix + field.name() + ".", field.type().asStructType());
      } else {
        columns.add(new FlatColumn(prefix + field.name(), kind(field.type())));
      }
    }
  }

  private static Kind kind(Type type) {
    return switch (type.typeId()) {
      case INTEGER, LONG -> Kind.NUMBER;
      case DOUBLE -> Kind.DOUBLE;
      case STRING -> Kind.TEXT;
      case TIMESTAMP -> Kind.TIME;
      default -> throw new IllegalArgumentException("no measures for " + type);
    };
  }
}
