package dev.firn.interop.engine;

import org.apache.spark.sql.SparkSession;

/** Spark with Iceberg's JdbcCatalog on Firn's SQLite file, as the catalog {@code firn}. */
final class SparkSessions {
  private static final String CATALOG = "spark.sql.catalog.firn";

  private SparkSessions() {}

  /**
   * Opens a session in this process.
   *
   * @param database the SQLite file
   * @param warehouse a URI
   */
  static SparkSession open(String database, String warehouse) {
    return SparkSession.builder()
        .master("local[2]")
        .appName("interop")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", warehouse)
        .config(
            "spark.sql.extensions",
            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
        .config(CATALOG, "org.apache.iceberg.spark.SparkCatalog")
        .config(CATALOG + ".type", "jdbc")
        .config(CATALOG + ".uri", "jdbc:sqlite:" + database)
        .config(CATALOG + ".jdbc.schema-version", "V1")
        .config(CATALOG + ".warehouse", warehouse)
        // Others write too: every statement is to see the newest state.
        .config(CATALOG + ".cache-enabled", "false")
        .getOrCreate();
  }
}
