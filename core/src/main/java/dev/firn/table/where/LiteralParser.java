package dev.firn.table.where;

import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import dev.firn.table.where.Written.Kind;
import java.util.Locale;
import java.util.Map;

/**
 * Literals.
 *
 * <pre>
 * literal = [ "+" | "-" ] ( number | "INFINITY" ) | string | "TRUE" | "FALSE" | "NULL" | "NAN"
 *         | ( "DATE" | "TIMESTAMP" | "TIMESTAMP_NTZ" | "TIMESTAMP_LTZ" | "TIME" | "X" ) string
 * </pre>
 */
final class LiteralParser {
  private static final Map<String, Kind> TYPED =
      Map.of(
          "date", Kind.DATE,
          "timestamp", Kind.TIMESTAMP,
          "timestamp_ntz", Kind.TIMESTAMP,
          "timestamp_ltz", Kind.TIMESTAMP,
          "time", Kind.TIME,
          "x", Kind.BYTES);

  private final TokenReader reader;

  LiteralParser(TokenReader reader) {
    this.reader = reader;
  }

  /** Whether a literal comes next; a column of such a name stands in backticks. */
  boolean isNext() {
    Token token = reader.peek();
    return switch (token.kind()) {
      case NUMBER, STRING -> true;
      case SYMBOL -> token.isSymbol('-') || token.isSymbol('+');
      case WORD ->
          switch (word(token)) {
            case "true", "false", "null", "nan", "infinity" ->
                !reader.peekSecond().isSymbol('.') && !reader.atCall();
            default ->
                TYPED.containsKey(word(token)) && reader.peekSecond().kind() == Token.Kind.STRING;
          };
      case QUOTED_NAME, END -> false;
    };
  }

  /**
   * Takes a literal.
   *
   * @param role what it is for, for the message if there is none
   */
  Written literal(String role) {
    Token first = reader.peek();
    if (!isNext()) {
      throw reader.error("expected " + role + ", got " + reader.got());
    }
    if (first.kind() == Token.Kind.NUMBER) {
      return new Written(Kind.NUMBER, reader.next().text(), first);
    }
    if (first.kind() == Token.Kind.STRING) {
      return new Written(Kind.TEXT, reader.next().text(), first);
    }
    if (first.kind() == Token.Kind.SYMBOL) {
      return signed(first);
    }
    reader.next();
    return switch (word(first)) {
      case "true", "false" -> new Written(Kind.BOOLEAN, word(first), first);
      case "null" -> new Written(Kind.NULL, "", first);
      case "nan" -> new Written(Kind.BEYOND_NUMBERS, "NaN", first);
      case "infinity" -> new Written(Kind.BEYOND_NUMBERS, "Infinity", first);
      default -> {
        Kind kind = TYPED.getOrDefault(word(first), Kind.TEXT);
        yield new Written(kind, reader.string(kind.noun()), first);
      }
    };
  }

  private Written signed(Token sign) {
    boolean negative = sign.isSymbol('-');
    reader.next();
    String prefix = negative ? "-" : "";
    if (reader.take("infinity")) {
      return new Written(Kind.BEYOND_NUMBERS, prefix + "Infinity", sign);
    }
    if (reader.peek().kind() != Token.Kind.NUMBER) {
      throw reader.error("expected a number after the sign, got " + reader.got());
    }
    return new Written(Kind.NUMBER, prefix + reader.next().text(), sign);
  }

  private static String word(Token token) {
    return token.text().toLowerCase(Locale.ROOT);
  }
}
