package dev.firn.table.where;

import dev.firn.error.Nearest;
import dev.firn.table.PartitionTerm;
import dev.firn.table.sql.TermParser;
import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundTerm;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Columns and transforms of columns, looked up in a schema.
 *
 * <pre>
 * subject = column | transform | "year" "(" column ")" | "CAST" "(" column "AS" "DATE" ")"
 * column  = name { "." name }
 * </pre>
 *
 * <p>Transforms are those of {@link TermParser}. A name is looked up as it is written, then in any
 * case.
 */
final class SubjectParser {
  /** Functions of SQL that are no range of their column, and what may have been meant. */
  private static final Map<String, String> PARTS =
      Map.of(
          "month", "months(c) = '2021-03'",
          "day", "days(c) = DATE '2021-03-05'",
          "hour", "hours(c) = '2021-03-05 10'");

  private final TokenReader reader;
  private final Schema schema;

  SubjectParser(TokenReader reader, Schema schema) {
    this.reader = reader;
    this.schema = schema;
  }

  Subject subject() {
    Token first = reader.peek();
    if (!reader.atCall()) {
      return column(first, reader.column("a column"));
    }
    String word = first.text().toLowerCase(Locale.ROOT);
    if (PARTS.containsKey(word)) {
      throw reader.error(
          word + "() is a part of the date in SQL, not a range; write " + PARTS.get(word));
    }
    if (word.equals("year") || word.equals("cast")) {
      return call(word);
    }
    PartitionTerm term = new TermParser(reader).term();
    return transform(first, term);
  }

  private Subject call(String word) {
    reader.next();
    reader.expect('(', "after the function");
    Token place = reader.peek();
    Subject column = column(place, reader.column("a column"));
    if (word.equals("cast")) {
      reader.expect("as", "date");
    }
    reader.expect(')', "after the column");
    PartitionTerm.Kind kind =
        word.equals("cast") ? PartitionTerm.Kind.DAY : PartitionTerm.Kind.YEAR;
    Subject made = transform(place, new PartitionTerm(kind, 0, column.column()));
    return word.equals("cast")
        ? made
        : new Subject(made.column(), Subject.Unit.YEAR, made.type(), made.term());
  }

  private Subject transform(Token place, PartitionTerm written) {
    Subject column = column(place, written.column());
    if (written.kind() == PartitionTerm.Kind.IDENTITY) {
      return column;
    }
    PartitionTerm term = new PartitionTerm(written.kind(), written.argument(), column.column());
    term.problemIn(schema)
        .ifPresent(
            problem -> {
              throw reader.errorAt(place, problem);
            });
    String name = column.column();
    return switch (term.kind()) {
      case IDENTITY, VOID -> column;
      case YEAR -> made(name, Subject.Unit.YEARS, Types.IntegerType.get(), Expressions.year(name));
      case MONTH ->
          made(name, Subject.Unit.MONTHS, Types.IntegerType.get(), Expressions.month(name));
      case DAY -> made(name, Subject.Unit.VALUE, Types.DateType.get(), Expressions.day(name));
      case HOUR -> made(name, Subject.Unit.HOURS, Types.IntegerType.get(), Expressions.hour(name));
      case BUCKET ->
          made(
              name,
              Subject.Unit.VALUE,
              Types.IntegerType.get(),
              Expressions.bucket(name, term.argument()));
      case TRUNCATE ->
          made(
              name, Subject.Unit.VALUE, column.type(), Expressions.truncate(name, term.argument()));
    };
  }

  @SuppressWarnings("unchecked")
  private static Subject made(String column, Subject.Unit unit, Type type, UnboundTerm<?> term) {
    return new Subject(column, unit, type, (UnboundTerm<Object>) term);
  }

  private Subject column(Token place, String written) {
    Types.NestedField field = schema.findField(written);
    if (field == null) {
      field = inAnyCase(place, written);
    }
    String name = schema.findColumnName(field.fieldId());
    if (!field.type().isPrimitiveType()) {
      throw reader.errorAt(
          place,
          name
              + " is a "
              + field.type().typeId().name().toLowerCase(Locale.ROOT)
              + "; a condition is on values, name a column in it");
    }
    Map<Integer, Integer> parents = TypeUtil.indexParents(schema.asStruct());
    for (Integer id = parents.get(field.fieldId()); id != null; id = parents.get(id)) {
      if (!schema.findType(id).isStructType()) {
        throw reader.errorAt(
            place, name + " lies inside a list or a map and has no one value per row");
      }
    }
    return Subject.column(name, field.type());
  }

  private Types.NestedField inAnyCase(Token place, String written) {
    List<String> names =
        List.copyOf(new TreeSet<>(TypeUtil.indexByName(schema.asStruct()).keySet()));
    List<String> same = names.stream().filter(name -> name.equalsIgnoreCase(written)).toList();
    if (same.size() == 1) {
      return schema.findField(same.get(0));
    }
    if (same.size() > 1) {
      throw reader.errorAt(
          place, "'" + written + "' may be one of " + String.join(", ", same) + "; write its case");
    }
    Optional<String> near = Nearest.of(written, names);
    throw reader.errorAt(
        place,
        "unknown column '"
            + written
            + "'"
            + near.map(name -> ", did you mean " + name + "? The").orElse("; the")
            + " columns are "
            + String.join(", ", names));
  }
}
