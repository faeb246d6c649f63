package dev.firn.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random steps give what a plain reference gives that goes row by row over maps. */
class StepsPropertyTest {
  private static final int RUNS = 250;

  private static final ZoneId ZONE = ZoneId.of("America/New_York");

  /** One step as text and as what it does to rows; dropped rows are counted. */
  private record Model(String text, Function<Rows, Rows> act) {}

  private record Rows(List<Map<String, Object>> rows, long in, long dropped) {}

  private Random random = new Random(0);

  @Test
  void randomStepsGiveWhatAPlainReferenceGives() {
    long first = Long.getLong("firn.seed", 1);
    long written = 0;
    for (long seed = first; seed < first + RUNS; seed++) {
      random = new Random(seed);
      written += run("seed " + seed);
    }
    assertThat(written).isGreaterThan(RUNS * 10);
  }

  private long run(String place) {
    List<Map<String, Object>> source = new ArrayList<>();
    for (int i = random.nextInt(60); i >= 0; i--) {
      source.add(row(2));
    }
    List<Model> steps = steps();
    Rows expected = new Rows(source, source.size(), 0);
    for (Model step : steps) {
      expected = step.act.apply(expected);
    }
    String yaml = steps.stream().map(step -> "- " + step.text + "\n").collect(Collectors.joining());
    String schema =
        "{n: long required, s: string, k: string, day: date, big: boolean, x: long, o: {y: string},"
            + " from: string}";
    String text = source.stream().map(StepsPropertyTest::json).collect(Collectors.joining("\n"));
    Transforming transforming = Transforming.of(schema, yaml);
    Transforming.Result result =
        transforming.run(transforming.decoder(), text, 1 + random.nextInt(5000));
    List<String> rows = new ArrayList<>();
    long rejected = 0;
    for (Map<String, Object> row : expected.rows) {
      if (row.get("n") == null) {
        rejected++;
      } else {
        rows.add(output(row));
      }
    }
    String all = place + "\n" + yaml + text;
    assertThat(result.rows).as(all).isEqualTo(rows);
    assertThat(result.balance())
        .as(all)
        .containsExactly(expected.in, (long) rows.size(), rejected, expected.dropped);
    return rows.size();
  }

