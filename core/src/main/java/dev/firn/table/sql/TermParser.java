package dev.firn.table.sql;

import dev.firn.error.Nearest;
import dev.firn.table.PartitionTerm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Partition transforms as Spark's SQL has them.
 *
 * <pre>
 * term = column | ( "years" | "months" | "days" | "hours" | "date" | "date_hour" | … ) "(" column ")"
 *      | ( "bucket" | "truncate" ) "(" ( number "," column | column "," number ) ")"
 * </pre>
 */
public final class TermParser {
  private static final List<String> NAMES =
      List.of("years", "months", "days", "hours", "bucket", "truncate", "identity");

  private final TokenReader reader;

  /** Reads from where a reader stands. */
  public TermParser(TokenReader reader) {
    this.reader = reader;
  }

  /**
   * Takes a transform or a column.
   *
   * @throws SqlSyntaxException if neither comes next
   */
  public PartitionTerm term() {
    if (!reader.atCall()) {
      return PartitionTerm.identity(reader.column("a column or a transform"));
    }
    PartitionTerm.Kind kind = kind(reader.next());
    reader.expect('(', "after the transform");
    PartitionTerm term = kind.hasArgument() ? withNumber(kind) : plain(kind);
    reader.expect(')', "after the " + (kind.hasArgument() ? "two arguments" : "column"));
    return term;
  }

  private PartitionTerm plain(PartitionTerm.Kind kind) {
    return new PartitionTerm(kind, 0, reader.column("a column"));
  }

  private PartitionTerm withNumber(PartitionTerm.Kind kind) {
    String role = kind == PartitionTerm.Kind.BUCKET ? "the number of buckets" : "the width";
    if (reader.peek().kind() == Token.Kind.NUMBER) {
      int number = reader.number(role, 1);
      reader.expect(',', "after the number");
      return new PartitionTerm(kind, number, reader.column("a column"));
    }
    String column = reader.column(role + " or a column");
    reader.expect(',', "after the column");
    return new PartitionTerm(kind, reader.number(role, 1), column);
  }

  private PartitionTerm.Kind kind(Token token) {
    String word = token.text().toLowerCase(Locale.ROOT);
    Optional<PartitionTerm.Kind> kind =
        switch (word) {
          case "date" -> Optional.of(PartitionTerm.Kind.DAY);
          case "date_hour" -> Optional.of(PartitionTerm.Kind.HOUR);
          default -> PartitionTerm.Kind.named(word);
        };
    return kind.orElseThrow(
        () ->
            reader.errorAt(
                token,
                "unknown transform "
                    + token.text()
                    + Nearest.of(word, NAMES).map(n -> ", did you mean " + n + "?").orElse("")
                    + "; transforms are years(c), months(c), days(c), hours(c), bucket(16, c),"
                    + " truncate(10, c), or the column itself"));
  }
}
