package dev.firn.interop.engine;

import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
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
    try (MiniCluster cluster = cluster();
        AnswerLines answers = new AnswerLines(Path.of(args[3]))) {
      cluster.start();
      TableEnvironment flink = environment(cluster.getRestAddress().get(), args[0], args[1]);
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

  private static MiniCluster cluster() {
    Configuration settings = new Configuration();
    settings.setString("rest.bind-port", "0");
    settings.setString("rest.address", "127.0.0.1");
    settings.setString("rest.bind-address", "127.0.0.1");
    settings.setString("taskmanager.memory.managed.size", "256mb");
    return new MiniCluster(
        new MiniClusterConfiguration.Builder()
            .setConfiguration(settings)
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(2)
            .build());
  }

  private static TableEnvironment environment(URI cluster, String database, String warehouse) {
    Configuration settings = new Configuration();
    settings.setString("execution.target", "remote");
    settings.setString("rest.address", cluster.getHost());
    settings.setString("rest.port", Integer.toString(cluster.getPort()));
    // A failing task is restarted for ever otherwise.
    settings.setString("restart-strategy.type", "none");
    settings.setString("parallelism.default", "2");
    // Groups of few rows and a small machine; Flink wants 128 MB for each otherwise.
    settings.setString("table.exec.resource.hash-agg.memory", "16mb");
    settings.setString("table.exec.resource.sort.memory", "16mb");
    TableEnvironment flink =
        TableEnvironment.create(
            EnvironmentSettings.newInstance().inBatchMode().withConfiguration(settings).build());
    flink.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    flink.createTemporarySystemFunction("micros", Micros.class);
    flink.executeSql(
        "CREATE CATALOG firn WITH ('type'='iceberg',"
            + " 'catalog-impl'='org.apache.iceberg.jdbc.JdbcCatalog',"
            + " 'uri'='jdbc:sqlite:"
            + database
            + "', 'jdbc.schema-version'='V1', 'warehouse'='"
            + warehouse
            + "')");
    return flink;
  }
}
