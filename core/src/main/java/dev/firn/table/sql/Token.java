package dev.firn.table.sql;

/**
 * A piece of a statement.
 *
 * @param kind what it is
 * @param text its meaning: a name without its backticks, a string without quotes and escapes
 * @param start offset of its first character in the text
 * @param end offset behind its last character
 */
public record Token(Kind kind, String text, int start, int end) {
  /** What a token can be. */
  public enum Kind {
    /** Letters, digits and underscores: a keyword or a name. */
    WORD,
    /** A name in backticks. */
    QUOTED_NAME,
    /** A text in quotes. */
    STRING,
    /** A number, as it is written. */
    NUMBER,
    /** One character that stands for itself. */
    SYMBOL,
    /** Behind the last token. */
    END
  }

  /** Whether it is that symbol. */
  public boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(0) == symbol;
  }

  /** Whether it is that keyword, in any case. */
  public boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }
}
