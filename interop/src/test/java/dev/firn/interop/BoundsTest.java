package dev.firn.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.cli.Main;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.generate.GeneratorPlan;
import dev.firn.testkit.generate.LogGenerator;
import dev.firn.testkit.generate.LogSchema;
import dev.firn.testkit.generate.Pacer;
import dev.firn.testkit.generate.Replay;
import dev.firn.testkit.oracle.TableRows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters that ask for the least and the greatest value of each column, where wrong statistics lose
 * rows: every reader of Firn's files finds as many as DuckDB in the source files themselves.
 */
class BoundsTest {
  private static final String NAME = "logs.bounds";
  private static final int PERIODS = 30;
  private static final int ROWS_PER_FILE = 100;

  private static final String SOURCE_COLUMNS =
      """
      {row_id: 'BIGINT', ts: 'TIMESTAMPTZ', action: 'VARCHAR', user_id: 'BIGINT',
       session: 'VARCHAR', device: 'VARCHAR', country: 'VARCHAR', url: 'VARCHAR',
       status: 'INTEGER', duration_ms: 'DOUBLE', bytes: 'BIGINT',
       geo: 'STRUCT(lat DOUBLE, lon DOUBLE, city VARCHAR)', referrer: 'VARCHAR'}""";

  private final Path root = Path.of(System.getProperty("firn.root"));

  @TempDir private Path folder;

  /**
   * A comparison of a column with its least or greatest value.
   *
   * @param value a long, double, text or, for times, an instant
   */
  private record Bound(FlatColumn column, String operator, Object value) {
    String sql(Dialect dialect) {
      String literal =
          value instanceof Double ? "cast('" + value + "' as double)" : dialect.literal(value);
      return "select count(*) from %s t where "
          + dialect.column(column.path())
          + " "
          + operator
          + " "
          + literal;
    }

    Expression expression() {
      Object literal =
          value instanceof Instant time ? ChronoUnit.MICROS.between(Instant.EPOCH, time) : value;
      return switch (operator) {
        case "=" -> Expressions.equal(column.path(), literal);
        case "<=" -> Expressions.lessThanOrEqual(column.path(), literal);
        default -> Expressions.greaterThanOrEqual(column.path(), literal);
      };
    }

    String name() {
      return column.path() + " " + operator + " " + value;
    }
  }

