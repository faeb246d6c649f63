package dev.firn.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Types as text.
 *
 * <pre>
 * field   = type [ "required" | "optional" ] [ "comment" "'" text "'" ]
 * type    = primitive | "decimal(" p "," s ")" | "fixed[" n "]"
 *         | ( "list" | "array" ) "&lt;" field "&gt;" | "map&lt;" type "," field "&gt;"
 *         | "struct&lt;" name ":" field { "," name ":" field } "&gt;"
 * </pre>
 */
final class TypeText {
  static final String ALLOWED =
      "boolean, int, long (bigint), float, double, decimal(p,s), date, time, timestamp, timestamptz,"
          + " timestamp_ns, timestamptz_ns, string, uuid, fixed[n], binary, list<type>,"
          + " map<key,value>, struct<name:type, ...>";

  /** A field without its name. */
  record Field(Type type, boolean required, Optional<String> doc) {}

  private final TextScanner scanner;
  private final IntSupplier ids;

  private TypeText(TextScanner scanner, IntSupplier ids) {
    this.scanner = scanner;
    this.ids = ids;
  }

  /**
   * Parses the text of a field.
   *
   * @param what the field, for messages
   * @param ids gives field ids to nested fields
   */
  static Field parse(String what, String text, IntSupplier ids) {
    TextScanner scanner = new TextScanner(what, text);
    Field field = new TypeText(scanner, ids).field();
    if (!scanner.atEnd()) {
      throw scanner.error(
          scanner.position(),
          "after the type only 'required', 'optional' or comment '...' may follow, got "
              + scanner.rest());
    }
    return field;
  }

  private Field field() {
    Type type = type();
    boolean required = scanner.takeWord("required");
    if (!required) {
      scanner.takeWord("optional");
    }
    Optional<String> doc =
        scanner.takeWord("comment")
            ? Optional.of(scanner.quoted('\'', "the comment"))
            : Optional.empty();
    return new Field(type, required, doc);
  }

  private Type type() {
    int start = scanner.position();
    String word = scanner.name("a type");
    switch (word.toLowerCase(Locale.ROOT)) {
      case "decimal":
        return decimal();
      case "fixed":
        return fixed();
      case "list", "array":
        return list();
      case "map":
        return map();
      case "struct":
        return struct();
      default:
        return primitive(start, word);
    }
  }

  private Type primitive(int start, String word) {
    switch (word.toLowerCase(Locale.ROOT)) {
      case "boolean":
        return Types.BooleanType.get();
      case "int", "integer":
        return Types.IntegerType.get();
      case "long", "bigint":
        return Types.LongType.get();
      case "float":
        return Types.FloatType.get();
      case "double":
        return Types.DoubleType.get();
      case "date":
        return Types.DateType.get();
      case "time":
        return Types.TimeType.get();
      case "timestamp", "timestamp_ntz":
        return Types.TimestampType.withoutZone();
      case "timestamptz", "timestamp_ltz":
        return Types.TimestampType.withZone();
      case "timestamp_ns":
        return Types.TimestampNanoType.withoutZone();
      case "timestamptz_ns":
        return Types.TimestampNanoType.withZone();
      case "string":
        return Types.StringType.get();
      case "uuid":
        return Types.UUIDType.get();
      case "binary":
        return Types.BinaryType.get();
      default:
        throw scanner.error(start, "unknown type '" + word + "'; allowed are " + ALLOWED);
    }
  }

  private Type decimal() {
    scanner.expect('(', "and precision and scale after decimal, as in decimal(10,2)");
    int at = scanner.position();
    int precision = scanner.number("the precision", 1);
    if (precision > 38) {
      throw scanner.error(at, "the precision must be at most 38, got " + precision);
    }
    scanner.expect(',', "and the scale after the precision, as in decimal(10,2)");
    at = scanner.position();
    int scale = scanner.number("the scale", 0);
    if (scale > precision) {
      throw scanner.error(
          at, "the scale must be at most the precision " + precision + ", got " + scale);
    }
    scanner.expect(')', "after the scale");
    return Types.DecimalType.of(precision, scale);
  }

  private Type fixed() {
    boolean round = scanner.take('(');
    if (!round) {
      scanner.expect('[', "and the length in bytes after fixed, as in fixed[16]");
    }
    int length = scanner.number("the length", 1);
    scanner.expect(round ? ')' : ']', "after the length");
    return Types.FixedType.ofLength(length);
  }

  private Type list() {
    scanner.expect('<', "and the type of the elements, as in list<string>");
    int id = ids.getAsInt();
    Field element = field();
    scanner.expect('>', "after the type of the elements");
    return element.required()
        ? Types.ListType.ofRequired(id, element.type())
        : Types.ListType.ofOptional(id, element.type());
  }

  private Type map() {
    scanner.expect('<', "and the types of keys and values, as in map<string,long>");
    int keyId = ids.getAsInt();
    int valueId = ids.getAsInt();
    Type key = field().type();
    scanner.expect(',', "between the types of keys and values");
    Field value = field();
    scanner.expect('>', "after the type of the values");
    return value.required()
        ? Types.MapType.ofRequired(keyId, valueId, key, value.type())
        : Types.MapType.ofOptional(keyId, valueId, key, value.type());
  }

  private Type struct() {
    scanner.expect('<', "and the fields, as in struct<lat:double, lon:double>");
    List<Types.NestedField> fields = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    do {
      int at = scanner.position();
      String name = scanner.name("a field's name");
      String earlier = seen.put(name.toLowerCase(Locale.ROOT), name);
      if (earlier != null) {
        throw scanner.error(
            at, "'" + name + "' and '" + earlier + "' are the same name; rename one of them");
      }
      scanner.expect(':', "between a field's name and its type");
      int id = ids.getAsInt();
      fields.add(nested(id, name, field()));
    } while (scanner.take(','));
    scanner.expect('>', "after the fields");
    return Types.StructType.of(fields);
  }

  /** A field with its name. */
  static Types.NestedField nested(int id, String name, Field field) {
    Types.NestedField.Builder builder =
        (field.required() ? Types.NestedField.required(name) : Types.NestedField.optional(name))
            .withId(id)
            .ofType(field.type());
    field.doc().ifPresent(builder::withDoc);
    return builder.build();
  }

  /** The text of a field without its name; {@link #parse} reads it back. */
  static String format(Types.NestedField field) {
    String doc = field.doc();
    return format(field.type())
        + (field.isRequired() ? " required" : "")
        + (doc == null ? "" : " comment '" + doc.replace("'", "''") + "'");
  }

  private static String format(Type type) {
    switch (type.typeId()) {
      case DECIMAL:
        Types.DecimalType decimal = (Types.DecimalType) type;
        return "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
      case LIST:
        return "list<" + format(type.asListType().fields().get(0)) + ">";
      case MAP:
        return "map<"
            + format(type.asMapType().keyType())
            + ","
            + format(type.asMapType().fields().get(1))
            + ">";
      case STRUCT:
        List<String> fields = new ArrayList<>();
        for (Types.NestedField field : type.asStructType().fields()) {
          fields.add(TextScanner.quoteName(field.name()) + ":" + format(field));
        }
        return "struct<" + String.join(", ", fields) + ">";
      default:
        return type.toString();
    }
  }
}
