package dev.firn.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions keep the rows that DuckDB keeps, of the same file. */
class WhereDuckDbTest {
  private static final int ROWS = 1500;
  private static final int CONDITIONS = 150;
  private static final String COLUMNS =
      "id: long, i: int, l: long, d: double, p: 'decimal(9,2)', w: 'decimal(30,3)', s: string,"
          + " b: boolean, ts: timestamptz, lt: timestamp, dt: date, st: {x: int, y: {z: string}}";
  private static final String DUCKDB_COLUMNS =
      "{id: 'bigint', i: 'int', l: 'bigint', d: 'double', p: 'decimal(9,2)', w_text: 'varchar', s:"
          + " 'varchar', b: 'boolean', ts: 'timestamptz', lt: 'timestamp', dt: 'date',"
          + " st: 'struct(x int, y struct(z varchar))'}";
  private static final String[] TEXTS = {
    "", "a", "b", "ab", "abc", "%", "_", "a%b", "ä", "äb", "zß€", "\uD83D\uDE00x", "A", "health"
  };
  private static final String[] PATTERNS = {
    "%", "", "a%", "%b", "_", "__", "a_%", "%a%b%", "ä", "_b", "%€", "\uD83D\uDE00_", "%%", "_%_"
  };
  private static final String[] TIMES = {
    "1969-12-31T23:59:59.999999",
    "1970-01-01T00:00:00",
    "2021-05-29T12:00:00",
    "1900-01-01T00:00:00"
  };
  private static final String[] DATES = {"1969-12-31", "1970-01-01", "2021-05-29", "0001-01-01"};
  private static final String[] NUMBERS = {"-1", "0", "1", "5", "2147483647"};
  private static final String[] DECIMALS = {"-1.5", "0", "0.25", "1.50", "9999999.99"};
  private static final String[] WIDES = {
    "-123456789012345678901234567.891", "0", "-0.001", "0.5", "99999999999999999999.125"
  };
  private static final String[] COMPARISONS = {"=", "!=", "<>", "<", "<=", ">", ">="};

  @TempDir Path folder;

