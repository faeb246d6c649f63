package dev.firn.interop.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Statements from a file, answers into a file. A line of statements is {@code name TAB statement};
 * a line of answers is {@code name TAB cell TAB cell ...}, one for each row.
 *
 * <p>A cell is an integer in decimal, the 16 hexadecimal digits of a double's bits, a text with
 * backslash, tab and line ends escaped, or {@code \N} for null. One thread; close it to have the
 * file whole.
 */
final class AnswerLines implements AutoCloseable {
  /** The cells of one row. */
  @FunctionalInterface
  interface Cells {
    /** The cell at a place, from 0; null for null. */
    Object at(int place);
  }

  private final BufferedWriter out;

  /** Answers into a new file. */
  AnswerLines(Path file) throws IOException {
    this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** The statements of a file by name, in their order. */
  static Map<String, String> statements(Path file) throws IOException {
    Map<String, String> statements = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      statements.put(line.substring(0, tab), line.substring(tab + 1));
    }
    return statements;
  }

  /** Writes one row of an answer. */
  void row(String name, int width, Cells cells) throws IOException {
    StringBuilder line = new StringBuilder(name);
    for (int i = 0; i < width; i++) {
      line.append('\t').append(text(cells.at(i)));
    }
    out.write(line.append('\n').toString());
  }

  private static String text(Object cell) {
    if (cell == null) {
      return "\\N";
    }
    if (cell instanceof Double number) {
      return String.format("%016x", Double.doubleToLongBits(number));
    }
    if (cell instanceof Long || cell instanceof Integer) {
      return cell.toString();
    }
    if (cell instanceof String text) {
      return text.replace("\\", "\\\\")
          .replace("\t", "\\t")
          .replace("\n", "\\n")
          .replace("\r", "\\r");
    }
    throw new IllegalArgumentException(
        "a cell is a long, int, double or text, got " + cell.getClass() + ": " + cell);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
