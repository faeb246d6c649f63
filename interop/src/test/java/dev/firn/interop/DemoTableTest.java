package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.cli.Main;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's table, read by Iceberg's generic reader and by DuckDB over the planned files. */
class DemoTableTest {
  private final Map<String, Object> byIceberg = new LinkedHashMap<>();
  private final Map<String, Object> byDuckDb = new LinkedHashMap<>();

  @Test
  void countsAndSumsOfAllColumnsAreTheSame(@TempDir Path folder) throws IOException, SQLException {
    Path demo = folder.resolve("demo");
    int exit =
        Main.execute(
            "demo",
            "--dir",
            demo.toString(),
            "--seed",
            "7",
            "--producers",
            "2",
            "--rows",
            "20",
            "--seconds",
            "6");
    assertThat(exit).isZero();
    PipelineConfig config = PipelineConfig.load(demo.resolve("pipeline.yaml"));
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      Table table = opened.catalog().loadTable(TableRows.name(opened.name()));
      readWithIceberg(table);
      readWithDuckDb(table);
    }
    assertThat((Long) byIceberg.get("count")).isGreaterThan(100_000);
    assertThat(byDuckDb).isEqualTo(byIceberg);
  }

  private void readWithIceberg(Table table) throws IOException {
    Sums sums = new Sums();
    try (CloseableIterable<Record> rows = IcebergGenerics.read(table).build()) {
      rows.forEach(sums::add);
    }
    sums.putInto(byIceberg);
  }

  private void readWithDuckDb(Table table) throws IOException, SQLException {
    TreeSet<String> files = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      tasks.forEach(task -> files.add("'" + task.file().location().replace("file://", "") + "'"));
    }
    String sql =
        """
        select count(*), sum(row_id)::bigint, sum(epoch_us(ts))::hugeint, count(distinct action),
          sum(length(action))::bigint, sum(user_id)::bigint, sum(length(session))::bigint,
          sum(length(url))::bigint, sum(status)::bigint, sum(round(duration_ms * 1000))::bigint,
          sum(bytes)::bigint, sum(round(geo.lat * 10000))::bigint, count(geo.city), count(referrer)
        from read_parquet([%s])"""
            .formatted(String.join(",", files));
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      String[] names = {
        "count",
        "row_id",
        "ts",
        "actions",
        "action",
        "user_id",
        "session",
        "url",
        "status",
        "duration",
        "bytes",
        "lat",
        "cities",
        "referrers"
      };
      for (int i = 0; i < names.length; i++) {
        byDuckDb.put(names[i], new BigDecimal(row.getString(i + 1)).toBigInteger().longValue());
      }
    }
  }

  /** The same sums as the SQL statement, row by row. */
  private static final class Sums {
    private final Map<String, Long> sums = new LinkedHashMap<>();
    private final TreeSet<String> actions = new TreeSet<>();

    void add(Record row) {
      sum("count", 1);
      sum("row_id", (Long) row.getField("row_id"));
      OffsetDateTime ts = (OffsetDateTime) row.getField("ts");
      sum("ts", ts.toEpochSecond() * 1_000_000 + ts.getNano() / 1_000);
      actions.add((String) row.getField("action"));
      sum("action", length(row.getField("action")));
      sum("user_id", number(row.getField("user_id")));
      sum("session", length(row.getField("session")));
      sum("url", length(row.getField("url")));
      sum("status", number(row.getField("status")));
      sum("duration", rounded(row.getField("duration_ms"), 1_000));
      sum("bytes", number(row.getField("bytes")));
      Record geo = (Record) row.getField("geo");
      sum("lat", geo == null ? 0 : rounded(geo.getField("lat"), 10_000));
      sum("cities", geo == null || geo.getField("city") == null ? 0 : 1);
      sum("referrers", row.getField("referrer") == null ? 0 : 1);
    }

    void putInto(Map<String, Object> target) {
      sums.forEach(
          (name, sum) -> {
            target.put(name, sum);
            if (name.equals("ts")) {
              target.put("actions", (long) actions.size());
            }
          });
    }

    private void sum(String name, long value) {
      sums.merge(name, value, Long::sum);
    }

    private static long number(Object value) {
      return value == null ? 0 : ((Number) value).longValue();
    }

    private static long length(Object value) {
      return value == null ? 0 : ((String) value).length();
    }

    private static long rounded(Object value, int factor) {
      return value == null ? 0 : Math.round((Double) value * factor);
    }
  }
}