  @Test
  void conditionsKeepTheRowsThatDuckDbKeeps() throws IOException, SQLException {
    long seed = Long.getLong("firn.seed", 7);
    Random random = new Random(seed);
    String lines = lines(random);
    Path file = folder.resolve("rows.json");
    Files.writeString(file, lines);
    int some = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      statement.execute(
          "create table t as select *, w_text::decimal(30,3) as w from read_json('"
              + file
              + "', format = 'newline_delimited', columns = "
              + DUCKDB_COLUMNS
              + ")");
      for (int k = 0; k < CONDITIONS; k++) {
        String condition = condition(random, 3);
        List<String> expected = duckDb(statement, condition);
        assertThat(kept(condition, lines)).as("seed %d, %s", seed, condition).isEqualTo(expected);
        some += expected.isEmpty() || expected.size() == ROWS ? 0 : 1;
      }
    }
    assertThat(some).isGreaterThan(CONDITIONS / 2);
  }

  private static List<String> kept(String condition, String lines) {
    String columns = COLUMNS.replace("id: long, ", "");
    Transforming steps =
        Transforming.of(
            "{id: long}",
            "- columns: {"
                + columns
                + "}\n- where: \""
                + condition.replace("\\", "\\\\")
                + "\"\n"
                + unusedColumns());
    return steps.run(steps.decoder(), lines, Long.MAX_VALUE).rows;
  }

  /** Declared columns have to be used; this step keeps every row. */
  private static String unusedColumns() {
    return "- where: i is null or l is null or d is null or p is null or w is null or s is null or b is"
        + " null or ts is null or lt is null or dt is null or st is null or id is not null\n";
  }

  private static List<String> duckDb(Statement statement, String condition) throws SQLException {
    List<String> ids = new ArrayList<>();
    String sql = condition.replaceAll("('[-0-9T:.]+Z')", "timestamptz $1");
    try (ResultSet rows =
        statement.executeQuery("select id from t where " + sql + " order by id")) {
      while (rows.next()) {
        ids.add("{\"id\":" + rows.getLong(1) + "}");
      }
    }
    return ids;
  }

  private static String lines(Random random) {
    StringBuilder lines = new StringBuilder();
    for (int id = 0; id < ROWS; id++) {
      lines.append("{\"id\":").append(id);
      field(lines, random, "i", pick(random, NUMBERS));
      field(lines, random, "l", pick(random, NUMBERS));
      field(lines, random, "d", pick(random, DECIMALS));
      field(lines, random, "p", pick(random, DECIMALS));
      String wide = pick(random, WIDES);
      // DuckDB reads numbers of JSON as doubles, which can't hold these.
      field(lines, random, "w", wide + ",\"w_text\":\"" + wide + "\"");
      field(lines, random, "s", "\"" + pick(random, TEXTS) + "\"");
      field(lines, random, "b", String.valueOf(random.nextBoolean()));
      field(lines, random, "ts", "\"" + pick(random, TIMES) + "Z\"");
      field(lines, random, "lt", "\"" + pick(random, TIMES) + "\"");
      field(lines, random, "dt", "\"" + pick(random, DATES) + "\"");
      String y = random.nextInt(4) == 0 ? "null" : "{\"z\":\"" + pick(random, TEXTS) + "\"}";
      field(lines, random, "st", "{\"x\":" + pick(random, NUMBERS) + ",\"y\":" + y + "}");
      lines.append("}\n");
    }
    return lines.toString();
  }

  private static void field(StringBuilder lines, Random random, String name, String value) {
    int kind = random.nextInt(6);
    if (kind > 0) {
      lines.append(",\"").append(name).append("\":").append(kind == 1 ? "null" : value);
    }
  }

  private static String pick(Random random, String[] values) {
    return values[random.nextInt(values.length)];
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String left = condition(random, depth - 1);
      return switch (random.nextInt(3)) {
        case 0 -> "not (" + left + ")";
        case 1 -> "(" + left + " and " + condition(random, depth - 1) + ")";
        default -> "(" + left + " OR " + condition(random, depth - 1) + ")";
      };
    }
    return switch (random.nextInt(6)) {
      case 0 ->
          pick(random, new String[] {"i", "s", "st", "st.y", "st.y.z", "w", "b"})
              + (random.nextBoolean() ? " is null" : " is not null");
      case 1 ->
          pick(random, new String[] {"s", "st.y.z"})
              + (random.nextBoolean() ? " like '" : " not like '")
              + pick(random, PATTERNS)
              + "'";
      case 2 -> random.nextBoolean() ? "b" : "b = " + random.nextBoolean();
      case 3 ->
          pick(
              random,
              new String[] {
                "i = l",
                "i < l",
                "l >= d",
                "d > i",
                "s = st.y.z",
                "s < st.y.z",
                "i != st.x",
                "lt <= lt",
                "w < w",
                "dt = dt"
              });
      default -> withConstant(random);
    };
  }

  private static String withConstant(Random random) {
    String column =
        pick(random, new String[] {"i", "l", "st.x", "d", "p", "w", "s", "ts", "lt", "dt"});
    String[] constants =
        switch (column) {
          case "i", "l", "st.x" -> NUMBERS;
          case "d", "p" -> DECIMALS;
          case "w" -> WIDES;
          case "s" -> TEXTS;
          case "dt" -> DATES;
          default -> TIMES;
        };
    String quote = constants == TEXTS || constants == DATES || constants == TIMES ? "'" : "";
    String end = column.equals("ts") ? "Z'" : quote;
    String first = quote + pick(random, constants) + end;
    if (random.nextInt(4) == 0) {
      String second = quote + pick(random, constants) + end;
      return column + (random.nextBoolean() ? " in (" : " not in (") + first + ", " + second + ")";
    }
    String comparison = pick(random, COMPARISONS);
    return random.nextInt(4) == 0
        ? first + " " + comparison + " " + column
        : column + " " + comparison + " " + first;
  }
}
