package dev.firn.bench.ingest;

import dev.firn.bench.report.Use;
import dev.firn.bench.session.TableFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * DuckDB: {@code read_json} with all types given, {@code COPY … (PARTITION_BY …)}, insertion order
 * not preserved. Writes folders of files, and nothing that says which source files are in them.
 */
final class DuckDbContender implements Contender {
  private final List<String> prefix;
  private final int threads;

  DuckDbContender(List<String> prefix, int threads) {
    this.prefix = prefix;
    this.threads = threads;
  }

  @Override
  public String name() {
    return "DuckDB";
  }

  @Override
  public Outcome run(Input input, Path work) throws IOException, InterruptedException {
    Path target = work.resolve("files");
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DuckDbCopy.class.getName());
    command.addAll(List.of(Integer.toString(threads), copy(input, target)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("DuckDB failed with " + input.name() + ": " + out);
    }
    String[] said = out.strip().split(" ");
    Use use =
        new Use(Double.parseDouble(said[0]), Double.parseDouble(said[1]), Long.parseLong(said[2]));
    List<Path> files = files(target);
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return new Outcome(use, Optional.empty(), files.size(), bytes, sums(input, target));
  }

  private static String copy(Input input, Path target) {
    return "copy (select "
        + input.shape().duckDbSelect()
        + " from read_json('"
        + input.folder()
        + "/**/*."
        + input.suffix()
        + "', format = 'newline_delimited', compression = '"
        + input.duckDbCompression()
        + "', columns = "
        + input.shape().duckDbColumns()
        + ")) to '"
        + target
        + "' (format parquet, compression zstd, partition_by ("
        + input.shape().duckDbPartition()
        + "))";
  }

  private static String sums(Input input, Path target) throws IOException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      return TableFacts.row(
          statement,
          input.shape().sums()
              + "read_parquet('"
              + target
              + "/**/*.parquet', hive_partitioning = true)");
    } catch (SQLException e) {
      throw new IOException("reading DuckDB's files back", e);
    }
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
