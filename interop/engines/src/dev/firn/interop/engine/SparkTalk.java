package dev.firn.interop.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session that stays: a line of standard input is a statement, and its answer is a line for
 * each row, {@code = cell TAB cell …}, and then {@code .}, or {@code ! error} if it failed. Ends
 * with the input.
 *
 * <p>Arguments: the SQLite file, the warehouse's location.
 */
public final class SparkTalk {
  private SparkTalk() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // What else is printed must not get among the answers.
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (SparkSession spark = SparkSessions.open(args[0], args[1])) {
      for (String statement = in.readLine(); statement != null; statement = in.readLine()) {
        answer(spark, statement, out);
        out.flush();
      }
    }
  }

  private static void answer(SparkSession spark, String statement, PrintStream out) {
    try {
      for (Row row : spark.sql(statement).collectAsList()) {
        StringBuilder line = new StringBuilder("= ");
        for (int i = 0; i < row.size(); i++) {
          line.append(i == 0 ? "" : "\t").append(row.get(i));
        }
        out.print(line.append('\n'));
      }
      out.print(".\n");
    } catch (Exception e) {
      out.print("! " + String.valueOf(e).lines().findFirst().orElse("") + "\n");
    }
  }
}
