package dev.firn.table.ddl;

import dev.firn.table.ddl.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads tokens one after the other; failures point at the token that does not fit. */
final class TokenReader {
  private final String text;
  private final List<Token> tokens;
  private int position;

  TokenReader(String text) {
    this.text = text;
    this.tokens = Tokenizer.tokens(text);
  }

  /** The next token. */
  Token peek() {
    return tokens.get(position);
  }

  /** The token behind the next one. */
  private Token peekSecond() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1));
  }

  /** Takes the next token, whatever it is; at the end it stays there. */
  Token next() {
    Token token = peek();
    if (token.kind() != Kind.END) {
      position++;
    }
    return token;
  }

  /** Whether the end of the text or of the statement comes next. */
  boolean atEnd() {
    return peek().kind() == Kind.END || peek().isSymbol(';');
  }

  /** Whether a keyword comes next, in any case. */
  boolean at(String word) {
    return peek().isWord(word);
  }

  /** Takes keywords, in any case, if all of them come next. */
  boolean take(String... words) {
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
  boolean takeAny(String... words) {
    for (String word : words) {
      if (take(word)) {
        return true;
      }
    }
    return false;
  }

  /** Takes keywords or fails at the first that is missing. */
  void expect(String... words) {
    for (String word : words) {
      if (!take(word)) {
        throw expected(word);
      }
    }
  }

  /** Takes a symbol if it comes next. */
  boolean take(char symbol) {
    if (!peek().isSymbol(symbol)) {
      return false;
    }
    position++;
    return true;
  }

  /** Takes a symbol or fails. */
  void expect(char symbol, String where) {
    if (!take(symbol)) {
      throw error("expected '" + symbol + "' " + where + ", got " + got());
    }
  }

  /** Takes a name, bare or in backticks. */
  String name(String role) {
    Token token = peek();
    if (token.kind() != Kind.WORD && token.kind() != Kind.QUOTED_NAME) {
      throw error("expected " + role + ", got " + got());
    }
    position++;
    return token.text();
  }

  /** Takes names joined by dots. */
  List<String> path(String role) {
    List<String> parts = new ArrayList<>();
    parts.add(name(role));
    while (take('.')) {
      parts.add(name("the next part of " + role));
    }
    return List.copyOf(parts);
  }

  /** Takes names joined by dots, as one name of a column. */
  String column(String role) {
    return String.join(".", path(role));
  }

  /** Takes a text in quotes. */
  String string(String role) {
    if (peek().kind() != Kind.STRING) {
      throw error("expected " + role + " in quotes, got " + got());
    }
    return next().text();
  }

  /** Takes a whole number of at least {@code least}. */
  int number(String role, int least) {
    Token token = peek();
    if (token.kind() != Kind.NUMBER || token.text().length() > 9 || token.text().contains(".")) {
      throw error("expected " + role + " (a whole number), got " + got());
    }
    int value = Integer.parseInt(token.text());
    if (value < least) {
      throw error(role + " must be at least " + least + ", got " + value);
    }
    position++;
    return value;
  }

  /** Whether the next token opens a call: {@code days(}. */
  boolean atCall() {
    return peek().kind() == Kind.WORD && peekSecond().isSymbol('(');
  }

  /** Fails unless the statement is used up. */
  void expectEnd() {
    if (!atEnd()) {
      throw error("expected the end of the statement, got " + got());
    }
  }

  /** The next token as a message names it. */
  String got() {
    Token token = peek();
    return token.kind() == Kind.END
        ? "the end"
        : "'" + text.substring(token.start(), token.end()) + "'";
  }

  /** What is left of the text and how it is written there. */
  String between(Token first, Token last) {
    return text.substring(first.start(), last.end());
  }

  SqlSyntaxException expected(String... words) {
    String all =
        List.of(words).stream()
            .map(word -> word.toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return error("expected " + (words.length > 1 ? "one of " : "") + all + ", got " + got());
  }

  /** A failure at the next token. */
  SqlSyntaxException error(String problem) {
    return errorAt(peek(), problem);
  }

  /** A failure at a token. */
  SqlSyntaxException errorAt(Token token, String problem) {
    return SqlSyntaxException.at(text, token.start(), problem);
  }
}
