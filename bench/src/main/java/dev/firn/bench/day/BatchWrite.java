package dev.firn.bench.day;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One batch write of rows by DuckDB: what the files of a day could have been at best. */
final class BatchWrite {
  private BatchWrite() {}

  /**
   * Writes the rows of data files anew, a file per action, one thread, and counts how many files of
   * the target size the actions' bytes make.
   *
   * @param dataFiles Parquet
   * @param target a folder that is not there
   * @return files by action
   */
  static Map<String, Long> filesByAction(List<Path> dataFiles, Path target, long targetBytes)
      throws SQLException, IOException {
    String files =
        dataFiles.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", "));
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      statement.execute("set threads = 1");
      statement.execute(
          "copy (select * from read_parquet(["
              + files
              + "]) order by action, ts) to '"
              + target
              + "' (format parquet, compression zstd, partition_by (action), write_partition_columns true)");
    }
    Map<String, Long> bytes = new HashMap<>();
    try (Stream<Path> all = Files.walk(target)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String folder = target.relativize(file).getName(0).toString();
        bytes.merge(folder.substring(folder.indexOf('=') + 1), Files.size(file), Long::sum);
      }
    }
    Map<String, Long> counts = new HashMap<>();
    bytes.forEach(
        (action, size) -> counts.put(action, Math.max(1, (size + targetBytes - 1) / targetBytes)));
    return counts;
  }
}
