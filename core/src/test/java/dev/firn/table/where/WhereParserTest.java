package dev.firn.table.where;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.table.sql.SqlSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Binder;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class WhereParserTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "n", Types.IntegerType.get()),
          Types.NestedField.optional(3, "price", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(4, "x", Types.DoubleType.get()),
          Types.NestedField.optional(5, "f", Types.FloatType.get()),
          Types.NestedField.optional(6, "action", Types.StringType.get()),
          Types.NestedField.optional(7, "active", Types.BooleanType.get()),
          Types.NestedField.optional(8, "day", Types.DateType.get()),
          Types.NestedField.optional(9, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(10, "at", Types.TimestampType.withZone()),
          Types.NestedField.optional(11, "ns", Types.TimestampNanoType.withoutZone()),
          Types.NestedField.optional(12, "clock", Types.TimeType.get()),
          Types.NestedField.optional(13, "key", Types.UUIDType.get()),
          Types.NestedField.optional(14, "two", Types.FixedType.ofLength(2)),
          Types.NestedField.optional(15, "raw", Types.BinaryType.get()),
          Types.NestedField.optional(
              16,
              "geo",
              Types.StructType.of(
                  Types.NestedField.optional(17, "Country Code", Types.StringType.get()))),
          Types.NestedField.optional(
              18, "tags", Types.ListType.ofOptional(19, Types.StringType.get())),
          Types.NestedField.optional(20, "Upper", Types.IntegerType.get()));

  /** The bound expression as text, without references' names and ids in the way. */
  private static String parsed(String text) {
    Expression bound = Binder.bind(SCHEMA.asStruct(), WhereParser.parse(text, SCHEMA), true);
    return bound
        .toString()
        .replaceAll("ref\\(id=(\\d+), accessor-type=[^)]*\\)", "#$1")
        .replaceAll("(?<!\\w)ref\\(id=(\\d+)[^)]*\\)", "#$1");
  }

  private static void refuses(String text, String place, String... parts) {
    assertThatThrownBy(() -> WhereParser.parse(text, SCHEMA))
        .isInstanceOf(SqlSyntaxException.class)
        .hasMessageStartingWith("line 1, column " + place + ": ")
        .hasMessageContainingAll(parts)
        .hasMessageEndingWith("^");
  }

  @Test
  void literalsTakeTheTypeOfTheColumn() {
    assertThat(parsed("id = 34")).contains("#1", "== 34");
    assertThat(parsed("id = '34'")).isEqualTo(parsed("id = 34"));
    assertThat(parsed("price = 1.5")).isEqualTo(parsed("price = 1.50"));
    assertThat(parsed("f = 0.1")).contains("0.1");
    assertThat(parsed("day = '2021-03-05'")).isEqualTo(parsed("day = DATE '2021-03-05'"));
    assertThat(parsed("ts >= '2021-03-05'"))
        .isEqualTo(parsed("ts >= TIMESTAMP '2021-03-05 00:00:00'"))
        .isEqualTo(parsed("'2021-03-05T00:00' <= ts"));
    assertThat(parsed("at = '2021-03-05 01:30:00+05:30'"))
        .isEqualTo(parsed("at = '2021-03-04T20:00:00Z'"))
        .isEqualTo(parsed("at = '2021-03-04 20:00'"));
    assertThat(parsed("ns = '2021-03-05 00:00:00.000000001'")).contains("1614902400000000001");
    assertThat(parsed("clock < '10:00'")).contains("36000000000");
    assertThat(parsed("key = 'F79C3E09-677C-4BBD-A479-3F349CB785E7'"))
        .contains("f79c3e09-677c-4bbd-a479-3f349cb785e7");
    assertThat(parsed("two = X'00fF'")).isNotEqualTo(parsed("two = X'00fE'"));
    assertThat(parsed("active")).isEqualTo(parsed("active = TRUE"));
  }

  @Test
  void literalsBetweenTwoValuesAreNotRounded() {
    assertThat(parsed("n > 1.5")).isEqualTo(parsed("n >= 2"));
    assertThat(parsed("n < -1.5")).isEqualTo(parsed("n <= -2"));
    assertThat(parsed("n = 1.5")).isEqualTo("false");
    assertThat(parsed("n != 1.5")).isEqualTo(parsed("n IS NOT NULL"));
    assertThat(parsed("n IN (1.5, 7)")).isEqualTo(parsed("n = 7"));
    assertThat(parsed("n < 3e9")).isEqualTo(parsed("n <= 2147483647"));
    assertThat(parsed("n > 3e9")).isEqualTo("false");
    assertThat(parsed("price <= 1.005")).isEqualTo(parsed("price <= 1.00"));
    assertThat(parsed("price < 1e30")).isEqualTo(parsed("price <= 9999999.99"));
    assertThat(parsed("ts > '1969-12-31 23:59:59.9999995'"))
        .isEqualTo(parsed("ts >= '1970-01-01'"));
    assertThat(parsed("day > '2021-03-05 12:00'")).isEqualTo(parsed("day >= '2021-03-06'"));
    assertThat(parsed("f < 1e39")).contains("<= 3.4028235E38");
  }

  @Test
  void nullsAreNeitherEqualNorUnequal() {
    assertThat(parsed("action != 'a'")).contains("not_null(#6)", "!= \"a\"");
    assertThat(parsed("NOT (action = 'a')")).isEqualTo(parsed("action <> 'a'"));
    assertThat(parsed("action NOT IN ('a', 'b')"))
        .isEqualTo(parsed("NOT action IN ('a', 'b')"))
        .contains("not_null(#6)");
    assertThat(parsed("action <=> NULL")).isEqualTo(parsed("action IS NULL"));
    assertThat(parsed("NOT action <=> 'a'")).contains("is_null(#6)");
    assertThat(parsed("NOT (n < 5 OR n > 9)")).isEqualTo(parsed("n >= 5 AND n <= 9"));
    assertThat(parsed("n NOT BETWEEN 5 AND 9")).isEqualTo(parsed("n < 5 OR n > 9"));
    assertThat(parsed("id IS NULL")).isEqualTo("false");
  }

  @Test
  void nanIsAboveAllNumbers() {
    assertThat(parsed("x = NaN")).isEqualTo(parsed("x IS NAN")).isEqualTo(parsed("isnan(x)"));
    assertThat(parsed("x = 'NaN'")).isEqualTo(parsed("x >= NaN"));
    assertThat(parsed("x > NaN")).isEqualTo("false");
    assertThat(parsed("x <= NaN")).isEqualTo(parsed("x IS NOT NULL"));
    assertThat(parsed("x != NaN")).contains("not_nan", "not_null");
    assertThat(parsed("x IN (1, NaN)")).contains("is_nan");
    assertThat(parsed("x < Infinity")).isEqualTo(parsed("x < 'Infinity'"));
    assertThat(parsed("x > -Infinity")).contains("-Infinity");
  }

  @Test
  void prefixesAreLikePatterns() {
    assertThat(parsed("action LIKE 'log%'")).contains("startsWith", "log");
    assertThat(parsed("action NOT LIKE 'log%'")).contains("notStartsWith", "not_null(#6)");
    assertThat(parsed("action LIKE 'login'")).isEqualTo(parsed("action = 'login'"));
    assertThat(parsed("action LIKE '10\\%%'")).contains("\"10%\"");
    assertThat(parsed("action LIKE '%'")).isEqualTo(parsed("action IS NOT NULL"));
    refuses("action LIKE '%in'", "13", "only prefixes");
    refuses("action LIKE 'a_c'", "13", "only prefixes");
    refuses("id LIKE '1%'", "9", "type long");
  }

  @Test
  void transformsAreWrittenAsACalendarHasThem() {
    assertThat(parsed("days(ts) = DATE '2021-03-05'"))
        .isEqualTo(parsed("date(ts) = '2021-03-05'"))
        .isEqualTo(parsed("CAST(ts AS DATE) = '2021-03-05'"))
        .contains("day(#9)", "18691");
    assertThat(parsed("months(ts) >= '2021-03'")).contains("month(#9)", "614");
    assertThat(parsed("years(ts) = '2021'")).isEqualTo(parsed("year(ts) = 2021")).contains("51");
    assertThat(parsed("hours(ts) = '1970-01-02 01'")).contains("hour(#9)", "25");
    assertThat(parsed("bucket(16, id) = 3")).contains("bucket[16](#1)", "3");
    assertThat(parsed("truncate(2, action) IN ('ab', 'cd')")).contains("truncate[2](#6)");
    refuses("month(ts) = 3", "1", "months(c) = '2021-03'");
    refuses("months(ts) = 614", "14", "a month in quotes");
    refuses("years(ts) = 2021", "13", "a year in quotes");
    refuses("year(ts) = 1e999999999", "12", "a year");
    refuses("year(ts) = X'2021'", "12", "a year");
    refuses("days(id) = '2021-03-05'", "1", "day can't be applied to 'id'");
    refuses("dayz(ts) = 3", "1", "did you mean days?");
  }

  @Test
  void namesAreQuotedNestedAndInAnyCase() {
    assertThat(parsed("geo.`Country Code` = 'CH'")).contains("#17");
    assertThat(parsed("ACTION = 'a'")).isEqualTo(parsed("`action` = 'a'"));
    assertThat(parsed("upper = 1")).isEqualTo(parsed("Upper = 1"));
    refuses("acton = 'a'", "1", "unknown column 'acton', did you mean action?");
    refuses("geo = 'a'", "1", "geo is a struct");
    refuses("tags.element = 'a'", "1", "inside a list");
  }

  @Test
  void precedenceIsThatOfSql() {
    assertThat(parsed("n = 1 OR n = 2 AND id = 3"))
        .isEqualTo(parsed("n = 1 OR (n = 2 AND id = 3)"));
    assertThat(parsed("NOT n = 1 AND id = 3")).isEqualTo(parsed("(NOT n = 1) AND id = 3"));
    assertThat(parsed("TRUE")).isEqualTo("true");
    assertThat(parsed("n = 1 AND FALSE")).isEqualTo("false");
    assertThat(parsed("n = 1 /* one */ -- and no more\n;")).isEqualTo(parsed("n = 1"));
  }

  @Test
  void errorsPointAtTheirPlace() {
    refuses("", "1", "expected a condition, got the end");
    refuses("n = ", "5", "expected a literal to compare with, got the end");
    refuses("n = id", "5", "expected a literal to compare with, got 'id'");
    refuses("n = 1 n = 2", "7", "expected AND, OR or the end, got 'n'");
    refuses("n = NULL", "5", "write IS NULL");
    refuses("(n = 1", "7", "expected ')'");
    refuses("n", "2", "expected a comparison, IN, BETWEEN, LIKE or IS after n");
    refuses("n NOT 5", "7", "IN, BETWEEN, LIKE");
    refuses("n = 'five'", "5", "n has the type int: expected a number, got a text 'five'");
    refuses("action = 5", "10", "expected a text in quotes, got a number '5'");
    refuses("ts = '2021-13-05'", "6", "'2021-03-05 10:00:00'");
    refuses("ts = '2021-03-05 10:00Z'", "6", "ts has no time zone");
    refuses("two = X'00'", "7", "2 bytes in hexadecimal");
    refuses("active < true", "10", "= and != only");
    refuses("1 = 1", "5", "expected a column");
    refuses("n IS NAN", "1", "has no NaN");
    refuses("n = 'a", "5", "not closed");
    refuses("n IN ()", "7", "expected a literal");
    assertThatThrownBy(() -> WhereParser.parse("n = 1\n  AND action = 5", SCHEMA))
        .hasMessage(
            "line 2, column 16: action has the type string: expected a text in quotes, got a number"
                + " '5'\n    AND action = 5\n                 ^");
  }

  @Test
  void longConditionsMakeShallowTreesAndDeepOnesAreRefused() {
    String any =
        IntStream.range(0, 20_000).mapToObj(i -> "n = " + i).collect(Collectors.joining(" OR "));
    assertThat(parsed(any)).contains("19999");
    refuses("(".repeat(5_000) + "n = 1" + ")".repeat(5_000), "201", "within each other");
  }
}
