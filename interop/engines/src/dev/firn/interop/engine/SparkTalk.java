package dev.firn.interop.engine;

import java.io.IOException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session that stays and takes SQL as {@link TalkLines} says. Ends with the input.
 *
 * <p>Arguments: the SQLite file, the warehouse's location.
 */
public final class SparkTalk {
  private SparkTalk() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws IOException {
    TalkLines talk = new TalkLines();
    try (SparkSession spark = SparkSessions.open(args[0], args[1])) {
      talk.answer(
          (statement, rows) -> {
            for (Row row : spark.sql(statement).collectAsList()) {
              rows.row(row.size(), row::get);
            }
          });
    }
  }
}
