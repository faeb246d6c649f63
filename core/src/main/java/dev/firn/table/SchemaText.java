package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Schemas as they stand in a pipeline file.
 *
 * <pre>
 * schema:
 *   ts: timestamptz required
 *   amount: decimal(10,2) comment 'in euro'
 *   geo: {lat: double, lon: double}
 *   tags: list&lt;string&gt;
 * </pre>
 *
 * <p>or as a list of {@code {name: ts, type: timestamptz, required: true, doc: …}}. A mapping in
 * the place of a type is an optional struct; a required one is written {@code struct<…> required}.
 * {@code timestamp} is Iceberg's, without a zone. Columns are optional unless said otherwise.
 */
public final class SchemaText {
  private static final List<String> LIST_KEYS = List.of("name", "type", "required", "doc");

  private final AtomicInteger lastId = new AtomicInteger();

  private SchemaText() {}

  /**
   * The schema that a configuration tree describes, with fresh field ids from 1 on, numbered as
   * Iceberg numbers those of a new table.
   *
   * @param tree a {@code Map} in the order of the file, or a {@code List} of maps
   * @throws FirnException ({@link ErrorCode#CONFIG}) naming the key, its value and what is allowed;
   *     also for names that differ by case only, which most engines can't tell apart
   */
  public static Schema parse(@Nullable Object tree) {
    return parse("schema", tree);
  }

  /**
   * The same for columns that stand elsewhere in a configuration.
   *
   * @param key what to call them in messages
   */
  public static Schema parse(String key, @Nullable Object tree) {
    SchemaText parser = new SchemaText();
    List<Types.NestedField> fields = parser.fields(key, tree);
    AtomicInteger freshId = new AtomicInteger();
    return TypeUtil.assignFreshIds(new Schema(fields), freshId::incrementAndGet);
  }

  /**
   * The mapping form of a schema, which {@link #parse} reads back to an equal one (field ids aside,
   * which are numbered afresh).
   */
  public static Map<String, Object> format(Schema schema) {
    return format(schema.columns());
  }

  /**
   * The mapping form as YAML, for a pipeline file.
   *
   * @param indent spaces before each line
   */
  public static String formatYaml(Schema schema, int indent) {
    StringBuilder yaml = new StringBuilder();
    appendYaml(yaml, format(schema), indent);
    return yaml.toString();
  }

  private List<Types.NestedField> fields(String key, @Nullable Object tree) {
    List<Types.NestedField> fields = new ArrayList<>();
    if (tree instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String name = String.valueOf(entry.getKey());
        fields.add(field(key + "." + name, name, entry.getValue()));
      }
    } else if (tree instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        fields.add(listed(key + "[" + i + "]", list.get(i)));
      }
    } else {
      throw error(
          key,
          tree,
          "a mapping of column names to types, or a list of {name, type, required, doc}");
    }
    if (fields.isEmpty()) {
      throw error(key, tree, "at least one column");
    }
    refuseEqualNames(key, fields);
    return fields;
  }

  private Types.NestedField field(String key, String name, @Nullable Object value) {
    if (name.isEmpty()) {
      throw error(key, name, "a column's name");
    }
    int id = lastId.incrementAndGet();
    return TypeText.nested(id, name, type(key, value));
  }

  private TypeText.Field type(String key, @Nullable Object value) {
    IntSupplier ids = lastId::incrementAndGet;
    if (value instanceof String text) {
      return TypeText.parse(key, text, ids);
    }
    if (value instanceof Map<?, ?> || value instanceof List<?>) {
      return new TypeText.Field(Types.StructType.of(fields(key, value)), false, Optional.empty());
    }
    throw error(
        key, value, "a type: " + TypeText.ALLOWED + ", or a mapping of field names to types");
  }

  private Types.NestedField listed(String key, @Nullable Object item) {
    if (!(item instanceof Map<?, ?> map)) {
      throw error(key, item, "a mapping with the keys " + String.join(", ", LIST_KEYS));
    }
    for (Object itemKey : map.keySet()) {
      if (!LIST_KEYS.contains(String.valueOf(itemKey))) {
        throw error(key, itemKey, "only the keys " + String.join(", ", LIST_KEYS));
      }
    }
    if (!(map.get("name") instanceof String name)) {
      throw error(key + ".name", map.get("name"), "a column's name");
    }
    int id = lastId.incrementAndGet();
    TypeText.Field field = type(key + ".type", map.get("type"));
    boolean required = field.required();
    if (map.containsKey("required")) {
      if (!(map.get("required") instanceof Boolean declared)) {
        throw error(key + ".required", map.get("required"), "true or false");
      }
      required = declared;
    }
    Optional<String> doc = field.doc();
    if (map.containsKey("doc")) {
      doc = Optional.of(String.valueOf(map.get("doc")));
    }
    return TypeText.nested(id, name, new TypeText.Field(field.type(), required, doc));
  }

  private static void refuseEqualNames(String key, List<Types.NestedField> fields) {
    Map<String, String> seen = new HashMap<>();
    for (Types.NestedField field : fields) {
      String earlier = seen.put(field.name().toLowerCase(Locale.ROOT), field.name());
      if (earlier != null) {
        throw error(
            key,
            field.name(),
            "names that differ by more than case, but '" + earlier + "' is there too");
      }
    }
  }

  private static FirnException error(String key, @Nullable Object got, String expected) {
    return new FirnException(
        ErrorCode.CONFIG, key + ": expected " + expected + "; got '" + got + "'");
  }

  private static Map<String, Object> format(List<Types.NestedField> fields) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (Types.NestedField field : fields) {
      boolean plainStruct =
          field.type().typeId() == Type.TypeID.STRUCT && field.isOptional() && field.doc() == null;
      tree.put(
          field.name(),
          plainStruct ? format(field.type().asStructType().fields()) : TypeText.format(field));
    }
    return tree;
  }

  private static void appendYaml(StringBuilder yaml, Map<?, ?> tree, int indent) {
    for (Map.Entry<?, ?> entry : tree.entrySet()) {
      yaml.append(" ".repeat(indent)).append(scalar(String.valueOf(entry.getKey()))).append(':');
      if (entry.getValue() instanceof Map<?, ?> nested) {
        yaml.append('\n');
        appendYaml(yaml, nested, indent + 2);
      } else {
        yaml.append(' ').append(scalar(String.valueOf(entry.getValue()))).append('\n');
      }
    }
  }

  /** Plain where no YAML version can take it for something else than this string. */
  private static String scalar(String text) {
    boolean plain =
        text.matches("[A-Za-z_][A-Za-z0-9_]*( required)?|[a-z_]+\\([0-9]+,[0-9]+\\)( required)?")
            && !text.matches("(?i)y|n|yes|no|on|off|true|false|null");
    if (plain) {
      return text;
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20
          || (c >= 0x7F && c <= 0xA0)
          || c == 0x2028
          || c == 0x2029
          || c == 0xFEFF) {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
