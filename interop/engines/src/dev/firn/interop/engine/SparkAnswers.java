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
  private SparkAnswers() {}

  /** Runs the statements. */
  public static void main(String[] args) throws IOException {
    Map<String, String> statements = AnswerLines.statements(Path.of(args[2]));
    try (SparkSession spark = SparkSessions.open(args[0], args[1]);
        AnswerLines answers = new AnswerLines(Path.of(args[3]))) {
      for (Map.Entry<String, String> statement : statements.entrySet()) {
        for (Row row : spark.sql(statement.getValue()).collectAsList()) {
          answers.row(statement.getKey(), row.size(), row::get);
        }
      }
    }
  }
}
