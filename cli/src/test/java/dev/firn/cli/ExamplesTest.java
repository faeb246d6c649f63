package dev.firn.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.Pipeline;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.pipeline.Progress;
import dev.firn.pipeline.TableSetup;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs each example and compares it with what DuckDB finds in the same files by itself. */
class ExamplesTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("firn.root", "..")).resolve("examples");

  @TempDir Path folder;

  /** Runs a copy of an example; the counts of rows in, written, rejected, dropped. */
  private List<Long> run(String example) throws IOException, InterruptedException {
    copy(EXAMPLES.resolve(example));
    PipelineConfig config = PipelineConfig.load(folder.resolve("pipeline.yaml"));
    TableSetup.validate(config);
    try (OpenedTable table = TableSetup.openOrCreate(config, Environment.system())) {
      Pipeline pipeline = new Pipeline(table, Environment.system(), true);
      pipeline.run();
      Progress done = pipeline.progress();
      return List.of(done.rowsIn(), done.rowsWritten(), done.rowsRejected(), done.rowsDropped());
    }
  }

  private void copy(Path example) throws IOException {
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = example.relativize(file);
        String first = relative.getName(0).toString();
        if (!first.equals("warehouse") && !first.startsWith("firn.db")) {
          Path target = folder.resolve(relative);
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
  }

  /** Rows of a query, columns divided by blanks; {@code $in} is the source folder. */
  private List<String> query(String... sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      for (int i = 0; i < sql.length - 1; i++) {
        statement.execute(sql[i].replace("$in", folder.resolve("incoming").toString()));
      }
      List<String> rows = new ArrayList<>();
      String last = sql[sql.length - 1].replace("$in", folder.resolve("incoming").toString());
      try (ResultSet found = statement.executeQuery(last)) {
        int columns = found.getMetaData().getColumnCount();
        while (found.next()) {
          List<String> values = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            values.add(String.valueOf(found.getString(i)));
          }
          rows.add(String.join(" ", values));
        }
      }
      return rows;
    }
  }

  private String table() {
    return "(select * from read_parquet('"
        + folder
        + "/warehouse/logs/*/data/**/*.parquet', union_by_name = true, hive_partitioning = false))";
  }

  private static String numbers(List<Long> counts) {
    return counts.get(0) + " " + counts.get(1) + " " + counts.get(2) + " " + counts.get(3);
  }

  @Test
  void cloudTrailRecordsAreRowsAndWhatIsLeftOutIsCounted() throws Exception {
    List<Long> counts = run("cloudtrail");
    String lines =
        "create table lines as select Records as r, len(list_filter(Records,"
            + " lambda e: e.eventTime is not null and try_cast(e.eventTime as timestamptz) is null)) > 0"
            + " as bad from read_json('$in/*.json.gz', format = 'newline_delimited', columns ="
            + " {Records: 'struct(eventTime varchar, eventSource varchar, eventName varchar, eventID"
            + " varchar, errorCode varchar)[]'})";
    String good =
        "create table good as select e.eventTime::timestamptz as ts, e.eventSource as source, e.eventName"
            + " as name, e.eventID as id, e.errorCode as error from (select unnest(r) as e from lines where"
            + " not bad)";
    String kept = "source is not null and name not like 'Describe%'";
    assertThat(
            query(
                lines,
                good,
                "select count(*) + (select count(*) from lines where bad), count(*) filter ("
                    + kept
                    + "), (select count(*) from lines where bad), count(*) - count(*) filter ("
                    + kept
                    + ") from good"))
        .containsExactly(numbers(counts));
    String questions =
        "service, local_day, name, min(ts), count(*), count(error), count(distinct id)";
    assertThat(
            query(
                "select "
                    + questions.replace("error", "\"errorCode\"").replace(" id)", " \"eventID\")")
                    + " from "
                    + table()
                    + " group by all order by all"))
        .isEqualTo(
            query(
                lines,
                good,
                "select "
                    + questions
                    + " from (select *, nullif(regexp_extract(source, '^([a-z0-9]+)[.]amazonaws[.]com$', 1), '')"
                    + " as service, (ts at time zone 'America/Los_Angeles')::date as local_day from good"
                    + " where "
                    + kept
                    + ") group by all order by all"))
        .hasSizeGreaterThan(10);
  }

  @Test
  void nginxPeersAreRowsOfLocalDays() throws Exception {
    List<Long> counts = run("nginx-json");
    String peers =
        "create table peers as select *, (to_timestamp(\"timestamp\" / 1000.0) at time zone"
            + " 'America/New_York')::date as day from (select \"timestamp\", connections.active as active,"
            + " unnest(upstreams.\"hg-backend\".peers) as p, server_zones.\"hg.nginx.org\".requests as z"
            + " from read_json('$in/*.json.gz', format = 'newline_delimited', columns = {timestamp: 'bigint',"
            + " connections: 'struct(active int)', upstreams: 'struct(\"hg-backend\" struct(peers"
            + " struct(server varchar, state varchar, responses struct(\"5xx\" bigint, total bigint))[]))',"
            + " server_zones: 'struct(\"hg.nginx.org\" struct(requests bigint))'}))";
    String kept = "p.state = 'up' and active >= 2";
    assertThat(
            query(
                peers,
                "select count(*), count(*) filter ("
                    + kept
                    + "), 0, count(*) - count(*) filter ("
                    + kept
                    + ") from peers"))
        .containsExactly(numbers(counts));
    assertThat(
            query(
                "select day, server, port, backend, count(*), sum(epoch_ms(ts)), sum(zone_requests),"
                    + " sum(responses.\"_5xx\"), sum(responses.total) from "
                    + table()
                    + " group by all order by all"))
        .isEqualTo(
            query(
                peers,
                "select day, p.server, regexp_extract(p.server, ':([0-9]+)$', 1), 'hg', count(*),"
                    + " sum(\"timestamp\"), sum(z), sum(p.responses.\"5xx\"), sum(p.responses.total) from peers"
                    + " where "
                    + kept
                    + " group by all order by all"))
        .isNotEmpty();
  }

  @Test
  void ndjsonAtItsEdgesIsReadOrPutAsideLineByLine() throws Exception {
    List<Long> counts = run("ndjson-edge");
    String lines =
        "create table lines as select parse_filename(filename) as file, line from (select filename,"
            + " unnest(regexp_split_to_array(content, '\\r\\n|\\n|\\r')) as line from read_text(["
            + "'$in/*.ndjson', '$in/malformed/*'])) where trim(line) <> '' union all select"
            + " 'example_rn.ndjson.gz', \"json\"::varchar from read_json_objects('$in/*.gz')";
    String judged =
        "create table judged as select file, line, case when not json_valid(line) then false"
            + " when json_type(line) <> 'OBJECT' then false else len(json_keys(line)) ="
            + " len(list_distinct(json_keys(line))) and coalesce(json_type(line, '$.id') in ('UBIGINT',"
            + " 'BIGINT', 'NULL'), true) end as good from lines";
    String dropped = "case when good then line->>'$.id' is null else false end";
    assertThat(
            query(
                lines,
                judged,
                "select count(*), count(*) filter (good) - count(*) filter ("
                    + dropped
                    + "), count(*) filter (not good), count(*) filter ("
                    + dropped
                    + ") from judged"))
        .containsExactly(numbers(counts));
    assertThat(
            query(
                "select file, count(*), sum(id), count(name), min(name) from "
                    + table()
                    + " group by all order by all"))
        .isEqualTo(
            query(
                lines,
                judged,
                "select file, count(*), sum((line->>'$.id')::bigint), count(line->>'$.name'),"
                    + " min(line->>'$.name') from judged where good and not ("
                    + dropped
                    + ") group by all order by all"))
        .hasSizeGreaterThan(5);
  }
}
