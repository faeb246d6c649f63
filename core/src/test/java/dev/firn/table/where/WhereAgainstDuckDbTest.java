package dev.firn.table.where;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.plan.explain.RowMatcher;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** Random conditions find the rows that DuckDB finds; {@code -Dfirn.seed=…} for other ones. */
class WhereAgainstDuckDbTest {
  private static final long SEED = Long.getLong("firn.seed", 20_210_305L);
  private static final int ROWS = 200;
  private static final int CONDITIONS = 1_500;
  private static final LocalDate DAY = LocalDate.of(2021, 3, 5);

  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "i", Types.IntegerType.get()),
          Types.NestedField.optional(2, "d", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(3, "x", Types.DoubleType.get()),
          Types.NestedField.optional(4, "s", Types.StringType.get()),
          Types.NestedField.optional(5, "b", Types.BooleanType.get()),
          Types.NestedField.optional(6, "dt", Types.DateType.get()),
          Types.NestedField.optional(7, "ts", Types.TimestampType.withoutZone()));

  private final Random random = new Random(SEED);

  /** A condition for us, and the same for DuckDB. */
  private record Both(String ours, String duck) {
    static Both same(String text) {
      return new Both(text, text);
    }
  }

  private record Row(Object... values) implements StructLike {
    @Override
    public int size() {
      return values.length;
    }

    @Override
    public <T> T get(int position, Class<T> type) {
      return type.cast(values[position]);
    }

    @Override
    public <T> void set(int position, T value) {
      throw new UnsupportedOperationException("read only");
    }
  }

  @Test
  void theSameRowsMatch() throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      List<Row> rows = rows(statement);
      long matching = 0;
      for (int i = 0; i < CONDITIONS; i++) {
        Both condition = condition(3);
        TreeSet<Integer> expected = new TreeSet<>();
        try (ResultSet found =
            statement.executeQuery("SELECT id FROM t WHERE " + condition.duck())) {
          while (found.next()) {
            expected.add(found.getInt(1));
          }
        }
        RowMatcher matcher =
            new RowMatcher(SCHEMA, WhereParser.parse(condition.ours(), SCHEMA), true);
        TreeSet<Integer> ours = new TreeSet<>();
        for (int row = 0; row < rows.size(); row++) {
          if (matcher.matches(rows.get(row))) {
            ours.add(row);
          }
        }
        assertThat(ours).as("seed %d: %s", SEED, condition).isEqualTo(expected);
        matching += ours.size();
      }
      assertThat(matching).isBetween(CONDITIONS * ROWS / 10L, CONDITIONS * ROWS * 9 / 10L);
    }
  }

  private List<Row> rows(Statement statement) throws SQLException {
    statement.execute(
        "CREATE TABLE t (id INT, i INT, d DECIMAL(9,2), x DOUBLE, s VARCHAR, b BOOLEAN, dt DATE,"
            + " ts TIMESTAMP)");
    List<Row> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      Integer i = orNull(random.nextInt(9) - 4);
      BigDecimal d = orNull(BigDecimal.valueOf(random.nextInt(800) - 400, 2));
      Double x = orNull(new double[] {0.0, -0.0, Double.NaN, 1.5, -2, 3}[random.nextInt(6)]);
      String s = orNull(text());
      Boolean b = orNull(random.nextBoolean());
      LocalDate dt = orNull(DAY.plusDays(random.nextInt(5) - 2));
      LocalDateTime ts = orNull(DAY.atTime(random.nextInt(24), 0).plusDays(random.nextInt(90)));
      rows.add(
          new Row(
              i,
              d,
              x,
              s,
              b,
              dt == null ? null : (Integer) (int) dt.toEpochDay(),
              ts == null ? null : (Long) (ts.toEpochSecond(ZoneOffset.UTC) * 1_000_000)));
      statement.execute(
          "INSERT INTO t VALUES ("
              + String.join(
                  ", ",
                  String.valueOf(id),
                  String.valueOf(i),
                  String.valueOf(d),
                  x == null ? "NULL" : "'" + x + "'::DOUBLE",
                  quoted(s),
                  String.valueOf(b),
                  quoted(dt),
                  quoted(ts))
              + ")");
    }
    return rows;
  }

  private <T> T orNull(T value) {
    return random.nextInt(6) == 0 ? null : value;
  }

  private static String quoted(Object value) {
    return value == null ? "NULL" : "'" + value + "'";
  }

  private String text() {
    return new String[] {"a", "ab", "abc", "b", "ba", ""}[random.nextInt(6)];
  }

  private Both condition(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return predicate();
    }
    Both left = condition(depth - 1);
    if (random.nextInt(3) == 0) {
      return new Both("NOT (" + left.ours() + ")", "NOT (" + left.duck() + ")");
    }
    Both right = condition(depth - 1);
    String join = random.nextBoolean() ? " AND " : " OR ";
    return new Both(
        "(" + left.ours() + join + right.ours() + ")",
        "(" + left.duck() + join + right.duck() + ")");
  }

  private Both predicate() {
    return switch (random.nextInt(12)) {
      case 0 -> compared("i", number("", ".5", "e9"));
      case 1 -> compared("d", number("", ".25", ".005", "e12"));
      case 2 -> floating();
      case 3 -> compared("s", "'" + text() + "'");
      case 4 -> Both.same(pick("b", "b IS TRUE", "b IS NOT FALSE", "b = false", "b != TRUE"));
      case 5 -> compared("dt", pick("DATE '" + day() + "'", "TIMESTAMP '" + day() + " 12:00:00'"));
      case 6 -> compared("ts", "TIMESTAMP '" + day() + " 0" + random.nextInt(9) + ":00:00'");
      case 7 -> Both.same(pick("i", "d", "x", "s", "b", "dt") + pick(" IS NULL", " IS NOT NULL"));
      case 8 -> Both.same("s" + pick(" LIKE ", " NOT LIKE ") + "'" + text() + pick("%", "") + "'");
      case 9 ->
          Both.same("i" + pick(" IN (", " NOT IN (") + number("", ".5") + ", " + number("") + ")");
      case 10 ->
          Both.same("d" + pick("", " NOT") + " BETWEEN " + number(".5") + " AND " + number(".005"));
      default -> transformed();
    };
  }

  private Both floating() {
    if (random.nextInt(4) > 0) {
      return compared("x", pick("0.0", "-0.0", "1.5", "-2", "2.75"));
    }
    String op = operator();
    return new Both("x " + op + " NaN", "x " + op + " 'NaN'::DOUBLE");
  }

  private Both transformed() {
    String op = operator();
    return switch (random.nextInt(4)) {
      case 0 ->
          new Both(
              "days(ts) " + op + " DATE '2021-03-20'",
              "CAST(ts AS DATE) " + op + " DATE '2021-03-20'");
      case 1 ->
          new Both(
              "months(ts) " + op + " '2021-04'",
              "date_trunc('month', ts) " + op + " DATE '2021-04-01'");
      case 2 -> Both.same("year(ts) " + op + " 2021");
      default -> new Both("truncate(1, s) " + op + " 'a'", "left(s, 1) " + op + " 'a'");
    };
  }

  private Both compared(String column, String literal) {
    if (random.nextInt(8) == 0) {
      return new Both(column + " <=> " + literal, column + " IS NOT DISTINCT FROM " + literal);
    }
    return Both.same(
        random.nextInt(4) == 0
            ? literal + " " + operator() + " " + column
            : column + " " + operator() + " " + literal);
  }

  private String number(String... tails) {
    return (random.nextInt(9) - 4) + pick(tails);
  }

  private String day() {
    return DAY.plusDays(random.nextInt(7) - 3).toString();
  }

  private String operator() {
    return pick("=", "!=", "<>", "<", "<=", ">", ">=");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
