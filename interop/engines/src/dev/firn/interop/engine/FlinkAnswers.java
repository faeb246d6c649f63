package dev.firn.interop.engine;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Flink SQL with Iceberg's source over Iceberg's JdbcCatalog on Firn's SQLite file.
 *
 * <p>Arguments: the SQLite file, the warehouse's location, the statements, where to put the
 * answers.
 */
public final class FlinkAnswers {
  private FlinkAnswers() {}

  /** The function {@code micros}: Flink has none for the microseconds of a time. */
  public static final class Micros extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    /** Microseconds since 1970-01-01T00:00Z. */
    public Long eval(@DataTypeHint("TIMESTAMP_LTZ(6)") Instant time) {
      return time == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
  }

  /** Runs the statements, all on one small cluster in this process. */
  public static void main(String[] args) throws Exception {
    Map<String, String> statements = AnswerLines.statements(Path.of(args[2]));
    try (MiniCluster cluster = FlinkSessions.cluster();
        AnswerLines answers = new AnswerLines(Path.of(args[3]))) {
      cluster.start();
      TableEnvironment flink =
          FlinkSessions.open(
              EnvironmentSettings.newInstance().inBatchMode(), cluster, args[0], args[1]);
      flink.createTemporarySystemFunction("micros", Micros.class);
      for (Map.Entry<String, String> statement : statements.entrySet()) {
        run(flink, statement, answers);
      }
    }
  }

  private static void run(
      TableEnvironment flink, Map.Entry<String, String> statement, AnswerLines answers)
      throws Exception {
    try (CloseableIterator<Row> rows = flink.executeSql(statement.getValue()).collect()) {
      while (rows.hasNext()) {
        Row row = rows.next();
        answers.row(statement.getKey(), row.getArity(), row::getField);
      }
    }
  }
}
