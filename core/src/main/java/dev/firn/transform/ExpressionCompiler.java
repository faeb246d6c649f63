package dev.firn.transform;

import dev.firn.error.FirnException;
import dev.firn.transform.eval.Comparison;
import dev.firn.transform.eval.Constant;
import dev.firn.transform.eval.Lane;
import dev.firn.transform.eval.Like;
import dev.firn.transform.eval.Logic;
import dev.firn.transform.eval.Operator;
import dev.firn.transform.eval.Predicate;
import dev.firn.transform.eval.TruthValues;
import dev.firn.transform.eval.Values;
import dev.firn.transform.language.Expression;
import dev.firn.transform.language.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Makes one expression ready to run, and checks its types. */
final class ExpressionCompiler {
  private final Step.ExpressionText source;
  private final Map<List<String>, Variable> names;
  private final Function<Variable, Values> reader;
  private final Functions functions;

  /**
   * For one expression.
   *
   * @param names what its names stand for
   * @param reader reads a variable
   */
  ExpressionCompiler(
      Step.ExpressionText source,
      Map<List<String>, Variable> names,
      Function<Variable, Values> reader,
      Functions functions) {
    this.source = source;
    this.names = names;
    this.reader = reader;
    this.functions = functions;
  }

  /** A failure at an expression's place. */
  FirnException error(Expression at, String problem) {
    return source.place().error(source.text(), at.position(), problem);
  }

  /** The whole expression as a condition. */
  Predicate condition() {
    return condition(source.expression());
  }

  /** The whole expression as values for a column, or for a later step. */
  Typed values(Type wanted) {
    if (source.expression() instanceof Expression.Literal literal) {
      return literal(literal, wanted, wanted + " column");
    }
    return checked(values(refuseName(source.expression())), wanted);
  }

  /** The whole expression as values of the type that it has by itself. */
  Typed values() {
    if (source.expression() instanceof Expression.Literal literal) {
      return literal(literal, usualType(literal), "column");
    }
    return values(refuseName(source.expression()));
  }

  private Typed checked(Typed found, Type wanted) {
    if (!SourceTypes.fits(found.type(), wanted)) {
      throw error(
          source.expression(),
          "this gives " + found.type() + ", and the table's column is " + wanted);
    }
    return found;
  }

  /** YAML takes the quotes off a constant, which then looks like a column's name. */
  private Expression refuseName(Expression expression) {
    if (expression instanceof Expression.Name name) {
      throw error(
          name,
          "a name alone may mean two things: write copy("
              + name
              + ") for the column of that name, or put the constant under 'set' instead of"
              + " 'derive'");
    }
    return expression;
  }

  private static Type usualType(Expression.Literal literal) {
    String text = literal.text();
    boolean any = literal.kind() == Expression.Literal.Kind.ANY;
    if (literal.kind() == Expression.Literal.Kind.TRUTH
        || (any && (text.equals("true") || text.equals("false")))) {
      return Types.BooleanType.get();
    }
    if (literal.kind() == Expression.Literal.Kind.NUMBER || any) {
      if (Literals.column(Types.LongType.get(), text).isPresent()) {
        return Types.LongType.get();
      }
      if (!any) {
        return Types.DoubleType.get();
      }
    }
    return Types.StringType.get();
  }

  /** Any expression as values. */
  Typed values(Expression e) {
    if (e instanceof Expression.Name name) {
      Variable variable = variable(name);
      return new Typed(reader.apply(variable), variable.type().orElseThrow());
    }
    if (e instanceof Expression.Literal literal) {
      return literal(literal, usualType(literal), "value");
    }
    if (e instanceof Expression.Call call) {
      return functions.compile(call, this);
    }
    return new Typed(new TruthValues(condition(e)), Types.BooleanType.get());
  }

  private Variable variable(Expression.Name name) {
    Variable variable = names.get(name.path());
    if (variable == null) {
      throw new IllegalStateException("'" + name + "' was not looked up");
    }
    return variable;
  }

