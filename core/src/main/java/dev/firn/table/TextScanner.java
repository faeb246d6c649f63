package dev.firn.table;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;

/**
 * Reads the small texts of this package (types, partition rules) token by token. Names are bare
 * (letters, digits, underscores) or in backticks, where a doubled backtick stands for one.
 */
final class TextScanner {
  private final String what;
  private final String text;
  private int position;

  /**
   * At the start of a text.
   *
   * @param what the text's role and place, for messages: {@code partition rule}
   */
  TextScanner(String what, String text) {
    this.what = what;
    this.text = text;
  }

  /** Where the next token begins, from 0. */
  int position() {
    skipBlanks();
    return position;
  }

  boolean atEnd() {
    skipBlanks();
    return position == text.length();
  }

  /** The next token's first character, or 0 at the end. */
  char peek() {
    skipBlanks();
    return position < text.length() ? text.charAt(position) : 0;
  }

  /** Takes a character if it is next. */
  boolean take(char expected) {
    if (peek() != expected || atEnd()) {
      return false;
    }
    position++;
    return true;
  }

  /** Takes a character or fails. */
  void expect(char expected, String where) {
    if (!take(expected)) {
      throw error(position(), "expected '" + expected + "' " + where + ", got " + rest());
    }
  }

  /** Whether a name comes next. */
  boolean atName() {
    char c = peek();
    return c == '`' || isNamePart(c);
  }

  /** Takes a keyword, in any case, if it is next. */
  boolean takeWord(String word) {
    int start = position();
    int end = start + word.length();
    if (!text.regionMatches(true, start, word, 0, word.length())
        || (end < text.length() && isNamePart(text.charAt(end)))) {
      return false;
    }
    position = end;
    return true;
  }

  /** Takes a name. */
  String name(String role) {
    int start = position();
    if (peek() == '`') {
      return quoted('`', role);
    }
    while (position < text.length() && isNamePart(text.charAt(position))) {
      position++;
    }
    if (position == start) {
      throw error(start, "expected " + role + ", got " + rest());
    }
    return text.substring(start, position);
  }

  /** Takes a text in quotes; a doubled quote stands for one. */
  String quoted(char quote, String role) {
    int start = position();
    if (!take(quote)) {
      throw error(start, "expected " + role + " in " + quote + ", got " + rest());
    }
    StringBuilder name = new StringBuilder();
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c != quote) {
        name.append(c);
      } else if (position < text.length() && text.charAt(position) == quote) {
        name.append(quote);
        position++;
      } else {
        return name.toString();
      }
    }
    throw error(start, role + " is not closed; expected another " + quote);
  }

  /** Takes a whole number of at least {@code least}. */
  int number(String role, int least) {
    int start = position();
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    if (end == start || end - start > 9) {
      throw error(start, "expected " + role + " (a whole number), got " + rest());
    }
    position = end;
    int value = Integer.parseInt(text.substring(start, end));
    if (value < least) {
      throw error(start, role + " must be at least " + least + ", got " + value);
    }
    return value;
  }

  /** Fails unless the text is used up. */
  void expectEnd() {
    if (!atEnd()) {
      throw error(position(), "expected the end, got " + rest());
    }
  }

  /** What is left, quoted for a message. */
  String rest() {
    return atEnd() ? "the end" : "'" + text.substring(position) + "'";
  }

  /** A failure at a place of the text, which the message counts from 1. */
  FirnException error(int at, String problem) {
    return new FirnException(
        ErrorCode.CONFIG, what + " '" + text + "', column " + (at + 1) + ": " + problem);
  }

  private void skipBlanks() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private static boolean isNamePart(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  /** A name as this scanner reads it back: bare where possible, else in backticks. */
  static String quoteName(String name) {
    boolean bare = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      bare &= isNamePart(name.charAt(i));
    }
    return bare ? name : "`" + name.replace("`", "``") + "`";
  }
}
