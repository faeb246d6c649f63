package dev.firn.table.ddl;

import dev.firn.table.PartitionRules;
import dev.firn.table.PartitionTerm;
import dev.firn.table.sql.TermParser;
import dev.firn.table.sql.Token;
import dev.firn.table.sql.TokenReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * What follows {@code CREATE TABLE}.
 *
 * <pre>
 * table  = [ "IF" "NOT" "EXISTS" ] name "(" column { "," column } ")" { clause }
 * column = name type [ "NOT" "NULL" ] [ "COMMENT" string ]
 * clause = "USING" "iceberg" | "PARTITIONED" "BY" "(" term { "," term } ")"
 *        | "TBLPROPERTIES" properties | "COMMENT" string | "LOCATION" string
 * </pre>
 *
 * <p>Field ids are numbered as Iceberg numbers those of a new table.
 */
final class CreateTableParser {
  private final TokenReader reader;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private Optional<String> location = Optional.empty();
  private PartitionSpec spec = PartitionSpec.unpartitioned();

  CreateTableParser(TokenReader reader) {
    this.reader = reader;
  }

  Statement statement() {
    boolean ifNotExists = reader.take("if", "not", "exists");
    List<String> name = reader.path("the table's name");
    Schema schema = schema();
    clauses(schema);
    return new Statement.CreateTable(name, ifNotExists, schema, spec, properties, location);
  }

  private Schema schema() {
    reader.expect('(', "and the columns");
    TypeParser types = new TypeParser(reader, lastId::incrementAndGet);
    List<Types.NestedField> columns = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    do {
      Token token = reader.peek();
      String name = reader.name("a column's name");
      String earlier = seen.put(name.toLowerCase(Locale.ROOT), name);
      if (earlier != null) {
        throw reader.errorAt(token, "'" + name + "' and '" + earlier + "' are the same name");
      }
      columns.add(types.field(name));
      refuseColumnClauses();
    } while (reader.take(','));
    reader.expect(')', "or ',' after a column");
    AtomicInteger freshId = new AtomicInteger();
    return TypeUtil.assignFreshIds(new Schema(columns), freshId::incrementAndGet);
  }

  private void refuseColumnClauses() {
    if (reader.at("default") || reader.at("generated") || reader.at("primary")) {
      throw reader.error(
          reader.got() + " is not supported here: a column has a type, NOT NULL and COMMENT");
    }
  }

  private void clauses(Schema schema) {
    Map<String, Token> seen = new HashMap<>();
    while (!reader.atEnd()) {
      Token token = reader.peek();
      String clause = clause(schema);
      if (seen.put(clause, token) != null) {
        throw reader.errorAt(token, clause + " stands here twice");
      }
    }
  }

  private String clause(Schema schema) {
    if (reader.take("using")) {
      using();
      return "USING";
    } else if (reader.take("partitioned")) {
      reader.expect("by");
      spec = partitions(schema);
      return "PARTITIONED BY";
    } else if (reader.take("tblproperties")) {
      properties.putAll(new PropertyParser(reader).pairs());
      return "TBLPROPERTIES";
    } else if (reader.take("comment")) {
      properties.put("comment", reader.string("the comment"));
      return "COMMENT";
    } else if (reader.take("location")) {
      location = Optional.of(reader.string("the location"));
      return "LOCATION";
    } else if (reader.at("as") || reader.at("select")) {
      throw reader.error(
          "CREATE TABLE AS SELECT is not supported: only statements that define tables are;"
              + " create the table, then fill it with a pipeline or another engine");
    }
    throw reader.expected("using", "partitioned by", "tblproperties", "comment", "location");
  }

  private void using() {
    Token token = reader.peek();
    String format = reader.name("iceberg");
    if (!format.equalsIgnoreCase("iceberg")) {
      throw reader.errorAt(token, "tables are made USING iceberg, got '" + format + "'");
    }
  }

  private PartitionSpec partitions(Schema schema) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    reader.expect('(', "and the partition fields, as in (days(ts), bucket(16, id))");
    do {
      Token token = reader.peek();
      PartitionTerm term = new TermParser(reader).term();
      if (!reader.peek().isSymbol(',') && !reader.peek().isSymbol(')')) {
        throw reader.error(
            "expected ',' or ')' after a partition field, got "
                + reader.got()
                + "; a column's type stands with the columns");
      }
      Optional<String> problem = term.problemIn(schema);
      if (problem.isPresent()) {
        throw reader.errorAt(token, problem.get());
      }
      try {
        PartitionRules.addTo(builder, term, term.usualName());
      } catch (IllegalArgumentException | ValidationException e) {
        throw reader.errorAt(token, String.valueOf(e.getMessage()));
      }
    } while (reader.take(','));
    reader.expect(')', "after the partition fields");
    return builder.build();
  }
}
