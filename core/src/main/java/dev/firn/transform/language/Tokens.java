package dev.firn.transform.language;

import java.util.ArrayList;
import java.util.List;

/** Cuts an expression into tokens. */
final class Tokens {
  private static final List<String> SYMBOLS =
      List.of("<=", ">=", "!=", "<>", "==", "<", ">", "=", "(", ")", ",", ".");

  private final StepPlace place;
  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokens(StepPlace place, String text) {
    this.place = place;
    this.text = text;
  }

  /** The tokens of a text; the last one is the end. */
  static List<Token> of(StepPlace place, String text) {
    Tokens all = new Tokens(place, text);
    while (all.skipBlanks()) {
      all.next();
    }
    all.add(Token.Kind.END, "", text.length());
    return all.tokens;
  }

  private boolean skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length();
  }

  private void next() {
    char c = text.charAt(at);
    int from = at;
    if (c == '\'' || c == '`') {
      String inside = quoted(c);
      add(c == '`' ? Token.Kind.QUOTED : Token.Kind.TEXT, inside, from);
    } else if (isDigit(c) || (c == '-' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      number();
      add(Token.Kind.NUMBER, text.substring(from, at), from);
    } else if (isWordPart(c)) {
      while (at < text.length() && (isWordPart(text.charAt(at)) || isDigit(text.charAt(at)))) {
        at++;
      }
      add(Token.Kind.WORD, text.substring(from, at), from);
    } else {
      add(Token.Kind.SYMBOL, symbol(), from);
    }
  }

  /** What stands in quotes; a doubled quote stands for one. */
  private String quoted(char quote) {
    int from = at++;
    StringBuilder inside = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != quote) {
        inside.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        inside.append(quote);
        at++;
      } else {
        return inside.toString();
      }
    }
    throw place.error(text, from, "expected another " + quote + " that closes this one");
  }

  private void number() {
    at++;
    while (at < text.length() && isNumberPart(at)) {
      at++;
    }
  }

  private boolean isNumberPart(int i) {
    char c = text.charAt(i);
    boolean exponentSign =
        (c == '-' || c == '+') && (text.charAt(i - 1) == 'e' || text.charAt(i - 1) == 'E');
    return isDigit(c) || c == '.' || c == 'e' || c == 'E' || exponentSign;
  }

  private String symbol() {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        at += symbol.length();
        return symbol;
      }
    }
    String hint =
        text.charAt(at) == '"'
            ? "texts stand in single quotes, names in backticks"
            : "a name with such a character stands in backticks";
    throw place.error(text, at, "unexpected '" + text.charAt(at) + "'; " + hint);
  }

  private void add(Token.Kind kind, String token, int from) {
    tokens.add(new Token(kind, token, from));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(char c) {
    return c == '_' || Character.isLetter(c);
  }
}
