package dev.firn.table.where;

import dev.firn.table.sql.Token;

/**
 * A literal as it is written.
 *
 * @param kind which it is
 * @param text its meaning: digits with their sign, a string without quotes
 * @param place its first token
 */
record Written(Kind kind, String text, Token place) {
  enum Kind {
    NUMBER("a number"),
    TEXT("a text"),
    BOOLEAN("TRUE or FALSE"),
    NULL("NULL"),
    /** {@code NAN}, {@code INFINITY} or the latter with a sign, as Java reads them. */
    BEYOND_NUMBERS("a number"),
    DATE("a date"),
    TIMESTAMP("a timestamp"),
    TIME("a time"),
    /** Hexadecimal digits. */
    BYTES("bytes");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }

    String noun() {
      return noun;
    }
  }

  boolean isTextOr(Kind other) {
    return kind == Kind.TEXT || kind == other;
  }

  boolean isNan() {
    return (kind == Kind.BEYOND_NUMBERS || kind == Kind.TEXT) && text.equalsIgnoreCase("nan");
  }
}
