package dev.firn.table.ddl;

import dev.firn.error.Nearest;
import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
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
 * Types as Spark's SQL has them, and the ones of Iceberg that Spark lacks.
 *
 * <pre>
 * type   = primitive | "DECIMAL" [ "(" p [ "," s ] ")" ] | ( "VARCHAR" | "CHAR" ) "(" n ")"
 *        | "FIXED" "(" n ")" | "ARRAY" "&lt;" type "&gt;" | "MAP" "&lt;" type "," type "&gt;"
 *        | "STRUCT" "&lt;" field { "," field } "&gt;"
 * field  = name [ ":" ] type [ "NOT" "NULL" ] [ "COMMENT" string ]
 * </pre>
 *
 * <p>As in Spark {@code TIMESTAMP} has a zone and {@code TIMESTAMP_NTZ} has none.
 */
final class TypeParser {
  private static final Map<String, Type> PRIMITIVES =
      Map.ofEntries(
          Map.entry("boolean", Types.BooleanType.get()),
          Map.entry("tinyint", Types.IntegerType.get()),
          Map.entry("byte", Types.IntegerType.get()),
          Map.entry("smallint", Types.IntegerType.get()),
          Map.entry("short", Types.IntegerType.get()),
          Map.entry("int", Types.IntegerType.get()),
          Map.entry("integer", Types.IntegerType.get()),
          Map.entry("bigint", Types.LongType.get()),
          Map.entry("long", Types.LongType.get()),
          Map.entry("float", Types.FloatType.get()),
          Map.entry("real", Types.FloatType.get()),
          Map.entry("double", Types.DoubleType.get()),
          Map.entry("date", Types.DateType.get()),
          Map.entry("time", Types.TimeType.get()),
          Map.entry("timestamp", Types.TimestampType.withZone()),
          Map.entry("timestamp_ltz", Types.TimestampType.withZone()),
          Map.entry("timestamptz", Types.TimestampType.withZone()),
          Map.entry("timestamp_ntz", Types.TimestampType.withoutZone()),
          Map.entry("timestamptz_ns", Types.TimestampNanoType.withZone()),
          Map.entry("timestamp_ns", Types.TimestampNanoType.withoutZone()),
          Map.entry("string", Types.StringType.get()),
          Map.entry("uuid", Types.UUIDType.get()),
          Map.entry("binary", Types.BinaryType.get()));

  /** Deeper types are no tables; bounds the recursion. */
  private static final int MAX_DEPTH = 100;

  private static final int SPARK_DECIMAL_PRECISION = 10;

  private final TokenReader reader;
  private final IntSupplier ids;
  private int depth;

  /**
   * @param ids gives field ids to nested fields
   */
  TypeParser(TokenReader reader, IntSupplier ids) {
    this.reader = reader;
    this.ids = ids;
  }

  Type type() {
    if (++depth > MAX_DEPTH) {
      throw reader.error("types nest at most " + MAX_DEPTH + " deep");
    }
    Token token = reader.peek();
    String word = reader.name("a type").toLowerCase(Locale.ROOT);
    Type type =
        switch (word) {
          case "decimal", "dec", "numeric" -> decimal();
          case "varchar", "char", "character" -> text();
          case "fixed" -> fixed();
          case "array", "list" -> array();
          case "map" -> map();
          case "struct" -> struct();
          default -> primitive(token, word);
        };
    depth--;
    return type;
  }

  private Type primitive(Token token, String word) {
    Type type = token.kind() == Token.Kind.WORD ? PRIMITIVES.get(word) : null;
    if (type == null) {
      Optional<String> nearest = Nearest.of(word, PRIMITIVES.keySet());
      throw reader.errorAt(
          token,
          "unknown type "
              + token.text()
              + nearest.map(n -> ", did you mean " + n.toUpperCase(Locale.ROOT) + "?").orElse("")
              + "; types are BOOLEAN, INT, BIGINT, FLOAT, DOUBLE, DECIMAL(p, s), DATE, TIMESTAMP,"
              + " TIMESTAMP_NTZ, STRING, BINARY, ARRAY<t>, MAP<k, v>, STRUCT<name: t, ...>, and of"
              + " Iceberg's TIME, TIMESTAMPTZ_NS, TIMESTAMP_NS, UUID, FIXED(n)");
    }
    return type;
  }

  private Type decimal() {
    int precision = SPARK_DECIMAL_PRECISION;
    int scale = 0;
    if (reader.take('(')) {
      Token token = reader.peek();
      precision = reader.number("the precision", 1);
      if (precision > 38) {
        throw reader.errorAt(token, "the precision must be at most 38, got " + precision);
      }
      if (reader.take(',')) {
        token = reader.peek();
        scale = reader.number("the scale", 0);
        if (scale > precision) {
          throw reader.errorAt(
              token, "the scale must be at most the precision " + precision + ", got " + scale);
        }
      }
      reader.expect(')', "after precision and scale");
    }
    return Types.DecimalType.of(precision, scale);
  }

  /** Iceberg's strings have no greatest length; Spark keeps it no better. */
  private Type text() {
    reader.expect('(', "and the length");
    reader.number("the length", 1);
    reader.expect(')', "after the length");
    return Types.StringType.get();
  }

  private Type fixed() {
    reader.expect('(', "and the length in bytes");
    int length = reader.number("the length", 1);
    reader.expect(')', "after the length");
    return Types.FixedType.ofLength(length);
  }

  private Type array() {
    reader.expect('<', "and the type of the elements, as in ARRAY<STRING>");
    int id = ids.getAsInt();
    Type element = type();
    reader.expect('>', "after the type of the elements");
    return Types.ListType.ofOptional(id, element);
  }

  private Type map() {
    reader.expect('<', "and the types of keys and values, as in MAP<STRING, BIGINT>");
    int keyId = ids.getAsInt();
    int valueId = ids.getAsInt();
    Type key = type();
    reader.expect(',', "between the types of keys and values");
    Type value = type();
    reader.expect('>', "after the type of the values");
    return Types.MapType.ofOptional(keyId, valueId, key, value);
  }

  private Type struct() {
    reader.expect('<', "and the fields, as in STRUCT<lat: DOUBLE, lon: DOUBLE>");
    List<Types.NestedField> fields = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    do {
      Token token = reader.peek();
      String name = reader.name("a field's name");
      String earlier = seen.put(name.toLowerCase(Locale.ROOT), name);
      if (earlier != null) {
        throw reader.errorAt(token, "'" + name + "' and '" + earlier + "' are the same name");
      }
      reader.take(':');
      fields.add(field(name));
    } while (reader.take(','));
    reader.expect('>', "after the fields");
    return Types.StructType.of(fields);
  }

  /** What follows a field's name. */
  Types.NestedField field(String name) {
    int id = ids.getAsInt();
    Type type = type();
    boolean required = notNull();
    Types.NestedField.Builder field =
        (required ? Types.NestedField.required(name) : Types.NestedField.optional(name))
            .withId(id)
            .ofType(type);
    comment().ifPresent(field::withDoc);
    return field.build();
  }

  boolean notNull() {
    if (reader.take("not")) {
      reader.expect("null");
      return true;
    }
    return false;
  }

  Optional<String> comment() {
    return reader.take("comment") ? Optional.of(reader.string("the comment")) : Optional.empty();
  }
}
