package dev.firn.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A question as one line of SQL; every cell of the answer is a bigint, a double or a text. */
final class QuestionSql {
  private final Dialect dialect;
  private final String table;

  /**
   * @param table what stands after FROM
   */
  QuestionSql(Dialect dialect, String table) {
    this.dialect = dialect;
    this.table = table;
  }

  String of(Question question) {
    return switch (question.shape()) {
      case SUMS -> select(sums(), question);
      case ROWS -> select(columns(), question);
      case PER_DAY -> grouped(dialect.day(dialect.column("ts")), question);
      case PER_ACTION -> grouped(dialect.column("action"), question);
    };
  }

  private String grouped(String key, Question question) {
    List<String> columns = List.of(key, "count(*)", sum(dialect.column("row_id")));
    return select(columns, question) + " group by " + key;
  }

  private String select(List<String> expressions, Question question) {
    String where =
        question.where().stream()
            .map(
                condition ->
                    dialect.column(condition.column())
                        + " "
                        + condition.operator().sql
                        + " "
                        + dialect.literal(condition.value()))
            .collect(Collectors.joining(" and "));
    return "select "
        + String.join(", ", expressions)
        + " from "
        + table
        + " t"
        + (where.isEmpty() ? "" : " where " + where);
  }

  private List<String> columns() {
    List<String> columns = new ArrayList<>();
    for (FlatColumn column : FlatColumn.all()) {
      String name = dialect.column(column.path());
      columns.add(column.kind() == FlatColumn.Kind.TIME ? dialect.micros(name) : name);
    }
    columns.add("cast(case when t.geo is null then 1 else 0 end as bigint)");
    return columns;
  }

  private List<String> sums() {
    List<String> measures = new ArrayList<>();
    measures.add("count(*)");
    for (FlatColumn column : FlatColumn.all()) {
      String name = dialect.column(column.path());
      String value = column.kind() == FlatColumn.Kind.TIME ? dialect.micros(name) : name;
      measures.add("count(" + name + ")");
      switch (column.kind()) {
        case NUMBER -> measures.add(sum(value));
        case DOUBLE -> measures.add(sum("floor(" + value + " * 1e3)"));
        case TEXT -> measures.add(sum(dialect.length(value)));
        case TIME -> measures.add(sum("mod(" + value + ", 86400000000)"));
      }
      measures.add("min(" + value + ")");
      measures.add("max(" + value + ")");
    }
    return measures;
  }

  private static String sum(String expression) {
    return "cast(sum(cast(" + expression + " as bigint)) as bigint)";
  }
}
