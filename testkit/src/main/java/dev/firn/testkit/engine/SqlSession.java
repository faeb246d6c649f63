package dev.firn.testkit.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** SQL in an engine's session that stays. One thread; closing it ends the engine. */
public final class SqlSession implements AutoCloseable {
  private final TalkProcess process;
  private final String engine;

  SqlSession(TalkProcess process, String engine) {
    this.process = process;
    this.engine = engine;
  }

  /**
   * Runs a statement to its end.
   *
   * @return its rows as cells joined by tabs, sorted
   * @throws IllegalStateException if it fails
   */
  public List<String> sql(String statement) throws IOException {
    process.say(statement.replace('\n', ' '));
    List<String> rows = new ArrayList<>();
    while (true) {
      String line = process.hear();
      if (line.startsWith("= ")) {
        rows.add(line.substring(2));
      } else if (line.equals(".")) {
        return rows.stream().sorted().toList();
      } else {
        throw new IllegalStateException(engine + " failed at '" + statement + "': " + line);
      }
    }
  }

  /** What its process has used since it was started. */
  public ProcessUse use() throws IOException {
    return ProcessUse.of(process.pid());
  }

  @Override
  public void close() {
    process.close();
  }
}
