package dev.firn.interop.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Statements from standard input, a line each, and answers on standard output: a line for each row,
 * {@code = cell TAB cell …}, and then {@code .}, or {@code ! error} if it failed.
 */
final class TalkLines {
  /** Runs a statement. */
  @FunctionalInterface
  interface Statements {
    /** Gives the rows of the answer. */
    void run(String statement, Rows rows) throws Exception;
  }

  /** Takes rows. */
  @FunctionalInterface
  interface Rows {
    /** A row of so many cells. */
    void row(int width, AnswerLines.Cells cells);
  }

  private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  /** Takes standard output for the answers: what else is printed goes to standard error. */
  TalkLines() {
    System.setOut(System.err);
  }

  /** Answers until the input ends. */
  void answer(Statements statements) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String statement = in.readLine(); statement != null; statement = in.readLine()) {
      try {
        statements.run(statement, (width, cells) -> print(width, cells));
        out.print(".\n");
      } catch (Exception e) {
        e.printStackTrace();
        out.print("! " + String.valueOf(e).lines().findFirst().orElse("") + "\n");
      }
      out.flush();
    }
  }

  private void print(int width, AnswerLines.Cells cells) {
    StringBuilder line = new StringBuilder("= ");
    for (int i = 0; i < width; i++) {
      line.append(i == 0 ? "" : "\t").append(cells.at(i));
    }
    out.print(line.append('\n'));
  }
}
