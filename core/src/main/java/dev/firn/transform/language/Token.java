package dev.firn.transform.language;

/**
 * A word of an expression.
 *
 * @param text of a name or text without its quotes
 * @param position from 0
 */
record Token(Kind kind, String text, int position) {
  /** What it is. */
  enum Kind {
    /** A keyword, or a name without quotes. */
    WORD,
    /** A name in backticks. */
    QUOTED,
    /** A text in single quotes. */
    TEXT,
    NUMBER,
    SYMBOL,
    END
  }

  /** Whether it is a keyword, in any case. */
  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** For messages. */
  String shown() {
    return kind == Kind.END ? "the end" : "'" + text + "'";
  }
}
