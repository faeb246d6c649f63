package dev.firn.table.ddl;

import dev.firn.table.sql.Token;
import dev.firn.table.sql.Token.Kind;
import dev.firn.table.sql.TokenReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Properties: {@code ('key' = 'value', other.key = 12)}. */
final class PropertyParser {
  private final TokenReader reader;

  PropertyParser(TokenReader reader) {
    this.reader = reader;
  }

  Map<String, String> pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    reader.expect('(', "and properties, as in ('key' = 'value')");
    do {
      Token token = reader.peek();
      String key = key();
      reader.take('=');
      if (pairs.put(key, value(key)) != null) {
        throw reader.errorAt(token, "the property '" + key + "' stands here twice");
      }
    } while (reader.take(','));
    reader.expect(')', "after the properties");
    return pairs;
  }

  List<String> keys() {
    List<String> keys = new ArrayList<>();
    reader.expect('(', "and keys, as in ('key')");
    do {
      keys.add(key());
    } while (reader.take(','));
    reader.expect(')', "after the keys");
    return List.copyOf(keys);
  }

  /** Bare keys may have parts with dots and hyphens in them: {@code write.format-version}. */
  private String key() {
    if (reader.peek().kind() == Kind.STRING) {
      return reader.string("a property's key");
    }
    StringBuilder key = new StringBuilder(reader.name("a property's key"));
    while (reader.peek().isSymbol('.') || reader.peek().isSymbol('-')) {
      key.append(reader.next().text()).append(reader.name("the next part of the key"));
    }
    return key.toString();
  }

  private String value(String key) {
    Token token = reader.peek();
    boolean literal =
        token.kind() == Kind.STRING
            || token.kind() == Kind.NUMBER
            || token.isWord("true")
            || token.isWord("false");
    if (!literal) {
      throw reader.error("expected the value of '" + key + "' in quotes, got " + reader.got());
    }
    return reader.next().text();
  }
}
