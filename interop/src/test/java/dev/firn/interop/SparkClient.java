package dev.firn.interop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Spark SQL on Firn's SQLite file, in a session that stays. */
final class SparkClient implements AutoCloseable {
  private final TalkProcess process;

  SparkClient(TalkProcess process) {
    this.process = process;
  }

  /** Runs a statement; its rows as cells joined by tabs, sorted. */
  List<String> sql(String statement) throws IOException {
    process.say(statement.replace('\n', ' '));
    List<String> rows = new ArrayList<>();
    while (true) {
      String line = process.hear();
      if (line.startsWith("= ")) {
        rows.add(line.substring(2));
      } else if (line.equals(".")) {
        return rows.stream().sorted().toList();
      } else {
        throw new AssertionError("Spark failed at '" + statement + "': " + line);
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
