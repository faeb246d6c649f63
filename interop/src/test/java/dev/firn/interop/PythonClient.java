package dev.firn.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.firn.testkit.engine.TalkProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** pyiceberg's SqlCatalog on Firn's SQLite file, in a process that stays. */
final class PythonClient implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final TalkProcess process;

  PythonClient(TalkProcess process) {
    this.process = process;
  }

  /** Asks for an action of {@code talk.py}; what it answers. */
  JsonNode ask(String action, Map<String, ?> arguments) throws IOException {
    Map<String, Object> request = new LinkedHashMap<>(arguments);
    request.put("do", action);
    process.say(json.writeValueAsString(request));
    JsonNode answer = json.readTree(process.hear());
    if (answer.has("error")) {
      throw new AssertionError("pyiceberg failed at " + request + ": " + answer.get("error"));
    }
    return answer.get("ok");
  }

  /** The rows that an action answers, as cells joined by tabs, sorted. */
  List<String> rows(String action, Map<String, ?> arguments) throws IOException {
    List<String> rows = new ArrayList<>();
    for (JsonNode row : ask(action, arguments)) {
      List<String> cells = new ArrayList<>();
      row.forEach(cell -> cells.add(cell.asText()));
      rows.add(row.isArray() ? String.join("\t", cells) : row.asText());
    }
    return rows.stream().sorted().toList();
  }

  @Override
  public void close() {
    process.close();
  }
}
