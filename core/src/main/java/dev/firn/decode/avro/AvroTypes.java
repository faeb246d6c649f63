package dev.firn.decode.avro;

import dev.firn.decode.typed.SourceType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Avro's types as Iceberg's. */
final class AvroTypes {
  /** Iceberg's writers note a field's true name here if it is none of Avro's. */
  private static final String TRUE_NAME = "iceberg-field-name";

  /** Iceberg's writers say here whether a timestamp is one of UTC. */
  private static final String ADJUST_TO_UTC = "adjust-to-utc";

  private static final int MAX_DEPTH = 32;
  private static final int UUID_BYTES = 16;

  private AvroTypes() {}

  /** A field's name as the table has it. */
  static String name(Schema.Field field) {
    String name = field.getProp(TRUE_NAME);
    return name == null ? field.name() : name;
  }

  /** How messages call a type. */
  static String describe(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    String name =
        schema.getType() == Schema.Type.UNION
            ? "union of "
                + String.join(", ", schema.getTypes().stream().map(AvroTypes::describe).toList())
            : schema.getType().getName();
    return logical == null ? name : name + " (" + logical.getName() + ")";
  }

  /** The type of single values; empty for nested types, unions and null. */
  static Optional<SourceType> single(Schema schema) {
    LogicalType logical = schema.getLogicalType();
    String name = describe(schema);
    if (logical instanceof LogicalTypes.Decimal decimal) {
      return decimal.getPrecision() > 38
          ? Optional.empty()
          : Optional.of(
              SourceType.of(
                  Types.DecimalType.of(decimal.getPrecision(), decimal.getScale()), name));
    }
    if (logical != null) {
      Optional<SourceType> known = logical(logical.getName(), schema, name);
      if (known.isPresent()) {
        return known;
      }
    }
    return plain(schema).map(type -> SourceType.of(type, name));
  }

  private static Optional<SourceType> logical(String logical, Schema schema, String name) {
    Schema.Type physical = schema.getType();
    switch (logical) {
      case "date":
        return Optional.of(SourceType.of(Types.DateType.get(), name));
      case "time-millis":
        return Optional.of(SourceType.ofTime(Types.TimeType.get(), 3, name));
      case "time-micros":
        return Optional.of(SourceType.ofTime(Types.TimeType.get(), 6, name));
      case "timestamp-millis":
        return Optional.of(timestamp(isInstant(schema), 3, name));
      case "timestamp-micros":
        return Optional.of(timestamp(isInstant(schema), 6, name));
      case "timestamp-nanos":
        return Optional.of(timestamp(isInstant(schema), 9, name));
      case "local-timestamp-millis":
        return Optional.of(timestamp(false, 3, name));
      case "local-timestamp-micros":
        return Optional.of(timestamp(false, 6, name));
      case "local-timestamp-nanos":
        return Optional.of(timestamp(false, 9, name));
      case "uuid":
        boolean text = physical == Schema.Type.STRING;
        boolean fixed = physical == Schema.Type.FIXED && schema.getFixedSize() == UUID_BYTES;
        return text || fixed
            ? Optional.of(new SourceType(Types.UUIDType.get(), 0, text, name))
            : Optional.empty();
      default:
        return Optional.empty();
    }
  }

  private static SourceType timestamp(boolean instant, int unitDigits, String name) {
    Type type =
        unitDigits == 9
            ? (instant ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone())
            : (instant ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone());
    return SourceType.ofTime(type, unitDigits, name);
  }

  private static boolean isInstant(Schema schema) {
    return !Boolean.FALSE.equals(schema.getObjectProp(ADJUST_TO_UTC));
  }

  private static Optional<Type> plain(Schema schema) {
    switch (schema.getType()) {
      case BOOLEAN:
        return Optional.of(Types.BooleanType.get());
      case INT:
        return Optional.of(Types.IntegerType.get());
      case LONG:
        return Optional.of(Types.LongType.get());
      case FLOAT:
        return Optional.of(Types.FloatType.get());
      case DOUBLE:
        return Optional.of(Types.DoubleType.get());
      case STRING, ENUM:
        return Optional.of(Types.StringType.get());
      case BYTES:
        return Optional.of(Types.BinaryType.get());
      case FIXED:
        return Optional.of(Types.FixedType.ofLength(schema.getFixedSize()));
      default:
        return Optional.empty();
    }
  }

  /**
   * A schema for a table that takes a record's fields; those without a type of Iceberg's left out.
   */
  static org.apache.iceberg.Schema table(Schema record) {
    int[] nextId = {1};
    return new org.apache.iceberg.Schema(fields(record, nextId, new HashSet<>(), 0));
  }

  private static List<Types.NestedField> fields(
      Schema record, int[] nextId, Set<String> open, int depth) {
    List<Types.NestedField> fields = new ArrayList<>();
    if (depth < MAX_DEPTH && open.add(record.getFullName())) {
      for (Schema.Field field : record.getFields()) {
        int id = nextId[0]++;
        type(field.schema(), nextId, open, depth)
            .ifPresent(type -> fields.add(Types.NestedField.optional(id, name(field), type)));
      }
      open.remove(record.getFullName());
    }
    return fields;
  }

  private static Optional<Type> type(Schema schema, int[] nextId, Set<String> open, int depth) {
    switch (schema.getType()) {
      case UNION:
        return union(schema, nextId, open, depth);
      case RECORD:
        List<Types.NestedField> fields = fields(schema, nextId, open, depth + 1);
        return fields.isEmpty() ? Optional.empty() : Optional.of(Types.StructType.of(fields));
      case ARRAY:
        int elementId = nextId[0]++;
        return type(schema.getElementType(), nextId, open, depth + 1)
            .map(element -> Types.ListType.ofOptional(elementId, element));
      case MAP:
        int keyId = nextId[0]++;
        int valueId = nextId[0]++;
        return type(schema.getValueType(), nextId, open, depth + 1)
            .map(v -> Types.MapType.ofOptional(keyId, valueId, Types.StringType.get(), v));
      default:
        return single(schema).map(SourceType::type);
    }
  }

  /** Of several branches that are not null only int and long have a type in common. */
  private static Optional<Type> union(Schema schema, int[] nextId, Set<String> open, int depth) {
    List<Schema> branches =
        schema.getTypes().stream().filter(b -> b.getType() != Schema.Type.NULL).toList();
    if (branches.size() == 1) {
      return type(branches.get(0), nextId, open, depth);
    }
    boolean whole =
        branches.stream()
            .allMatch(b -> single(b).map(SourceType::type).map(AvroTypes::isWhole).orElse(false));
    return whole && !branches.isEmpty() ? Optional.of(Types.LongType.get()) : Optional.empty();
  }

  private static boolean isWhole(Type type) {
    return type.typeId() == Type.TypeID.INTEGER || type.typeId() == Type.TypeID.LONG;
  }
}
