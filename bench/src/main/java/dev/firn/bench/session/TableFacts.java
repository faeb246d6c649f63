package dev.firn.bench.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;

/**
 * What is in a table.
 *
 * @param files data files
 * @param landingFiles of those, files of another spec than the default one
 * @param bytes of all data files
 * @param rows by their metadata
 * @param sums what DuckDB reads from the files: the number of rows, and sums over columns that no
 *     order of rows changes
 */
public record TableFacts(long files, long landingFiles, long bytes, long rows, String sums) {
  /** One row of figures over the columns of the generated logs; whole numbers all of them. */
  public static final String SUMS =
      "select count(*), sum(row_id), sum(user_id), sum(bytes), sum(status),"
          + " sum(length(session)), sum(length(url)), sum(length(action)), sum(length(country)),"
          + " sum(length(device)), count(referrer), sum(cast(floor(duration_ms * 1000) as bigint)),"
          + " sum(cast(floor(geo.lat * 100) as bigint)), sum(length(geo.city)) from ";

  /** Of a table with the columns of the generated logs. */
  public static TableFacts of(Table table) throws IOException {
    return of(table, SUMS);
  }

  /**
   * Of any table as it is.
   *
   * @param head a query up to {@code from}
   */
  public static TableFacts of(Table table, String head) throws IOException {
    List<FileScanTask> tasks = plan(table, Expressions.alwaysTrue());
    String sums;
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      sums = row(statement, head + readParquet(tasks));
    } catch (SQLException e) {
      throw new IOException("reading " + table.name() + " with DuckDB", e);
    }
    return new TableFacts(
        tasks.size(),
        tasks.stream().filter(task -> task.spec().specId() != table.spec().specId()).count(),
        tasks.stream().mapToLong(task -> task.file().fileSizeInBytes()).sum(),
        tasks.stream().mapToLong(task -> task.file().recordCount()).sum(),
        sums);
  }

  /** The files that Iceberg plans for a filter; deletes are refused. */
  public static List<FileScanTask> plan(Table table, Expression filter) throws IOException {
    List<FileScanTask> tasks = new ArrayList<>();
    try (CloseableIterable<FileScanTask> planned = table.newScan().filter(filter).planFiles()) {
      for (FileScanTask task : planned) {
        if (!task.deletes().isEmpty()) {
          throw new IOException(task.file().location() + " has deletes");
        }
        tasks.add(task);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return tasks;
  }

  /** DuckDB's table function over the files of tasks. */
  public static String readParquet(List<FileScanTask> tasks) {
    return tasks.stream()
        .map(task -> Path.of(URI.create(task.file().location())).toString())
        .map(file -> "'" + file.replace("'", "''") + "'")
        .collect(Collectors.joining(", ", "read_parquet([", "], hive_partitioning = false)"));
  }

  /** The first row of an answer, cells joined by tabs. */
  public static String row(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      List<String> cells = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        cells.add(rows.getString(i));
      }
      return String.join("\t", cells);
    }
  }
}
