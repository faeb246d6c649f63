package dev.firn.table.sql;

import dev.firn.table.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads tokens one after the other; failures point at the token that does not fit. */
public final class TokenReader {
  private final String text;
  private final List<Token> tokens;
  private int position;

  /**
   * At the first token of a text.
   *
   * @throws SqlSyntaxException if it can't be cut into tokens
   */
  public TokenReader(String text) {
    this.text = text;
    this.tokens = Tokenizer.tokens(text);
  }

  /** The next token. */
  public Token peek() {
    return tokens.get(position);
  }

  /** The token behind the next one. */
  public Token peekSecond() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1));
  }

  /** Takes the next token, whatever it is; at the end it stays there. */
  public Token next() {
    Token token = peek();
    if (token.kind() != Kind.END) {
      position++;
    }
    return token;
  }

  /** Whether the end of the text or of the statement comes next. */
  public boolean atEnd() {
    return peek().kind() == Kind.END || peek().isSymbol(';');
  }

  /** Whether a keyword comes next, in any case. */
  public boolean at(String word) {
    return peek().isWord(word);
  }

  /** Takes keywords, in any case, if all of them come next. */
  public boolean take(String... words) {
    for (int i = 0; i < words.length; i++) {
      int index = Math.min(position + i, tokens.size() - 1);
      if (!tokens.get(index).isWord(words[i])) {
        return false;
      }
    }
    position += words.length;
    return true;
  }

  /** Takes one of several keywords if one comes next. */
  public boolean takeAny(String... words) {
    for (String word : words) {
      if (take(word)) {
        return true;
      }
    }
    return false;
  }

  /** Takes keywords or fails at the first that is missing. */
  public void expect(String... words) {
    for (String word : words) {
      if (!take(word)) {
        throw expected(word);
      }
    }
  }

  /** Takes a symbol if it comes next. */
  public boolean take(char symbol) {
    if (!peek().isSymbol(symbol)) {
      return false;
    }
    position++;
    return true;
  }

  /** Takes a symbol or fails. */
  public void expect(char symbol, String where) {
    if (!take(symbol)) {
      throw error("expected '" + symbol + "' " + where + ", got " + got());
    }
  }

  /** Takes a name, bare or in backticks. */
  public String name(String role) {
    Token token = peek();
    if (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED_NAME) {
      throw error("expected " + role + ", got " + got());
    }
    position++;
    return token.text();
  }

  /** Takes names joined by dots. */
  public List<String> path(String role) {
    List<String> parts = new ArrayList<>();
    parts.add(name(role));
    while (take('.')) {
      parts.add(name("the next part of " + role));
    }
    return List.copyOf(parts);
  }

  /** Takes names joined by dots, as one name of a column. */
  public String column(String role) {
    return String.join(".", path(role));
  }

  /** Takes a text in quotes. */
  public String string(String role) {
    if (peek().kind() != Kind.STRING) {
      throw error("expected " + role + " in quotes, got " + got());
    }
    return next().text();
  }

  /** Takes a whole number of at least {@code least}. */
  public int number(String role, int least) {
    Token token = peek();
    if (token.kind() != Kind.NUMBER || !isWhole(token.text())) {
      throw error("expected " + role + " (a whole number), got " + got());
    }
    int value = Integer.parseInt(token.text());
    if (value < least) {
      throw error(role + " must be at least " + least + ", got " + value);
    }
    position++;
    return value;
  }

  private static boolean isWhole(String number) {
    return number.length() <= 9 && number.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Whether the next token opens a call: {@code days(}. */
  public boolean atCall() {
    return peek().kind() == Kind.WORD && peekSecond().isSymbol('(');
  }

  /** Fails unless the statement is used up. */
  public void expectEnd() {
    if (!atEnd()) {
      throw error("expected the end of the statement, got " + got());
    }
  }

  /** The next token as a message names it. */
  public String got() {
    Token token = peek();
    return token.kind() == Kind.END
        ? "the end"
        : "'" + text.substring(token.start(), token.end()) + "'";
  }

  /** The text from one token to another, as it is written. */
  public String between(Token first, Token last) {
    return text.substring(first.start(), last.end());
  }

  /** A failure at the next token, which is none of some keywords. */
  public SqlSyntaxException expected(String... words) {
    String all =
        List.of(words).stream()
            .map(word -> word.toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return error("expected " + (words.length > 1 ? "one of " : "") + all + ", got " + got());
  }

  /** A failure at the next token. */
  public SqlSyntaxException error(String problem) {
    return errorAt(peek(), problem);
  }

  /** A failure at a token. */
  public SqlSyntaxException errorAt(Token token, String problem) {
    return SqlSyntaxException.at(text, token.start(), problem);
  }
}
