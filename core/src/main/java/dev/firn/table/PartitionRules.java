package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Partition rules as text: {@code days(ts)}, {@code bucket(16, user_id)}, {@code action}.
 *
 * <pre>
 * rule      = term [ "AS" name ]
 * term      = path | transform "(" path ")" | ( "bucket" | "truncate" ) "(" number "," path ")"
 * transform = "identity" | "year" | "years" | "month" | "months" | "day" | "days"
 *           | "hour" | "hours" | "void"
 * path      = name { "." name }
 * </pre>
 *
 * <p>Transforms and {@code AS} are read in any case, column names as they are. Partition fields get
 * the names that Iceberg's own builder gives ({@code ts_day}, {@code user_id_bucket}, {@code
 * s_trunc}, {@code action}) and the ids from 1000 on.
 */
public final class PartitionRules {
  private static final String TRANSFORMS =
      "identity(c) or c, years(c), months(c), days(c), hours(c), bucket(16, c), truncate(10, c),"
          + " void(c)";

  private PartitionRules() {}

  /**
   * The spec that the rules describe, for a new table of the schema.
   *
   * @param rules in the order of the partition tuple; none gives an unpartitioned spec
   * @throws FirnException ({@link ErrorCode#CONFIG}) if a rule can't be read, names no column, does
   *     not go with the column's type, or contradicts another rule
   */
  public static PartitionSpec parse(List<String> rules, Schema schema) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
    for (String rule : rules) {
      new RuleParser(rule, schema).addTo(spec);
    }
    return spec.build();
  }

  /**
   * The rules of a spec, so that {@link #parse} gives an equal one if its field ids are those of a
   * new table.
   *
   * @throws FirnException ({@link ErrorCode#TABLE}) if a transform is unknown or a source column is
   *     no longer in the schema
   */
  public static List<String> format(PartitionSpec spec) {
    List<String> rules = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      rules.add(format(field, spec.schema()));
    }
    return List.copyOf(rules);
  }

  private static String format(PartitionField field, Schema schema) {
    String name = schema.findColumnName(field.sourceId());
    if (name == null) {
      throw new FirnException(
          ErrorCode.TABLE,
          "partition field '"
              + field.name()
              + "' has no source column any more (field id "
              + field.sourceId()
              + "); drop it from the spec");
    }
    String path = quotePath(field.sourceId(), schema);
    String transform = field.transform().toString();
    int bracket = transform.indexOf('[');
    String argument = bracket < 0 ? "" : transform.substring(bracket + 1, transform.length() - 1);
    String kind = bracket < 0 ? transform : transform.substring(0, bracket);
    String term;
    String usualName;
    switch (kind) {
      case "identity":
        term = path;
        usualName = name;
        break;
      case "year", "month", "day", "hour":
        term = kind + "s(" + path + ")";
        usualName = name + "_" + kind;
        break;
      case "bucket":
        term = "bucket(" + argument + ", " + path + ")";
        usualName = name + "_bucket";
        break;
      case "truncate":
        term = "truncate(" + argument + ", " + path + ")";
        usualName = name + "_trunc";
        break;
      case "void":
        term = "void(" + path + ")";
        usualName = name + "_null";
        break;
      default:
        throw new FirnException(
            ErrorCode.TABLE,
            "partition field '"
                + field.name()
                + "' has the unknown transform '"
                + transform
                + "'; known are "
                + TRANSFORMS);
    }
    return field.name().equals(usualName)
        ? term
        : term + " AS " + TextScanner.quoteName(field.name());
  }

  private static String quotePath(int fieldId, Schema schema) {
    StringBuilder path = new StringBuilder();
    Integer id = fieldId;
    var parents = TypeUtil.indexParents(schema.asStruct());
    while (id != null) {
      Types.NestedField field = schema.findField(id);
      path.insert(0, TextScanner.quoteName(field.name()) + (path.isEmpty() ? "" : "."));
      id = parents.get(id);
    }
    return path.toString();
  }

  /** One rule. */
  private static final class RuleParser {
    private final TextScanner scanner;
    private final Schema schema;

    RuleParser(String rule, Schema schema) {
      this.scanner = new TextScanner("partition rule", rule);
      this.schema = schema;
    }

    void addTo(PartitionSpec.Builder spec) {
      int start = scanner.position();
      boolean quoted = scanner.peek() == '`';
      String first = scanner.name("a column or a transform");
      if (quoted || !scanner.take('(')) {
        add(spec, start, "identity", 0, path(start, first));
        return;
      }
      String transform = kind(start, first);
      int argument = 0;
      if (transform.equals("bucket") || transform.equals("truncate")) {
        argument = argument(transform);
      }
      int columnStart = scanner.position();
      String column = path(columnStart, scanner.name("a column"));
      scanner.expect(')', "after the column");
      add(spec, columnStart, transform, argument, column);
    }

    private int argument(String transform) {
      boolean bucket = transform.equals("bucket");
      if (scanner.atName() && (scanner.peek() < '0' || scanner.peek() > '9')) {
        throw scanner.error(
            scanner.position(),
            "the number comes first, as in "
                + (bucket ? "bucket(16, column)" : "truncate(10, column)")
                + ", got "
                + scanner.rest());
      }
      int argument = scanner.number(bucket ? "the number of buckets" : "the width", 1);
      scanner.expect(',', "after the number");
      return argument;
    }

    private String kind(int start, String word) {
      String lower = word.toLowerCase(Locale.ROOT);
      switch (lower) {
        case "identity", "year", "month", "day", "hour", "bucket", "truncate", "void":
          return lower;
        case "years", "months", "days", "hours":
          return lower.substring(0, lower.length() - 1);
        default:
          throw scanner.error(start, "unknown transform '" + word + "'; allowed are " + TRANSFORMS);
      }
    }

    private String path(int start, String first) {
      StringBuilder path = new StringBuilder(first);
      while (scanner.take('.')) {
        path.append('.').append(scanner.name("a field"));
      }
      String name = path.toString();
      if (schema.findField(name) == null) {
        throw scanner.error(
            start,
            "unknown column '"
                + name
                + "'; the columns are "
                + String.join(
                    ", ", new TreeSet<>(TypeUtil.indexByName(schema.asStruct()).keySet())));
      }
      return name;
    }

    private void add(
        PartitionSpec.Builder spec, int start, String kind, int argument, String column) {
      String target = scanner.takeWord("as") ? scanner.name("the partition field's name") : null;
      scanner.expectEnd();
      checkType(start, kind, argument, column);
      try {
        addField(spec, kind, argument, column, target == null ? usualName(kind, column) : target);
      } catch (IllegalArgumentException | ValidationException e) {
        throw scanner.error(
            start, e.getMessage() + "; drop one of them or give it AS another name");
      }
    }

    private void checkType(int start, String kind, int argument, String column) {
      Types.NestedField field = schema.findField(column);
      Transform<?, ?> transform =
          Transforms.fromString(argument == 0 ? kind : kind + "[" + argument + "]");
      if (kind.equals("void")) {
        return;
      }
      if (!field.type().isPrimitiveType() || !transform.canTransform(field.type())) {
        throw scanner.error(
            start, kind + " can't be applied to '" + column + "' of type " + field.type());
      }
      var parents = TypeUtil.indexParents(schema.asStruct());
      for (Integer id = parents.get(field.fieldId()); id != null; id = parents.get(id)) {
        if (!schema.findType(id).isStructType()) {
          throw scanner.error(
              start, "'" + column + "' lies inside a list or a map and has no one value per row");
        }
      }
    }

    private static String usualName(String kind, String column) {
      switch (kind) {
        case "identity":
          return column;
        case "truncate":
          return column + "_trunc";
        case "void":
          return column + "_null";
        default:
          return column + "_" + kind;
      }
    }

    private static void addField(
        PartitionSpec.Builder spec, String kind, int argument, String column, String target) {
      switch (kind) {
        case "identity" -> spec.identity(column, target);
        case "year" -> spec.year(column, target);
        case "month" -> spec.month(column, target);
        case "day" -> spec.day(column, target);
        case "hour" -> spec.hour(column, target);
        case "bucket" -> spec.bucket(column, argument, target);
        case "truncate" -> spec.truncate(column, argument, target);
        default -> spec.alwaysNull(column, target);
      }
    }
  }
}
