package dev.firn.interop.engine;

import java.net.URI;
import java.time.ZoneOffset;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/** Flink with Iceberg's JdbcCatalog on Firn's SQLite file, as the catalog {@code firn}. */
final class FlinkSessions {
  private FlinkSessions() {}

  /** A small cluster in this process, not yet started. */
  static MiniCluster cluster() {
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

  /**
   * Opens a session on a cluster that was started.
   *
   * @param database the SQLite file
   * @param warehouse a URI
   */
  static TableEnvironment open(
      EnvironmentSettings.Builder mode, MiniCluster cluster, String database, String warehouse)
      throws Exception {
    URI address = cluster.getRestAddress().get();
    Configuration settings = new Configuration();
    settings.setString("execution.target", "remote");
    settings.setString("rest.address", address.getHost());
    settings.setString("rest.port", Integer.toString(address.getPort()));
    // A failing task is restarted for ever otherwise.
    settings.setString("restart-strategy.type", "none");
    settings.setString("parallelism.default", "2");
    // Groups of few rows and a small machine; Flink wants 128 MB for each otherwise.
    settings.setString("table.exec.resource.hash-agg.memory", "16mb");
    settings.setString("table.exec.resource.sort.memory", "16mb");
    // Of streams only: when files are committed.
    settings.setString("execution.checkpointing.interval", "10s");
    TableEnvironment flink = TableEnvironment.create(mode.withConfiguration(settings).build());
    flink.getConfig().setLocalTimeZone(ZoneOffset.UTC);
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
