package dev.firn.decode.typed;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Nested types with all of their fields optional and ids of their own. */
final class OptionalTypes {
  private OptionalTypes() {}

  /**
   * The same type, but timestamps in microseconds: only the newest tables take nanoseconds.
   *
   * @param nextId one element: the next id, counted up
   */
  static Type of(Type type, int[] nextId) {
    switch (type.typeId()) {
      case STRUCT:
        List<Types.NestedField> fields = new ArrayList<>();
        for (Types.NestedField field : type.asStructType().fields()) {
          int id = nextId[0]++;
          fields.add(Types.NestedField.optional(id, field.name(), of(field.type(), nextId)));
        }
        return Types.StructType.of(fields);
      case LIST:
        int elementId = nextId[0]++;
        return Types.ListType.ofOptional(elementId, of(type.asListType().elementType(), nextId));
      case MAP:
        int keyId = nextId[0]++;
        int valueId = nextId[0]++;
        Type key = of(type.asMapType().keyType(), nextId);
        return Types.MapType.ofOptional(
            keyId, valueId, key, of(type.asMapType().valueType(), nextId));
      case TIMESTAMP_NANO:
        return ValueSinks.isZoned(type)
            ? Types.TimestampType.withZone()
            : Types.TimestampType.withoutZone();
      default:
        return type;
    }
  }
}
