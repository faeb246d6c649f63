package dev.firn.table.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text of SQL into tokens, as Spark does.
 *
 * <pre>
 * blank   = white space | "--" … end of line | "/*" … "*&#47;", which may contain others
 * word    = letter, digit or "_", one or more
 * quoted  = "`" … "`", where "``" stands for one
 * string  = "'" … "'" or '"' … '"', where a backslash escapes and a doubled quote stands for one;
 *           \\% and \\_ stay as they are, for LIKE
 * number  = digits [ "." digits ] [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 * </pre>
 */
final class Tokenizer {
  /** Longer texts are no DDL; bounds what one statement can take of memory. */
  static final int MAX_CHARS = 1 << 20;

  private static final String SYMBOLS = "(),.;<>:=-+*/[]!%&|^~?@#{}$";

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokenizer(String text) {
    this.text = text;
  }

  /**
   * The tokens of a text; the last one is {@link Token.Kind#END}.
   *
   * @throws SqlSyntaxException if a quote or a comment is not closed
   */
  static List<Token> tokens(String text) {
    if (text.length() > MAX_CHARS) {
      throw SqlSyntaxException.at(
          text.substring(0, 60),
          0,
          "the text has " + text.length() + " characters; at most " + MAX_CHARS + " are read");
    }
    return new Tokenizer(text).run();
  }

  private List<Token> run() {
    while (true) {
      skipBlanks();
      int start = at;
      if (at == text.length()) {
        tokens.add(new Token(Token.Kind.END, "", at, at));
        return List.copyOf(tokens);
      }
      char c = text.charAt(at);
      if (c == '`') {
        add(Token.Kind.QUOTED_NAME, quotedName(), start);
      } else if (c == '\'' || c == '"') {
        add(Token.Kind.STRING, string(c), start);
      } else if (isDigit(c)) {
        numberOrWord(start);
      } else if (isWordPart(text.codePointAt(at))) {
        skipWord();
        add(Token.Kind.WORD, text.substring(start, at), start);
      } else if (SYMBOLS.indexOf(c) >= 0) {
        at++;
        add(Token.Kind.SYMBOL, String.valueOf(c), start);
      } else {
        throw SqlSyntaxException.at(
            text, at, "unexpected character '" + Character.toString(text.codePointAt(at)) + "'");
      }
    }
  }

  private void add(Token.Kind kind, String meaning, int start) {
    tokens.add(new Token(kind, meaning, start, at));
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int start = at;
    int depth = 0;
    while (at < text.length()) {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        at += 2;
        if (--depth == 0) {
          return;
        }
      } else {
        at++;
      }
    }
    throw SqlSyntaxException.at(text, start, "this comment is not closed; expected */");
  }

  private void numberOrWord(int start) {
    skipDigits();
    if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
      at++;
      skipDigits();
      skipExponent();
    } else if (!skipExponent() && at < text.length() && isWordPart(text.codePointAt(at))) {
      skipWord();
      add(Token.Kind.WORD, text.substring(start, at), start);
      return;
    }
    add(Token.Kind.NUMBER, text.substring(start, at), start);
  }

  /** Takes an exponent, unless what follows only begins like one, as in {@code 1event}. */
  private boolean skipExponent() {
    int before = at;
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      int digits = at;
      skipDigits();
      if (at > digits && (at == text.length() || !isWordPart(text.codePointAt(at)))) {
        return true;
      }
    }
    at = before;
    return false;
  }

  private void skipDigits() {
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
  }

  private void skipWord() {
    while (at < text.length() && isWordPart(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
  }

  private String quotedName() {
    int start = at++;
    StringBuilder name = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '`') {
        name.append(c);
      } else if (at < text.length() && text.charAt(at) == '`') {
        name.append('`');
        at++;
      } else if (name.isEmpty()) {
        throw SqlSyntaxException.at(text, start, "a name can't be empty");
      } else {
        return name.toString();
      }
    }
    throw SqlSyntaxException.at(text, start, "this name is not closed; expected another `");
  }

  private String string(char quote) {
    int start = at++;
    StringBuilder string = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        escape(string);
      } else if (c != quote) {
        string.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        string.append(quote);
        at++;
      } else {
        return string.toString();
      }
    }
    throw SqlSyntaxException.at(text, start, "this text is not closed; expected another " + quote);
  }

  private void escape(StringBuilder into) {
    char c = text.charAt(at++);
    switch (c) {
      case 'n' -> into.append('\n');
      case 't' -> into.append('\t');
      case 'r' -> into.append('\r');
      case 'b' -> into.append('\b');
      case '0' -> into.append('\0');
      case 'u' -> unicode(into);
      case '%', '_' -> into.append('\\').append(c);
      default -> into.append(c);
    }
  }

  private void unicode(StringBuilder into) {
    int end = at + 4;
    try {
      into.append((char) Integer.parseInt(text, at, end, 16));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw SqlSyntaxException.at(text, at - 2, "expected four hexadecimal digits after \\u");
    }
    at = end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }
}
