package dev.firn.transform.language;

import dev.firn.error.FirnException;
import dev.firn.transform.eval.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads an expression.
 *
 * <pre>
 * condition = both { "or" both }
 * both      = test { "and" test }
 * test      = "not" test | value [ comparison ]
 * comparison = ( "=" | "==" | "!=" | "&lt;&gt;" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=" ) value
 *           | "is" [ "not" ] "null"
 *           | [ "not" ] "in" "(" literal { "," literal } ")"
 *           | [ "not" ] "like" text
 * value     = literal | name { "." name } | name "(" [ condition { "," condition } ] ")"
 *           | "(" condition ")"
 * literal   = 'text' | number | "true" | "false"
 * </pre>
 *
 * <p>Keywords in any case. Names are letters, digits and underscores, or stand in backticks; a
 * doubled quote or backtick stands for one.
 */
final class ExpressionParser {
  private static final Set<String> KEYWORDS =
      Set.of("and", "or", "not", "is", "null", "in", "like", "true", "false");

  /** Deeper nesting has no use and would end in a stack overflow. */
  private static final int MAX_DEPTH = 100;

  private final StepPlace place;
  private final String text;
  private final List<Token> tokens;
  private int next;
  private int depth;

  private ExpressionParser(StepPlace place, String text) {
    this.place = place;
    this.text = text;
    this.tokens = Tokens.of(place, text);
  }

  /** The expression that a text is. */
  static Step.ExpressionText parse(StepPlace place, String text) {
    ExpressionParser parser = new ExpressionParser(place, text);
    Expression expression = parser.condition();
    if (parser.peek().kind() != Token.Kind.END) {
      throw parser.unexpected("'and', 'or' or the end");
    }
    return new Step.ExpressionText(place, text, expression);
  }

  private Expression condition() {
    if (++depth > MAX_DEPTH) {
      throw place.error(text, peek().position(), "nested more than " + MAX_DEPTH + " deep");
    }
    Expression left = both();
    while (peek().isWord("or")) {
      int at = take().position();
      left = new Expression.Both(false, left, both(), at);
    }
    depth--;
    return left;
  }

  private Expression both() {
    Expression left = test();
    while (peek().isWord("and")) {
      int at = take().position();
      left = new Expression.Both(true, left, test(), at);
    }
    return left;
  }

  private Expression test() {
    int nots = 0;
    int at = peek().position();
    while (peek().isWord("not")) {
      take();
      nots++;
    }
    Expression inner = comparison(value());
    return nots % 2 == 0 ? inner : new Expression.Not(inner, at);
  }

  private Expression comparison(Expression left) {
    Token token = peek();
    Optional<Operator> operator =
        token.kind() == Token.Kind.SYMBOL ? Operator.of(token.text()) : Optional.empty();
    if (operator.isPresent()) {
      take();
      return new Expression.Compare(operator.get(), left, value(), token.position());
    }
    if (token.isWord("is")) {
      take();
      boolean negated = takeWord("not");
      expectWord("null", "'null' or 'not null' after 'is'");
      return new Expression.IsNull(left, negated, token.position());
    }
    boolean negated = token.isWord("not");
    if (negated) {
      take();
    }
    Expression test;
    if (takeWord("in")) {
      test = new Expression.In(left, literals(), token.position());
    } else if (takeWord("like")) {
      Token pattern = take();
      if (pattern.kind() != Token.Kind.TEXT) {
        throw unexpected(pattern, "a pattern in single quotes after 'like'");
      }
      test = new Expression.Like(left, pattern.text(), token.position());
    } else if (negated) {
      throw unexpected("'in' or 'like' after 'not'");
    } else {
      return left;
    }
    return negated ? new Expression.Not(test, token.position()) : test;
  }

  private List<Expression.Literal> literals() {
    expectSymbol("(", "'(' and a list of values after 'in'");
    List<Expression.Literal> list = new ArrayList<>();
    do {
      Token token = peek();
      if (!(value() instanceof Expression.Literal literal)) {
        throw unexpected(token, "a constant in the list of 'in'");
      }
      list.add(literal);
    } while (takeSymbol(","));
    expectSymbol(")", "',' or ')'");
    return list;
  }

  private Expression value() {
    Token token = take();
    switch (token.kind()) {
      case TEXT:
        return new Expression.Literal(Expression.Literal.Kind.TEXT, token.text(), token.position());
      case NUMBER:
        return new Expression.Literal(
            Expression.Literal.Kind.NUMBER, token.text(), token.position());
      case QUOTED:
        return name(token);
      case WORD:
        return word(token);
      default:
        if (token.isSymbol("(")) {
          Expression inner = condition();
          expectSymbol(")", "')'");
          return inner;
        }
        throw unexpected(token, "a column, a constant or a function");
    }
  }

  private Expression word(Token token) {
    if (token.isWord("true") || token.isWord("false")) {
      return new Expression.Literal(
          Expression.Literal.Kind.TRUTH, token.text().toLowerCase(Locale.ROOT), token.position());
    }
    if (token.isWord("null")) {
      throw place.error(
          text, token.position(), "nothing equals null; write 'is null' or 'is not null'");
    }
    if (KEYWORDS.contains(token.text().toLowerCase(Locale.ROOT))) {
      throw unexpected(token, "a column (in backticks if it has that name), constant or function");
    }
    if (takeSymbol("(")) {
      List<Expression> arguments = new ArrayList<>();
      if (!takeSymbol(")")) {
        do {
          arguments.add(condition());
        } while (takeSymbol(","));
        expectSymbol(")", "',' or ')'");
      }
      return new Expression.Call(token.text(), arguments, token.position());
    }
    return name(token);
  }

  private Expression name(Token first) {
    List<String> path = new ArrayList<>();
    path.add(first.text());
    while (takeSymbol(".")) {
      Token part = take();
      if (part.kind() != Token.Kind.WORD && part.kind() != Token.Kind.QUOTED) {
        throw unexpected(part, "a field's name (in backticks if it is no word)");
      }
      path.add(part.text());
    }
    return new Expression.Name(List.copyOf(path), first.position());
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    Token token = tokens.get(next);
    next = Math.min(next + 1, tokens.size() - 1);
    return token;
  }

  private boolean takeWord(String word) {
    boolean there = peek().isWord(word);
    if (there) {
      take();
    }
    return there;
  }

  private boolean takeSymbol(String symbol) {
    boolean there = peek().isSymbol(symbol);
    if (there) {
      take();
    }
    return there;
  }

  private void expectWord(String word, String expected) {
    if (!takeWord(word)) {
      throw unexpected(expected);
    }
  }

  private void expectSymbol(String symbol, String expected) {
    if (!takeSymbol(symbol)) {
      throw unexpected(expected);
    }
  }

  private FirnException unexpected(String expected) {
    return unexpected(peek(), expected);
  }

  private FirnException unexpected(Token token, String expected) {
    return place.error(text, token.position(), "expected " + expected + ", got " + token.shown());
  }
}
