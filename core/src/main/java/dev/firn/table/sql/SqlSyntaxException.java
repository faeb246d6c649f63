package dev.firn.table.sql;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;

/**
 * A statement that can't be read. Its message has three lines: the place and what was expected, the
 * line of the statement, a caret under the place.
 */
public final class SqlSyntaxException extends FirnException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  private SqlSyntaxException(int line, int column, String message) {
    super(ErrorCode.USAGE, message);
    this.line = line;
    this.column = column;
  }

  /**
   * A failure at a place of a text.
   *
   * @param offset of the place, 0 to the text's length
   */
  static SqlSyntaxException at(String text, int offset, String problem) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    int end = text.indexOf('\n', lineStart);
    String shown = text.substring(lineStart, end < 0 ? text.length() : end);
    int column = text.codePointCount(lineStart, offset) + 1;
    String caret = blanks(text.substring(lineStart, offset)) + "^";
    return new SqlSyntaxException(
        line,
        column,
        "line " + line + ", column " + column + ": " + problem + "\n  " + shown + "\n  " + caret);
  }

  /** As wide as the text: tabs stay tabs, so that the caret stands right under any tab width. */
  private static String blanks(String text) {
    StringBuilder blanks = new StringBuilder();
    text.codePoints().forEach(c -> blanks.append(c == '\t' ? '\t' : ' '));
    return blanks.toString();
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }

  /** The column in characters, from 1. */
  public int column() {
    return column;
  }
}
