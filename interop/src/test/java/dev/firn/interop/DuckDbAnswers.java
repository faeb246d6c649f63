package dev.firn.interop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/** DuckDB over the files that Iceberg plans for each question. */
final class DuckDbAnswers implements AutoCloseable {
  private final Table table;
  private final Connection duckdb;

  DuckDbAnswers(Table table) throws SQLException {
    this.table = table;
    this.duckdb = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      statement.execute("set timezone = 'UTC'");
    }
  }

  /** The rows of the answer, sorted. */
  List<String> answer(Question question) throws IOException, SQLException {
    TreeSet<String> files = planned(question);
    if (files.isEmpty()) {
      // Nothing to open: the same statement over any file of the table, and over none of its rows.
      files.add(planned(new Question("all", question.shape(), List.of())).first());
    }
    String list =
        files.stream()
            .map(file -> "'" + file.replace("'", "''") + "'")
            .collect(Collectors.joining(", ", "read_parquet([", "])"));
    List<String> lines = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet rows =
            statement.executeQuery(new QuestionSql(Dialect.DUCKDB, list).of(question))) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<Object> cells = new ArrayList<>(width);
        for (int i = 1; i <= width; i++) {
          cells.add(rows.getObject(i));
        }
        lines.add(Cells.line(cells));
      }
    }
    return lines.stream().sorted().toList();
  }

  private TreeSet<String> planned(Question question) throws IOException {
    TreeSet<String> files = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().filter(question.expression()).planFiles()) {
      tasks.forEach(task -> files.add(Path.of(URI.create(task.file().location())).toString()));
    }
    return files;
  }

  @Override
  public void close() throws SQLException {
    duckdb.close();
  }
}
