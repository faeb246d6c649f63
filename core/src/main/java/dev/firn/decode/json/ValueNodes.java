package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.ListColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import dev.firn.decode.TimestampFormat;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Makes the tree of {@link ValueNode}s over the columns of a batch. */
final class ValueNodes {
  /** Fields in values that may become columns which are kept in mind for one file. */
  private static final int MAX_INFERRED_FIELDS = 20_000;

  private final JsonLinesOptions options;
  private final JsonStrings strings;
  private final InferredType.Budget budget = new InferredType.Budget(MAX_INFERRED_FIELDS);
  private final List<StructNode> structs = new ArrayList<>();

  ValueNodes(JsonLinesOptions options, JsonStrings strings) {
    this.options = options;
    this.strings = strings;
  }

  /**
   * Fails if a column can't be read from JSON at all.
   *
   * @throws FirnException ({@link ErrorCode#TABLE}) naming the column
   */
  static void check(Schema schema) {
    TypeUtil.indexNameById(schema.asStruct())
        .forEach(
            (id, name) -> {
              Type type = schema.findType(id);
              if (type.isMapType() && type.asMapType().keyType().typeId() != Type.TypeID.STRING) {
                throw unreadable(name, type, "JSON's keys are strings; declare map<string, …>");
              }
              if (type.isPrimitiveType()) {
                kind(name, type, TimestampFormat.ISO);
              }
            });
  }

  /** The row of a batch. */
  StructNode row(Batch batch) {
    return struct(new ScalarNode.Place("", true, false, batch.root()), batch.schema().asStruct());
  }

  /** All structs that were made, the row too. */
  List<StructNode> structs() {
    return structs;
  }

  private StructNode struct(ScalarNode.Place place, Types.StructType type) {
    StructColumn column = (StructColumn) place.column();
    UnknownKeys unknown = options.unknown();
    String prefix = place.path().isEmpty() ? "" : place.path() + ".";
    List<ValueNode> fields = new ArrayList<>();
    List<@Nullable String> names = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      Types.NestedField field = type.fields().get(i);
      boolean loose = place.loose() || unknown.looseFields().contains(field.fieldId());
      fields.add(
          node(
              new ScalarNode.Place(
                  prefix + field.name(),
                  field.isRequired(),
                  unknown.rescues() && loose && field.isOptional(),
                  column.field(i)),
              field.type()));
      names.add(isRescue(prefix, field.name()) ? null : field.name());
    }
    boolean adding = unknown.handling() == UnknownKeys.Handling.ADD_COLUMN;
    KeyTable keys =
        new KeyTable(
            names,
            name ->
                adding && !isRescue(prefix, name) && !unknown.unaddable().contains(prefix + name),
            budget,
            strings);
    StructNode struct = new StructNode(place, fields, keys);
    structs.add(struct);
    return struct;
  }

  private boolean isRescue(String prefix, String name) {
    UnknownKeys unknown = options.unknown();
    return unknown.rescues() && prefix.isEmpty() && name.equals(unknown.rescueColumn());
  }

  private ValueNode node(ScalarNode.Place place, Type type) {
    switch (type.typeId()) {
      case STRUCT:
        return struct(place, type.asStructType());
      case LIST:
        Types.ListType list = type.asListType();
        Column element = ((ListColumn) place.column()).element();
        return new ListNode(
            place,
            node(inside(place, "element", list.isElementRequired(), element), list.elementType()));
      case MAP:
        Types.MapType map = type.asMapType();
        Column value = ((MapColumn) place.column()).value();
        return new MapNode(
            place, node(inside(place, "value", map.isValueRequired(), value), map.valueType()));
      default:
        return scalar(place, type);
    }
  }

  private static ScalarNode.Place inside(
      ScalarNode.Place place, String name, boolean required, Column column) {
    return new ScalarNode.Place(place.path() + "." + name, required, place.loose(), column);
  }

  private ScalarNode scalar(ScalarNode.Place place, Type type) {
    TimestampFormat format =
        options.timestampFormats().getOrDefault(place.path(), TimestampFormat.ISO);
    ValueKind kind =
        options.jsonText().contains(place.path())
            ? ValueKind.JSON_TEXT
            : kind(place.path(), type, format);
    String expected = expected(kind, type, format);
    return new ScalarNode(kind, place, shape(type), format.unitDigits(), expected);
  }

  private static ScalarNode.Shape shape(Type type) {
    switch (type.typeId()) {
      case DECIMAL:
        Types.DecimalType decimal = (Types.DecimalType) type;
        return new ScalarNode.Shape(decimal.precision(), decimal.scale(), 0, false, 0);
      case FIXED:
        return new ScalarNode.Shape(0, 0, ((Types.FixedType) type).length(), false, 0);
      case TIMESTAMP:
        return new ScalarNode.Shape(0, 0, 0, ((Types.TimestampType) type).shouldAdjustToUTC(), 6);
      case TIMESTAMP_NANO:
        return new ScalarNode.Shape(
            0, 0, 0, ((Types.TimestampNanoType) type).shouldAdjustToUTC(), 9);
      default:
        return ScalarNode.Shape.NONE;
    }
  }

  private static ValueKind kind(String path, Type type, TimestampFormat format) {
    switch (type.typeId()) {
      case BOOLEAN:
        return ValueKind.BOOLEAN;
      case INTEGER:
        return ValueKind.INT;
      case LONG:
        return ValueKind.LONG;
      case FLOAT:
        return ValueKind.FLOAT;
      case DOUBLE:
        return ValueKind.DOUBLE;
      case DECIMAL:
        return ((Types.DecimalType) type).precision() <= 18
            ? ValueKind.DECIMAL
            : ValueKind.WIDE_DECIMAL;
      case STRING:
        return ValueKind.STRING;
      case BINARY:
        return ValueKind.BINARY;
      case FIXED:
        return ValueKind.FIXED;
      case UUID:
        return ValueKind.UUID;
      case DATE:
        return ValueKind.DATE;
      case TIME:
        return ValueKind.TIME;
      case TIMESTAMP, TIMESTAMP_NANO:
        return format == TimestampFormat.ISO ? ValueKind.TIMESTAMP : ValueKind.EPOCH;
      default:
        throw unreadable(path, type, "declare a type that JSON can carry");
    }
  }

  private static String expected(ValueKind kind, Type type, TimestampFormat format) {
    switch (kind) {
      case INT:
        return "a whole number from -2147483648 to 2147483647";
      case LONG:
        return "a whole number from -2^63 to 2^63-1";
      case DECIMAL, WIDE_DECIMAL:
        return "a number that " + type + " holds exactly";
      case FLOAT, DOUBLE:
        return "a finite " + type;
      case BINARY:
        return "a string of base64";
      case FIXED:
        return "a string of base64 that holds " + type;
      case DATE:
        return "a date such as \"2021-05-29\"";
      case TIME:
        return "a time such as \"12:34:56.789\"";
      case TIMESTAMP:
        return type.toString().startsWith("timestamptz")
            ? "a timestamp such as \"2021-05-29T12:34:56.789Z\""
            : "a timestamp without an offset, such as \"2021-05-29T12:34:56.789\"";
      case EPOCH:
        return "a number (" + format.code() + ") from year 0 to 9999";
      case UUID:
        return "a UUID such as \"f79c3e09-677c-4bbd-a479-3f349cb785e7\"";
      default:
        return "a " + type;
    }
  }

  private static FirnException unreadable(String path, Type type, String hint) {
    return new FirnException(
        ErrorCode.TABLE,
        "column '" + path + "' of type " + type + " can't be read from JSON lines; " + hint);
  }
}