  private static String output(Map<String, Object> row) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (String column : List.of("n", "s", "k", "day", "big", "x", "o", "from")) {
      Object value = row.get(column);
      if (column.equals("o") && value instanceof Map<?, ?> o) {
        Map<String, Object> nested = new LinkedHashMap<>();
        nested.put("y", o.get("y"));
        value = nested;
      }
      out.put(column, value);
    }
    return json(out);
  }

  private List<Model> steps() {
    List<Model> steps = new ArrayList<>();
    steps.add(new Model("columns: {u: string, m: long, ts: timestamptz}", rows -> rows));
    // Uses what is declared, and drops nothing.
    steps.add(
        new Model(
            "where: u is null or m is null or ts is null or n is null or n is not null", r -> r));
    boolean exploded = random.nextInt(4) == 0;
    boolean renamed = false;
    boolean derived = false;
    boolean set = random.nextBoolean();
    for (int i = random.nextInt(6); i >= 0; i--) {
      switch (random.nextInt(5)) {
        case 0:
          if (!exploded) {
            exploded = true;
            steps.add(explode());
          }
          break;
        case 1:
          if (!renamed) {
            renamed = true;
            steps.add(rename());
          }
          break;
        case 2:
          if (!derived) {
            derived = true;
            steps.addAll(derive());
          }
          break;
        default:
          steps.add(where());
      }
    }
    if (set) {
      steps.add(new Model("set: {from: web}", each(row -> row.put("from", "web"))));
    }
    return steps;
  }

  private Model explode() {
    return new Model(
        "explode: r",
        all -> {
          List<Map<String, Object>> rows = new ArrayList<>();
          long empty = 0;
          for (Map<String, Object> row : all.rows) {
            List<?> elements = row.get("r") instanceof List<?> list ? list : List.of();
            empty += elements.isEmpty() ? 1 : 0;
            for (Object element : elements) {
              Map<String, Object> merged = new LinkedHashMap<>(row);
              merged.remove("r");
              if (element instanceof Map<?, ?> fields) {
                fields.forEach(
                    (name, value) -> {
                      if (value != null && !isMade(row, String.valueOf(name))) {
                        merged.put(String.valueOf(name), value);
                      }
                    });
              }
              rows.add(merged);
            }
          }
          return new Rows(
              rows, all.in + rows.size() + empty - all.rows.size(), all.dropped + empty);
        });
  }

  /** Names that steps have made hide those of elements; the reference notes them in the row. */
  private static boolean isMade(Map<String, Object> row, String name) {
    return row.containsKey("made " + name);
  }

  private Model rename() {
    return new Model(
        "rename: {u: k, o.x: x}",
        each(
            row -> {
              row.put("k", row.remove("u"));
              row.put("x", field(row, "o.x"));
              row.put("made k", true);
              row.put("made x", true);
            }));
  }

  private List<Model> derive() {
    Pattern digits = Pattern.compile("([a-z])(\\d)?");
    return List.of(
        new Model(
            "derive: {day: \"local_date(ts, 'America/New_York')\", big: n >= m}",
            each(
                row -> {
                  Object ts = row.get("ts");
                  row.put(
                      "day",
                      ts == null
                          ? null
                          : Instant.parse((String) ts).atZone(ZONE).toLocalDate().toString());
                  Object n = row.get("n");
                  Object m = row.get("m");
                  row.put("big", n == null || m == null ? null : (Long) n >= (Long) m);
                  row.put("made day", true);
                  row.put("made big", true);
                })),
        new Model(
            "derive: {part: \"regexp(s, '([a-z])(\\\\d)?', 2)\"}",
            each(
                row -> {
                  Object s = row.get("s");
                  Matcher matcher = digits.matcher(s == null ? "" : (String) s);
                  row.put("part", s != null && matcher.find() ? matcher.group(2) : null);
                  row.put("made part", true);
                })),
        new Model(
            "where: part is null or part != '3'",
            filter(
                row -> {
                  Object part = row.get("part");
                  return part == null || !part.equals("3");
                })));
  }

  private Model where() {
    long number = random.nextInt(4);
    String text = "t" + random.nextInt(4);
    return switch (random.nextInt(4)) {
      case 0 ->
          new Model(
              "where: n >= " + number,
              filter(row -> row.get("n") == null ? null : (Long) row.get("n") >= number));
      case 1 ->
          new Model(
              "where: \"not s = '" + text + "'\"",
              filter(row -> row.get("s") == null ? null : !row.get("s").equals(text)));
      case 2 ->
          new Model(
              "where: \"o.y in ('" + text + "', 't0') or n is null\"",
              filter(
                  row -> {
                    Object y = field(row, "o.y");
                    boolean isNull = row.get("n") == null;
                    return isNull || text.equals(y) || "t0".equals(y);
                  }));
      default ->
          new Model(
              "where: \"s like '%" + number + "' or s like 't%'\"",
              filter(
                  row ->
                      row.get("s") == null
                          ? null
                          : ((String) row.get("s")).endsWith("" + number)
                              || ((String) row.get("s")).startsWith("t")));
    };
  }

  private static Object field(Map<String, Object> row, String path) {
    Object value = row;
    for (String name : path.split("\\.")) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  private static Function<Rows, Rows> each(
      java.util.function.Consumer<Map<String, Object>> change) {
    return all -> {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (Map<String, Object> row : all.rows) {
        Map<String, Object> copy = new LinkedHashMap<>(row);
        change.accept(copy);
        rows.add(copy);
      }
      return new Rows(rows, all.in, all.dropped);
    };
  }

  private static Function<Rows, Rows> filter(Function<Map<String, Object>, Boolean> condition) {
    return all -> {
      List<Map<String, Object>> kept =
          all.rows.stream().filter(row -> Boolean.TRUE.equals(condition.apply(row))).toList();
      return new Rows(kept, all.in, all.dropped + all.rows.size() - kept.size());
    };
  }

  /** A row, or an element that has no array itself. */
  private Map<String, Object> row(int depth) {
    Map<String, Object> row = new LinkedHashMap<>();
    maybe(row, "n", (long) random.nextInt(5));
    maybe(row, "m", (long) random.nextInt(5));
    maybe(row, "s", text());
    maybe(row, "u", text());
    maybe(
        row,
        "ts",
        Instant.ofEpochSecond(random.nextLong(-3_000_000_000L, 3_000_000_000L)).toString());
    Map<String, Object> object = new LinkedHashMap<>();
    maybe(object, "x", (long) random.nextInt(3));
    maybe(object, "y", text());
    maybe(row, "o", object);
    if (depth == 2 && random.nextInt(8) > 0) {
      List<Object> elements = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        elements.add(random.nextInt(9) == 0 ? null : row(1));
      }
      row.put("r", random.nextInt(9) == 0 ? null : elements);
    }
    return row;
  }

  private String text() {
    return List.of("t0", "t1", "t2", "t3", "é1", "", "a3", "\uD83D\uDE00x2").get(random.nextInt(8));
  }

  private void maybe(Map<String, Object> row, String name, Object value) {
    int kind = random.nextInt(8);
    if (kind > 0) {
      row.put(name, kind == 1 ? null : value);
    }
  }

  private static String json(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .filter(entry -> !String.valueOf(entry.getKey()).startsWith("made "))
          .map(entry -> "\"" + entry.getKey() + "\":" + json(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(StepsPropertyTest::json).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? "\"" + text + "\"" : String.valueOf(value);
  }
}
