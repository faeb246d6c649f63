package dev.firn.formats.parquet;

import dev.firn.decode.typed.SourceType;
import dev.firn.decode.typed.ValueSinks;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Parquet's types as Iceberg's. */
final class ParquetTypes {
  private static final int MAX_PRECISION = 38;
  private static final int UNSIGNED_LONG_DIGITS = 20;

  private ParquetTypes() {}

  /**
   * The type of single values, and how they are stored.
   *
   * @param source for {@link ValueSinks}
   * @param kind for {@link LeafReader}
   */
  record Single(SourceType source, LeafReader.Kind kind) {}

  /** How messages call a type. */
  static String describe(Type type) {
    String name =
        type.isPrimitive()
            ? type.asPrimitiveType()
                .getPrimitiveTypeName()
                .name()
                .toLowerCase(java.util.Locale.ROOT)
            : "group";
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return annotation == null ? name : name + " (" + annotation + ")";
  }

  /**
   * The type of a primitive; empty if none of Iceberg's is close.
   *
   * @param target the column that it goes into: INT96 has no zone and no unit, and takes the
   *     column's
   */
  static Optional<Single> single(
      PrimitiveType type, Optional<org.apache.iceberg.types.Type> target) {
    String name = describe(type);
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    switch (type.getPrimitiveTypeName()) {
      case BOOLEAN:
        return of(Types.BooleanType.get(), name, LeafReader.Kind.BOOLEAN);
      case INT32:
        return int32(annotation, name);
      case INT64:
        return int64(annotation, name);
      case INT96:
        return Optional.of(int96(target, name));
      case FLOAT:
        return of(Types.FloatType.get(), name, LeafReader.Kind.FLOAT);
      case DOUBLE:
        return of(Types.DoubleType.get(), name, LeafReader.Kind.DOUBLE);
      case BINARY:
        return binary(annotation, name);
      default:
        return fixed(type, annotation, name);
    }
  }

  private static Optional<Single> of(
      org.apache.iceberg.types.Type type, String name, LeafReader.Kind kind) {
    return Optional.of(new Single(SourceType.of(type, name), kind));
  }

  private static Optional<Single> ofTime(
      org.apache.iceberg.types.Type type, int digits, String name, LeafReader.Kind kind) {
    return Optional.of(new Single(SourceType.ofTime(type, digits, name), kind));
  }

