package dev.firn.interop.engine;

import java.util.Locale;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Flink SQL on streams, in a session that stays and takes SQL as {@link TalkLines} says; Iceberg's
 * second sink, a checkpoint every 10 seconds. Ends with the input.
 *
 * <p>Arguments: the SQLite file, the warehouse's location.
 */
public final class FlinkTalk {
  private FlinkTalk() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws Exception {
    TalkLines talk = new TalkLines();
    try (MiniCluster cluster = FlinkSessions.cluster()) {
      cluster.start();
      TableEnvironment flink =
          FlinkSessions.open(
              EnvironmentSettings.newInstance().inStreamingMode(), cluster, args[0], args[1]);
      flink.getConfig().set("table.exec.iceberg.use-v2-sink", "true");
      talk.answer((statement, rows) -> run(flink, statement, rows));
    }
  }

  private static void run(TableEnvironment flink, String statement, TalkLines.Rows rows)
      throws Exception {
    TableResult result = flink.executeSql(statement);
    if (statement.toLowerCase(Locale.ROOT).startsWith("insert")) {
      result.await();
      return;
    }
    try (CloseableIterator<Row> found = result.collect()) {
      while (found.hasNext()) {
        Row row = found.next();
        rows.row(row.getArity(), row::getField);
      }
    }
  }
}
