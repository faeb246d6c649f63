package dev.firn.bench.session;

import dev.firn.cli.Main;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Firn's commands one after the other in one process: a line of standard input has a command's
 * words with tabs between them; the answer is what it printed on one line, then its exit code on
 * another.
 */
final class FirnTalk {
  private FirnTalk() {}

  /** Answers until the input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
      int exit = Main.execute(line.split("\t"));
      answers.println(said.toString(StandardCharsets.UTF_8).strip().replace('\n', ' '));
      answers.println(exit);
      answers.flush();
    }
  }
}
