package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
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
      new RuleParser(rule).addTo(spec, schema);
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

  /**
   * The rule of one field.
   *
   * @param schema the schema of its table
   * @throws FirnException ({@link ErrorCode#TABLE}) as {@link #format(PartitionSpec)}
   */
  public static String format(PartitionField field, Schema schema) {
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
                + PartitionTerm.TRANSFORMS);
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

  /**
   * A rule as a change would take it: the term and its name, if it has one. The column may be
   * unknown.
   *
   * @throws FirnException ({@link ErrorCode#CONFIG}) if it can't be read
   */
  public static NamedTerm parseTerm(String rule) {
    return new RuleParser(rule).term();
  }

  /**
   * A rule taken apart.
   *
   * @param name after {@code AS}
   */
  public record NamedTerm(PartitionTerm term, Optional<String> name) {}

  /** One rule. */
  private static final class RuleParser {
    private final TextScanner scanner;
    private int columnStart;

    RuleParser(String rule) {
      this.scanner = new TextScanner("partition rule", rule);
    }

    void addTo(PartitionSpec.Builder spec, Schema schema) {
      NamedTerm named = term();
      PartitionTerm term = named.term();
      Optional<String> problem = term.problemIn(schema);
      if (problem.isPresent()) {
        throw scanner.error(columnStart, problem.get());
      }
      try {
        PartitionRules.addTo(spec, term, named.name().orElseGet(term::usualName));
      } catch (IllegalArgumentException | ValidationException e) {
        throw scanner.error(
            columnStart, e.getMessage() + "; drop one of them or give it AS another name");
      }
    }

    NamedTerm term() {
      PartitionTerm term = transform();
      Optional<String> name =
          scanner.takeWord("as")
              ? Optional.of(scanner.name("the partition field's name"))
              : Optional.empty();
      scanner.expectEnd();
      return new NamedTerm(term, name);
    }

    private PartitionTerm transform() {
      columnStart = scanner.position();
      boolean quoted = scanner.peek() == '`';
      String first = scanner.name("a column or a transform");
      if (quoted || !scanner.take('(')) {
        return PartitionTerm.identity(path(first));
      }
      PartitionTerm.Kind kind = kind(columnStart, first);
      int argument = kind.hasArgument() ? argument(kind) : 0;
      columnStart = scanner.position();
      String column = path(scanner.name("a column"));
      scanner.expect(')', "after the column");
      return new PartitionTerm(kind, argument, column);
    }

    private int argument(PartitionTerm.Kind kind) {
      boolean bucket = kind == PartitionTerm.Kind.BUCKET;
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

    private PartitionTerm.Kind kind(int start, String word) {
      return PartitionTerm.Kind.named(word)
          .orElseThrow(
              () ->
                  scanner.error(
                      start,
                      "unknown transform '" + word + "'; allowed are " + PartitionTerm.TRANSFORMS));
    }

    private String path(String first) {
      StringBuilder path = new StringBuilder(first);
      while (scanner.take('.')) {
        path.append('.').append(scanner.name("a field"));
      }
      return path.toString();
    }
  }

  /**
   * Adds a field to a spec.
   *
   * @param name the field's name
   * @throws IllegalArgumentException or a {@link ValidationException} if it contradicts another
   */
  public static void addTo(PartitionSpec.Builder spec, PartitionTerm term, String name) {
    String column = term.column();
    switch (term.kind()) {
      case IDENTITY -> spec.identity(column, name);
      case YEAR -> spec.year(column, name);
      case MONTH -> spec.month(column, name);
      case DAY -> spec.day(column, name);
      case HOUR -> spec.hour(column, name);
      case BUCKET -> spec.bucket(column, term.argument(), name);
      case TRUNCATE -> spec.truncate(column, term.argument(), name);
      case VOID -> spec.alwaysNull(column, name);
    }
  }
}