  @Test
  void filtersOnBoundsOfEveryColumnFindAllRowsInLandingFilesAndInFullFiles()
      throws IOException, InterruptedException, SQLException {
    Path pipeline = writeInput();
    firn("run", pipeline.toString(), "--once", "--quiet");
    Engines engines =
        new Engines(
            root, Files.createDirectories(root.resolve("interop/target/bounds-work")), folder);
    engines.prepare();
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      execute(duckdb, "set autoinstall_known_extensions = false");
      execute(duckdb, "set timezone = 'UTC'");
      execute(
          duckdb,
          "create table truth as select * from read_json('"
              + folder
              + "/in/**/*.json.gz', format = 'newline_delimited', columns = "
              + SOURCE_COLUMNS
              + ")");
      List<Bound> bounds = bounds(duckdb);
      compare("as it landed", pipeline, bounds, duckdb, engines);
      firn("compact", "-p", pipeline.toString());
      compare("compacted", pipeline, bounds, duckdb, engines);
    }
  }

  private void compare(
      String state, Path pipeline, List<Bound> bounds, Connection duckdb, Engines engines)
      throws IOException, InterruptedException, SQLException {
    Map<String, String> sql = new LinkedHashMap<>();
    for (int i = 0; i < bounds.size(); i++) {
      sql.put("q" + i, bounds.get(i).sql(Dialect.SPARK).formatted("firn." + NAME));
    }
    Map<String, List<String>> spark =
        engines.spark(folder.resolve("firn.db"), folder.resolve("warehouse"), sql);
    try (OpenedTable opened =
        OpenedTable.open(PipelineConfig.load(pipeline), Environment.system())) {
      Table table = opened.catalog().loadTable(TableRows.name(opened.name()));
      for (int i = 0; i < bounds.size(); i++) {
        Bound bound = bounds.get(i);
        String name = bound.name() + ", " + state;
        String query = bound.sql(Dialect.DUCKDB);
        long expected = count(duckdb, query.formatted("truth"));
        assertThat(expected).as(name).isPositive();
        assertThat(count(duckdb, query.formatted(files(table, bound.expression()))))
            .as("DuckDB: %s", name)
            .isEqualTo(expected);
        // Its reader takes null for less than everything: more rows may come, none may miss.
        assertThat(read(table, bound.expression()))
            .as("Iceberg: %s", name)
            .isGreaterThanOrEqualTo(expected);
        assertThat(spark.get("q" + i))
            .as("Spark: %s", name)
            .containsExactly(Long.toString(expected));
      }
    }
  }

  /** Iceberg's reader over parquet-java: skips row groups by statistics and dictionaries. */
  private static long read(Table table, Expression filter) throws IOException {
    long rows = 0;
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).where(filter).build()) {
      for (Record ignored : records) {
        rows++;
      }
    }
    return rows;
  }

  private static String files(Table table, Expression filter) throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().filter(filter).planFiles()) {
      tasks.forEach(task -> files.add("'" + Path.of(URI.create(task.file().location())) + "'"));
    }
    assertThat(files).isNotEmpty();
    return files.stream().collect(Collectors.joining(", ", "read_parquet([", "])"));
  }

  private static List<Bound> bounds(Connection duckdb) throws SQLException {
    List<Bound> bounds = new ArrayList<>();
    for (FlatColumn column : FlatColumn.all()) {
      String name = Dialect.DUCKDB.column(column.path());
      String value = column.kind() == FlatColumn.Kind.TIME ? Dialect.DUCKDB.micros(name) : name;
      try (Statement statement = duckdb.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "select min(" + value + "), max(" + value + ") from truth t")) {
        row.next();
        Object least = value(column, row, 1);
        Object greatest = value(column, row, 2);
        bounds.add(new Bound(column, "=", least));
        bounds.add(new Bound(column, "=", greatest));
        bounds.add(new Bound(column, "<=", least));
        bounds.add(new Bound(column, ">=", greatest));
      }
    }
    return bounds;
  }

  private static Object value(FlatColumn column, ResultSet row, int place) throws SQLException {
    return switch (column.kind()) {
      case NUMBER -> row.getLong(place);
      case DOUBLE -> row.getDouble(place);
      case TEXT -> row.getString(place);
      case TIME -> Instant.EPOCH.plus(row.getLong(place), ChronoUnit.MICROS);
    };
  }

  private static long count(Connection duckdb, String query) throws SQLException {
    try (Statement statement = duckdb.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static void execute(Connection duckdb, String sql) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void firn(String... words) {
    assertThat(Main.execute(words)).as("firn %s", String.join(" ", words)).isZero();
  }

  private Path writeInput() throws IOException, InterruptedException {
    GeneratorPlan plan =
        GeneratorPlan.of(3, LocalDate.now(ZoneOffset.UTC).minusDays(1))
            .withProducers(4)
            .withPeriods(Duration.ofSeconds(30), PERIODS)
            .withRowsPerFile(ROWS_PER_FILE)
            .withActions(20, 1.1);
    LogGenerator generator = new LogGenerator(plan);
    new Replay(generator, folder.resolve("in"), Pacer.atOnce(), new Replay.Listener() {})
        .run(generator.files());
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        table: %s
        source: {folder: in, pattern: "%s", settle: 0s}
        event-time: {column: ts}
        partition: [days(ts), action]
        storage: {fsync: false}
        %s"""
            .formatted(NAME, LogSchema.PATH_PATTERN, LogSchema.YAML));
  }
}
