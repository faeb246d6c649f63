package dev.firn.bench.ingest;

import dev.firn.testkit.engine.ProcessUse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * One statement of DuckDB in a process of its own; prints CPU seconds, wall seconds and peak
 * memory. Arguments: threads, the statement.
 */
final class DuckDbCopy {
  private DuckDbCopy() {}

  /** Runs it. */
  public static void main(String[] args) throws SQLException, IOException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute("set autoinstall_known_extensions = false");
      statement.execute("set threads = " + Integer.parseInt(args[0]));
      statement.execute("set preserve_insertion_order = false");
      statement.execute(args[1]);
      ProcessUse use = ProcessUse.of(ProcessHandle.current().pid());
      System.out.printf(
          Locale.ROOT,
          "%f %f %d%n",
          use.cpuSeconds(),
          ManagementFactory.getRuntimeMXBean().getUptime() / 1e3,
          use.peakResidentBytes());
    }
  }
}