  private Predicate condition(Expression e) {
    if (e instanceof Expression.Both both) {
      Predicate left = condition(both.left());
      Predicate right = condition(both.right());
      return both.and() ? Logic.and(left, right) : Logic.or(left, right);
    }
    if (e instanceof Expression.Not not) {
      return Logic.not(condition(not.inner()));
    }
    if (e instanceof Expression.Compare compare) {
      return compare(compare);
    }
    if (e instanceof Expression.In in) {
      return in(in);
    }
    if (e instanceof Expression.Like like) {
      return like(like);
    }
    if (e instanceof Expression.IsNull isNull) {
      return Logic.isNull(values(isNull.value()).values(), isNull.negated());
    }
    Typed value = values(e);
    if (value.type().typeId() != Type.TypeID.BOOLEAN) {
      throw error(e, "expected a condition; this is " + value.type());
    }
    return Logic.isTrue(value.values());
  }

  private Predicate compare(Expression.Compare compare) {
    boolean leftConstant = compare.left() instanceof Expression.Literal;
    boolean rightConstant = compare.right() instanceof Expression.Literal;
    if (leftConstant && rightConstant) {
      throw error(compare.left(), "two constants are compared; one side has to be a column");
    }
    if (leftConstant) {
      // A constant on the right is compared once per distinct value.
      Typed right = values(compare.right());
      Typed left = operand((Expression.Literal) compare.left(), right, compare.right());
      Operator mirrored = mirrored(compare.operator());
      return comparison(right, mirrored, left, compare);
    }
    Typed left = values(compare.left());
    Typed right =
        rightConstant
            ? operand((Expression.Literal) compare.right(), left, compare.left())
            : values(compare.right());
    return comparison(left, compare.operator(), right, compare);
  }

  private static Operator mirrored(Operator operator) {
    return switch (operator) {
      case LESS -> Operator.GREATER;
      case AT_MOST -> Operator.AT_LEAST;
      case GREATER -> Operator.LESS;
      case AT_LEAST -> Operator.AT_MOST;
      case EQUAL, NOT_EQUAL -> operator;
    };
  }

  private Predicate comparison(
      Typed left, Operator operator, Typed right, Expression.Compare compare) {
    Lane lane = lane(left.type(), right.type(), compare);
    return Comparison.of(left.values(), operator, right.values(), lane);
  }

  private Lane lane(Type left, Type right, Expression at) {
    return Lane.of(left, right)
        .orElseThrow(() -> error(at, left + " can't be compared with " + right));
  }

  private Predicate in(Expression.In in) {
    Typed value = values(in.value());
    List<Values> list = new ArrayList<>();
    for (Expression.Literal literal : in.list()) {
      list.add(operand(literal, value, in.value()).values());
    }
    return Comparison.isIn(value.values(), list, lane(value.type(), value.type(), in));
  }

  private Predicate like(Expression.Like like) {
    Typed value = values(like.value());
    if (value.type().typeId() != Type.TypeID.STRING) {
      throw error(like.value(), "'like' takes a string, this is " + value.type());
    }
    return new Like(value.values(), like.pattern());
  }

  private Typed operand(Expression.Literal literal, Typed other, Expression otherSide) {
    String what = otherSide instanceof Expression.Name name ? "'" + name + "'" : "the other side";
    return literal(literal, other.type(), what + " (" + other.type() + ")");
  }

  /** A constant of a type; numbers without quotes, texts and times in quotes. */
  private Typed literal(Expression.Literal literal, Type type, String user) {
    boolean kindFits =
        switch (literal.kind()) {
          case ANY -> true;
          case TEXT -> Literals.isText(type);
          case TRUTH -> type.typeId() == Type.TypeID.BOOLEAN;
          case NUMBER -> !Literals.isText(type) && type.typeId() != Type.TypeID.BOOLEAN;
        };
    if (kindFits) {
      var column = Literals.column(type, literal.text());
      if (column.isPresent()) {
        return new Typed(new Constant(column.get()), type);
      }
    }
    throw error(
        literal,
        "expected " + Literals.expected(type) + " for " + user + ", got " + shown(literal));
  }

  private static String shown(Expression.Literal literal) {
    return literal.kind() == Expression.Literal.Kind.TEXT
        ? "'" + literal.text() + "'"
        : literal.text();
  }
}