  private static Optional<Single> int32(LogicalTypeAnnotation annotation, String name) {
    if (annotation instanceof DateLogicalTypeAnnotation) {
      return of(Types.DateType.get(), name, LeafReader.Kind.INT);
    } else if (annotation instanceof TimeLogicalTypeAnnotation) {
      return ofTime(Types.TimeType.get(), 3, name, LeafReader.Kind.INT);
    } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(decimal, name, LeafReader.Kind.INT);
    } else if (annotation instanceof IntLogicalTypeAnnotation whole && !whole.isSigned()) {
      // Up to 16 bits an int holds them; stored they are never negative.
      return whole.getBitWidth() < 32
          ? of(Types.IntegerType.get(), name, LeafReader.Kind.INT)
          : of(Types.LongType.get(), name, LeafReader.Kind.UNSIGNED_INT);
    }
    return of(Types.IntegerType.get(), name, LeafReader.Kind.INT);
  }

  private static Optional<Single> int64(LogicalTypeAnnotation annotation, String name) {
    if (annotation instanceof TimestampLogicalTypeAnnotation time) {
      int digits = digits(time.getUnit());
      boolean utc = time.isAdjustedToUTC();
      org.apache.iceberg.types.Type type =
          digits == 9
              ? (utc ? Types.TimestampNanoType.withZone() : Types.TimestampNanoType.withoutZone())
              : (utc ? Types.TimestampType.withZone() : Types.TimestampType.withoutZone());
      return ofTime(type, digits, name, LeafReader.Kind.LONG);
    } else if (annotation instanceof TimeLogicalTypeAnnotation time) {
      return ofTime(Types.TimeType.get(), digits(time.getUnit()), name, LeafReader.Kind.LONG);
    } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(decimal, name, LeafReader.Kind.LONG);
    } else if (annotation instanceof IntLogicalTypeAnnotation whole && !whole.isSigned()) {
      return of(Types.DecimalType.of(UNSIGNED_LONG_DIGITS, 0), name, LeafReader.Kind.UNSIGNED_LONG);
    }
    return of(Types.LongType.get(), name, LeafReader.Kind.LONG);
  }

  private static Single int96(Optional<org.apache.iceberg.types.Type> target, String name) {
    boolean nanos =
        target
            .map(t -> t.typeId() == org.apache.iceberg.types.Type.TypeID.TIMESTAMP_NANO)
            .orElse(false);
    org.apache.iceberg.types.Type type =
        target
            .filter(t -> t instanceof Types.TimestampType || t instanceof Types.TimestampNanoType)
            .orElse(Types.TimestampType.withZone());
    return new Single(
        SourceType.ofTime(type, nanos ? 9 : 6, name),
        nanos ? LeafReader.Kind.JULIAN_NANOS : LeafReader.Kind.JULIAN_MICROS);
  }

  private static Optional<Single> binary(LogicalTypeAnnotation annotation, String name) {
    if (annotation instanceof StringLogicalTypeAnnotation
        || annotation instanceof EnumLogicalTypeAnnotation
        || annotation instanceof JsonLogicalTypeAnnotation) {
      return of(Types.StringType.get(), name, LeafReader.Kind.BYTES);
    } else if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(decimal, name, LeafReader.Kind.BYTES);
    }
    return of(Types.BinaryType.get(), name, LeafReader.Kind.BYTES);
  }

  private static Optional<Single> fixed(
      PrimitiveType type, LogicalTypeAnnotation annotation, String name) {
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(decimal, name, LeafReader.Kind.BYTES);
    } else if (annotation instanceof UUIDLogicalTypeAnnotation) {
      return of(Types.UUIDType.get(), name, LeafReader.Kind.BYTES);
    } else if (annotation instanceof Float16LogicalTypeAnnotation) {
      return of(Types.FloatType.get(), name, LeafReader.Kind.HALF_FLOAT);
    }
    return of(Types.FixedType.ofLength(type.getTypeLength()), name, LeafReader.Kind.BYTES);
  }

  private static Optional<Single> decimal(
      DecimalLogicalTypeAnnotation decimal, String name, LeafReader.Kind kind) {
    return decimal.getPrecision() > MAX_PRECISION
        ? Optional.empty()
        : of(Types.DecimalType.of(decimal.getPrecision(), decimal.getScale()), name, kind);
  }

  private static int digits(LogicalTypeAnnotation.TimeUnit unit) {
    switch (unit) {
      case MILLIS:
        return 3;
      case MICROS:
        return 6;
      default:
        return 9;
    }
  }

  /** Whether a group is a list as the Parquet specification has it. */
  static boolean isList(GroupType group) {
    return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(Type.Repetition.REPEATED);
  }

  /** Whether a group is a map as the Parquet specification has it. */
  static boolean isMap(GroupType group) {
    return group.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
        && group.getFieldCount() == 1
        && group.getType(0).isRepetition(Type.Repetition.REPEATED)
        && !group.getType(0).isPrimitive()
        && group.getType(0).asGroupType().getFieldCount() == 2;
  }

  /** The element of a list. */
  static Type element(GroupType list) {
    Type repeated = list.getType(0);
    return isElementRepeated(list) ? repeated : repeated.asGroupType().getType(0);
  }

  /**
   * Whether the repeated field of a list is its element, as older writers had it, and not a group
   * around it (Parquet, LogicalTypes.md, backward-compatibility rules).
   */
  static boolean isElementRepeated(GroupType list) {
    Type repeated = list.getType(0);
    return repeated.isPrimitive()
        || repeated.asGroupType().getFieldCount() != 1
        || repeated.getName().equals("array")
        || repeated.getName().equals(list.getName() + "_tuple")
        || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED);
  }

  /**
   * A schema for a table that takes a file's columns; those without a type of Iceberg's left out.
   */
  static org.apache.iceberg.Schema table(MessageType schema) {
    int[] nextId = {1};
    return new org.apache.iceberg.Schema(fields(schema, nextId));
  }

  private static List<Types.NestedField> fields(GroupType group, int[] nextId) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (Type field : group.getFields()) {
      int id = nextId[0]++;
      Optional<org.apache.iceberg.types.Type> type = type(field, nextId);
      if (type.isPresent() && field.isRepetition(Type.Repetition.REPEATED)) {
        type = Optional.of(Types.ListType.ofOptional(nextId[0]++, type.get()));
      }
      type.ifPresent(t -> fields.add(Types.NestedField.optional(id, field.getName(), t)));
    }
    return fields;
  }

  private static Optional<org.apache.iceberg.types.Type> type(Type type, int[] nextId) {
    if (type.isPrimitive()) {
      return single(type.asPrimitiveType(), Optional.empty()).map(single -> single.source().type());
    }
    GroupType group = type.asGroupType();
    if (isList(group)) {
      int id = nextId[0]++;
      return type(element(group), nextId).map(element -> Types.ListType.ofOptional(id, element));
    }
    if (isMap(group)) {
      GroupType entry = group.getType(0).asGroupType();
      int keyId = nextId[0]++;
      int valueId = nextId[0]++;
      Optional<org.apache.iceberg.types.Type> key = type(entry.getType(0), nextId);
      Optional<org.apache.iceberg.types.Type> value = type(entry.getType(1), nextId);
      return key.flatMap(k -> value.map(v -> Types.MapType.ofOptional(keyId, valueId, k, v)));
    }
    List<Types.NestedField> fields = fields(group, nextId);
    return fields.isEmpty() ? Optional.empty() : Optional.of(Types.StructType.of(fields));
  }
}
