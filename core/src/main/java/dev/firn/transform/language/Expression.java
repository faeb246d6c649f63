package dev.firn.transform.language;

import dev.firn.transform.eval.Operator;
import java.util.List;

/** An expression as it was written; positions count from 0 in its text. */
public sealed interface Expression {
  /** Where it begins in its text, from 0. */
  int position();

  /** A column, or a field of it. */
  record Name(List<String> path, int position) implements Expression {
    @Override
    public String toString() {
      return String.join(".", path);
    }
  }

  /** A constant. */
  record Literal(Kind kind, String text, int position) implements Expression {
    /** How it was written. */
    public enum Kind {
      TEXT,
      NUMBER,
      TRUTH,
      /** By {@code set}: taken for whatever the column holds. */
      ANY
    }
  }

  /** A function's value. */
  record Call(String function, List<Expression> arguments, int position) implements Expression {}

  /** A comparison. */
  record Compare(Operator operator, Expression left, Expression right, int position)
      implements Expression {}

  /** Whether a value is one of a list. */
  record In(Expression value, List<Literal> list, int position) implements Expression {}

  /** Whether a text matches a pattern. */
  record Like(Expression value, String pattern, int position) implements Expression {}

  /** Whether a value is null, or is not. */
  record IsNull(Expression value, boolean negated, int position) implements Expression {}

  /** Two conditions. */
  record Both(boolean and, Expression left, Expression right, int position) implements Expression {}

  /** The contrary. */
  record Not(Expression inner, int position) implements Expression {}
}
