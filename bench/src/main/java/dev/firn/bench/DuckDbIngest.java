package dev.firn.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * The same work by DuckDB, in a process of its own: {@code read_json} with all types given, {@code
 * COPY … (PARTITION_BY (dt, action))}. Prints rows, CPU seconds, wall seconds and peak memory.
 *
 * <p>Arguments: the folder of the sources, the folder for the files, threads.
 */
final class DuckDbIngest {
  /** Times are read as such without a zone, which is what DuckDB does fastest; all are UTC. */
  private static final String COLUMNS =
      """
      {row_id: 'BIGINT', ts: 'TIMESTAMP', action: 'VARCHAR', user_id: 'BIGINT', session: 'VARCHAR',
       device: 'VARCHAR', country: 'VARCHAR', url: 'VARCHAR', status: 'INTEGER',
       duration_ms: 'DOUBLE', bytes: 'BIGINT',
       geo: 'STRUCT(lat DOUBLE, lon DOUBLE, city VARCHAR)', referrer: 'VARCHAR'}""";

  private DuckDbIngest() {}

  /** Runs it. */
  public static void main(String[] args) throws SQLException, IOException {
    String copy =
        "copy (select *, cast(ts as date) as dt from read_json('"
            + args[0]
            + "/**/*.json.gz', format = 'newline_delimited', compression = 'gzip', columns = "
            + COLUMNS
            + ")) to '"
            + args[1]
            + "' (format parquet, compression zstd, partition_by (dt, action))";
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      statement.execute("set threads = " + Integer.parseInt(args[2]));
      statement.execute("set preserve_insertion_order = false");
      statement.execute(copy);
      double cpu = cpuSeconds();
      double wall = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
      long peak = peakResidentBytes();
      try (ResultSet count =
          statement.executeQuery(
              "select count(*) from read_parquet('" + args[1] + "/**/*.parquet')")) {
        count.next();
        System.out.printf(Locale.ROOT, "%d %f %f %d%n", count.getLong(1), cpu, wall, peak);
      }
    }
  }

  /** Runs it in a process of its own, with a JVM that costs as little as it can. */
  static FirnProcess.Result run(List<String> prefix, Path sources, Path target, int threads)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DuckDbIngest.class.getName());
    command.addAll(List.of(sources.toString(), target.toString(), Integer.toString(threads)));
    String[] words = FirnProcess.output(new ProcessBuilder(command)).strip().split(" ");
    return new FirnProcess.Result(
        Long.parseLong(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Long.parseLong(words[3]));
  }

  private static double cpuSeconds() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean os
        ? os.getProcessCpuTime() / 1e9
        : Double.NaN;
  }

  private static long peakResidentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.US_ASCII).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }
}
