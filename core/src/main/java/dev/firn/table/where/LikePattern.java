package dev.firn.table.where;

import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import dev.firn.table.where.Written.Kind;
import org.apache.iceberg.expressions.Expression.Operation;
import org.apache.iceberg.types.Type;

/**
 * The pattern after LIKE: {@code %} is any text, {@code _} any character, a backslash takes their
 * meaning away. Only a prefix says something of files: {@code 'text%'}, or a text without any.
 */
final class LikePattern {
  private final TokenReader reader;
  private final Places places;

  LikePattern(TokenReader reader, Places places) {
    this.reader = reader;
    this.places = places;
  }

  /** Takes the pattern. */
  Condition of(Subject subject) {
    Token place = reader.peek();
    String pattern = reader.string("a pattern");
    if (subject.type().typeId() != Type.TypeID.STRING) {
      throw reader.errorAt(
          place, subject.column() + " has the type " + subject.type() + "; LIKE is for text");
    }
    if (reader.at("escape")) {
      throw reader.error("ESCAPE is not supported; a backslash escapes % and _");
    }
    StringBuilder prefix = new StringBuilder();
    int at = 0;
    while (at < pattern.length() && pattern.charAt(at) != '%') {
      char c = pattern.charAt(at++);
      if (c == '_') {
        throw notAPrefix(place);
      }
      boolean escapes = c == '\\' && at < pattern.length() && isSpecial(pattern.charAt(at));
      prefix.append(escapes ? pattern.charAt(at++) : c);
    }
    Comparison comparison = new Comparison(subject);
    if (at == pattern.length()) {
      Written text = new Written(Kind.TEXT, prefix.toString(), place);
      return comparison.with(Operation.EQ, places.of(subject, text));
    }
    if (at != pattern.length() - 1) {
      throw notAPrefix(place);
    }
    return comparison.startsWith(prefix.toString());
  }

  private static boolean isSpecial(char c) {
    return c == '%' || c == '_' || c == '\\';
  }

  private RuntimeException notAPrefix(Token place) {
    return reader.errorAt(
        place, "only prefixes are supported: LIKE 'text%'; \\% and \\_ stand for themselves");
  }
}
