package dev.firn.table.ddl;

import dev.firn.error.Nearest;
import dev.firn.table.sql.SqlSyntaxException;
import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads statements of the data definition language that Spark with Iceberg's extension has.
 *
 * <pre>
 * statements = [ statement ] { ";" [ statement ] }
 * statement  = "CREATE" "TABLE" table | "ALTER" "TABLE" change
 *            | "DROP" "TABLE" [ "IF" "EXISTS" ] name [ "PURGE" ]
 *            | "CREATE" space [ "IF" "NOT" "EXISTS" ] name
 *              { "COMMENT" string | "LOCATION" string | "WITH" "PROPERTIES" properties }
 *            | "DROP" space [ "IF" "EXISTS" ] name [ "RESTRICT" ]
 * space      = "NAMESPACE" | "DATABASE" | "SCHEMA"
 * </pre>
 *
 * <p>Keywords are read in any case; none is reserved, so every word can be a name where a name is
 * expected. Names are bare or in backticks; {@code --} and {@code /* … *}{@code /} are comments.
 * {@link CreateTableParser} and {@link AlterTableParser} have the rest of the grammar.
 */
public final class DdlParser {
  private static final List<String> FIRST_WORDS = List.of("CREATE", "ALTER", "DROP");

  /** Statements that ask for rows or change them. */
  private static final Set<String> ON_ROWS =
      Set.of(
          "select",
          "insert",
          "with",
          "from",
          "values",
          "table",
          "delete",
          "update",
          "merge",
          "explain",
          "truncate");

  /** Statements about tables that are answered by other commands. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "call", "procedures are not supported; firn has a command for each",
          "show", "use firn status and firn partition show",
          "describe", "use firn status and firn partition show",
          "desc", "use firn status and firn partition show",
          "use", "write table names with their namespace instead");

  private final TokenReader reader;

  private DdlParser(String sql) {
    this.reader = new TokenReader(sql);
  }

  /**
   * The statements of a text, at least one.
   *
   * @throws SqlSyntaxException at the first place that can't be read
   */
  public static List<Statement> parse(String sql) {
    return new DdlParser(sql).statements();
  }

  private List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    while (reader.peek().kind() != Token.Kind.END) {
      if (!reader.take(';')) {
        statements.add(statement());
        reader.expectEnd();
      }
    }
    if (statements.isEmpty()) {
      throw reader.error("expected a statement, got the end");
    }
    return List.copyOf(statements);
  }

  private Statement statement() {
    if (reader.take("create", "table")) {
      return new CreateTableParser(reader).statement();
    } else if (reader.take("alter", "table")) {
      return new AlterTableParser(reader).statement();
    } else if (reader.take("drop", "table")) {
      boolean ifExists = reader.take("if", "exists");
      List<String> table = reader.path("the table's name");
      return new Statement.DropTable(table, ifExists, reader.take("purge"));
    } else if (reader.take("create")) {
      if (!reader.takeAny("namespace", "database", "schema")) {
        throw reader.expected("table", "namespace", "database", "schema");
      }
      return createNamespace();
    } else if (reader.take("drop")) {
      if (!reader.takeAny("namespace", "database", "schema")) {
        throw reader.expected("table", "namespace", "database", "schema");
      }
      return dropNamespace();
    } else if (reader.take("alter")) {
      throw reader.expected("table");
    }
    throw unknown();
  }

  private SqlSyntaxException unknown() {
    Token token = reader.peek();
    String word = token.kind() == Token.Kind.WORD ? token.text().toLowerCase(Locale.ROOT) : "";
    if (ON_ROWS.contains(word)) {
      return reader.error(
          token.text().toUpperCase(Locale.ROOT)
              + " is not supported yet: this version runs CREATE, ALTER and DROP only; statements"
              + " on rows come later, use another engine on the same table meanwhile");
    }
    String elsewhere = ELSEWHERE.get(word);
    if (elsewhere != null) {
      return reader.error(
          token.text().toUpperCase(Locale.ROOT) + " is not supported: " + elsewhere);
    }
    String meant =
        Nearest.of(word.toUpperCase(Locale.ROOT), FIRST_WORDS)
            .filter(near -> !word.isEmpty())
            .map(near -> "; did you mean " + near + "?")
            .orElse("");
    return reader.error("expected one of CREATE, ALTER, DROP, got " + reader.got() + meant);
  }

  private Statement createNamespace() {
    boolean ifNotExists = reader.take("if", "not", "exists");
    List<String> name = reader.path("the namespace's name");
    Map<String, String> properties = new LinkedHashMap<>();
    while (!reader.atEnd()) {
      if (reader.take("comment")) {
        properties.put("comment", reader.string("the comment"));
      } else if (reader.take("location")) {
        properties.put("location", reader.string("the location"));
      } else if (reader.take("with")) {
        if (!reader.takeAny("properties", "dbproperties")) {
          throw reader.expected("properties", "dbproperties");
        }
        properties.putAll(new PropertyParser(reader).pairs());
      } else {
        throw reader.expected("comment", "location", "with properties");
      }
    }
    return new Statement.CreateNamespace(name, ifNotExists, properties);
  }

  private Statement dropNamespace() {
    boolean ifExists = reader.take("if", "exists");
    List<String> name = reader.path("the namespace's name");
    if (reader.at("cascade")) {
      throw reader.error("CASCADE is not supported; drop the tables of the namespace first");
    }
    reader.take("restrict");
    return new Statement.DropNamespace(name, ifExists);
  }
}
