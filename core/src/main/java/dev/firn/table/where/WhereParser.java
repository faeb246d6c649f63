package dev.firn.table.where;

import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import dev.firn.table.where.Written.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;

/**
 * Reads a condition on rows as SQL writes it after WHERE.
 *
 * <pre>
 * condition = all { "OR" all }
 * all       = one { "AND" one }
 * one       = { "NOT" | "!" } ( "(" condition ")" | predicate )
 * predicate = subject compare literal | literal compare subject
 *           | subject [ "NOT" ] "IN" "(" literal { "," literal } ")"
 *           | subject [ "NOT" ] "BETWEEN" literal "AND" literal
 *           | subject [ "NOT" ] "LIKE" string
 *           | subject "IS" [ "NOT" ] ( "NULL" | "NAN" | "TRUE" | "FALSE" )
 *           | "ISNAN" "(" subject ")" | subject | "TRUE" | "FALSE"
 * compare   = "=" | "==" | "<=>" | "!=" | "<>" | "<" | "<=" | ">" | ">="
 * </pre>
 *
 * <p>{@link SubjectParser} and {@link LiteralParser} have the rest. Keywords are read in any case.
 */
public final class WhereParser {
  /** Parentheses and NOTs within each other; Iceberg walks an expression by recursion. */
  private static final int MAX_DEPTH = 200;

  private final TokenReader reader;
  private final SubjectParser subjects;
  private final LiteralParser literals;
  private final Places places;
  private int depth;

  private WhereParser(String text, Schema schema) {
    this.reader = new TokenReader(text);
    this.subjects = new SubjectParser(reader, schema);
    this.literals = new LiteralParser(reader);
    this.places = new Places(reader);
  }

  /**
   * The expression of a condition, unbound, with the schema's names of columns.
   *
   * @param text of at most 1 Mi characters; a semicolon may end it
   * @param schema has the columns, and gives literals their types
   * @return true for the rows for which the condition is true, not for those where it is unknown;
   *     NaN is above all numbers
   * @throws dev.firn.table.sql.SqlSyntaxException at the first place that can't be read
   */
  public static Expression parse(String text, Schema schema) {
    WhereParser parser = new WhereParser(text, schema);
    Condition condition = parser.condition();
    if (!parser.reader.atEnd()) {
      throw parser.reader.error("expected AND, OR or the end, got " + parser.reader.got());
    }
    return condition.isTrue();
  }

  private Condition condition() {
    List<Condition> any = new ArrayList<>();
    do {
      List<Condition> all = new ArrayList<>();
      do {
        all.add(one());
      } while (reader.take("and"));
      any.add(Condition.all(all));
    } while (reader.take("or"));
    return Condition.any(any);
  }

  private Condition one() {
    if (++depth > MAX_DEPTH) {
      throw reader.error("more than " + MAX_DEPTH + " conditions within each other");
    }
    try {
      if (reader.take('!') || reader.take("not")) {
        return one().not();
      }
      if (reader.take('(')) {
        Condition inner = condition();
        reader.expect(')', "after the condition");
        return inner;
      }
      return predicate();
    } finally {
      depth--;
    }
  }

  private Condition predicate() {
    if (literals.isNext()) {
      return literalFirst();
    }
    if (reader.peek().kind() != Token.Kind.WORD && reader.peek().kind() != Token.Kind.QUOTED_NAME) {
      throw reader.error("expected a condition, got " + reader.got());
    }
    if (reader.at("isnan") && reader.atCall()) {
      reader.next();
      reader.expect('(', "after isnan");
      Token place = reader.peek();
      Subject subject = floating(place, subjects.subject());
      reader.expect(')', "after the column");
      return new Comparison(subject).isNan();
    }
    Token place = reader.peek();
    Subject subject = subjects.subject();
    Optional<Compare> compare = compare();
    if (compare.isPresent()) {
      return compared(subject, compare.get(), literals.literal("a literal to compare with"));
    }
    if (reader.take("is")) {
      return is(place, subject);
    }
    boolean negated = reader.take("not");
    Condition condition = worded(place, subject, negated);
    return negated ? condition.not() : condition;
  }

  /** {@code TRUE}, {@code FALSE}, or {@code literal compare subject}. */
  private Condition literalFirst() {
    Written literal = literals.literal("a literal");
    Optional<Compare> compare = compare();
    if (compare.isEmpty()) {
      if (literal.kind() == Kind.BOOLEAN) {
        return Condition.constant(literal.text().equals("true"));
      }
      throw reader.error("expected a comparison after the literal, got " + reader.got());
    }
    if (literals.isNext()) {
      throw reader.error("expected a column to compare with, got " + reader.got());
    }
    return compared(subjects.subject(), compare.get().flipped(), literal);
  }

