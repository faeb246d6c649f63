package dev.firn.interop.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark SQL over Iceberg's JdbcCatalog on Firn's SQLite file.
 *
 * <p>Arguments: the SQLite file, the warehouse's location, the statements, where to put the
 * answers.
 */
public final class SparkAnswers {
  private static final String CATALOG = "spark.sql.catalog.firn";

  private SparkAnswers() {}

  /** Runs the statements. */
  public static void main(String[] args) throws IOException {
    Map<String, String> statements = AnswerLines.statements(Path.of(args[2]));
    try (SparkSession spark = session(args[0], args[1]);
        AnswerLines answers = new AnswerLines(Path.of(args[3]))) {
      for (Map.Entry<String, String> statement : statements.entrySet()) {
        for (Row row : spark.sql(statement.getValue()).collectAsList()) {
          answers.row(statement.getKey(), row.size(), row::get);
        }
      }
    }
  }

  private static SparkSession session(String database, String warehouse) {
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
        .getOrCreate();
  }
}