  private Condition worded(Token place, Subject subject, boolean negated) {
    if (reader.take("in")) {
      return in(subject);
    } else if (reader.take("between")) {
      Condition least = compared(subject, Operation.GT_EQ, literals.literal("a literal"));
      reader.expect("and");
      Condition most = compared(subject, Operation.LT_EQ, literals.literal("a literal"));
      return Condition.all(List.of(least, most));
    } else if (reader.take("like")) {
      return new LikePattern(reader, places).of(subject);
    } else if (negated) {
      throw reader.expected("in", "between", "like");
    } else if (subject.type().typeId() == Type.TypeID.BOOLEAN) {
      return new Comparison(subject).with(Operation.EQ, Place.at(true));
    }
    throw reader.error(
        "expected a comparison, IN, BETWEEN, LIKE or IS after "
            + reader.between(place, place)
            + ", got "
            + reader.got());
  }

  private Condition is(Token place, Subject subject) {
    boolean negated = reader.take("not");
    Comparison comparison = new Comparison(subject);
    Condition condition;
    if (reader.take("null")) {
      condition = comparison.isNull();
    } else if (reader.take("nan")) {
      floating(place, subject);
      condition = comparison.isNan();
    } else if (reader.at("true") || reader.at("false")) {
      Written value = literals.literal("TRUE or FALSE");
      places.of(subject, value);
      condition = comparison.is(value.text().equals("true"));
    } else {
      throw reader.expected("null", "nan", "true", "false");
    }
    return negated ? condition.not() : condition;
  }

  private Subject floating(Token place, Subject subject) {
    if (!subject.isFloatingPoint()) {
      throw reader.errorAt(
          place, subject.column() + " has the type " + subject.type() + ", which has no NaN");
    }
    return subject;
  }

  private Condition in(Subject subject) {
    reader.expect('(', "after IN");
    List<Place> values = new ArrayList<>();
    List<Condition> any = new ArrayList<>();
    do {
      Written literal = literals.literal("a literal");
      refuseNull(literal);
      if (literal.isNan() && subject.isFloatingPoint()) {
        any.add(new Comparison(subject).withNan(Operation.EQ));
      } else {
        values.add(places.of(subject, literal));
      }
    } while (reader.take(','));
    reader.expect(')', "after the list");
    if (!values.isEmpty()) {
      any.add(new Comparison(subject).in(values));
    }
    return Condition.any(any);
  }

  private Condition compared(Subject subject, Compare compare, Written literal) {
    if (compare.nullSafe() && literal.kind() == Kind.NULL) {
      return new Comparison(subject).isNull();
    }
    Condition condition = compared(subject, compare.op(), literal);
    // Null is not equal to a value, and that is known.
    return compare.nullSafe()
        ? new Condition(
            condition.isTrue(),
            Expressions.or(condition.isFalse(), new Comparison(subject).isNull().isTrue()))
        : condition;
  }

  private Condition compared(Subject subject, Operation op, Written literal) {
    refuseNull(literal);
    boolean isTruth = subject.type().typeId() == Type.TypeID.BOOLEAN;
    if (isTruth && op != Operation.EQ && op != Operation.NOT_EQ) {
      throw reader.errorAt(literal.place(), "booleans are compared by = and != only");
    }
    return literal.isNan() && subject.isFloatingPoint()
        ? new Comparison(subject).withNan(op)
        : new Comparison(subject).with(op, places.of(subject, literal));
  }

  private void refuseNull(Written literal) {
    if (literal.kind() == Kind.NULL) {
      throw reader.errorAt(
          literal.place(), "no value is equal to NULL in SQL; write IS NULL or IS NOT NULL");
    }
  }

  /** An operator that compares; {@code <=>} is equality that knows nulls. */
  private record Compare(Operation op, boolean nullSafe) {
    Compare flipped() {
      return new Compare(op.flipLR(), nullSafe);
    }
  }

  private Optional<Compare> compare() {
    if (reader.take('=')) {
      reader.take('=');
      return Optional.of(new Compare(Operation.EQ, false));
    }
    if (reader.take('<')) {
      if (reader.take('>')) {
        return Optional.of(new Compare(Operation.NOT_EQ, false));
      }
      boolean equal = reader.take('=');
      boolean nullSafe = equal && reader.take('>');
      return Optional.of(
          nullSafe
              ? new Compare(Operation.EQ, true)
              : new Compare(equal ? Operation.LT_EQ : Operation.LT, false));
    }
    if (reader.take('>')) {
      return Optional.of(new Compare(reader.take('=') ? Operation.GT_EQ : Operation.GT, false));
    }
    if (reader.peek().isSymbol('!') && reader.peekSecond().isSymbol('=')) {
      reader.next();
      reader.next();
      return Optional.of(new Compare(Operation.NOT_EQ, false));
    }
    return Optional.empty();
  }
}
