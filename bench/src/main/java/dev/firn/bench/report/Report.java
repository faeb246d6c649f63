package dev.firn.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Facts and tables of figures: printed as Markdown as they come, and written as one JSON document
 * at the end. One thread.
 */
public final class Report implements AutoCloseable {
  private final String benchmark;
  private final PrintStream out;
  private final Optional<Path> json;
  private final Map<String, Object> facts = new LinkedHashMap<>();
  private final Map<String, List<Map<String, Object>>> tables = new LinkedHashMap<>();

  /**
   * A report that begins with the machine.
   *
   * @param out gets Markdown
   * @param json where the figures go when this is closed
   */
  public Report(String benchmark, PrintStream out, Optional<Path> json) {
    this.benchmark = benchmark;
    this.out = out;
    this.json = json;
    fact("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    fact("cores", Runtime.getRuntime().availableProcessors());
    fact("load before", load());
  }

  /** A fact that no table holds. */
  public void fact(String name, Object value) {
    facts.put(name, value);
    out.println("- " + name + ": " + text(value));
  }

  /**
   * A row of a table; the first row of a table names its columns, and all others have the same.
   *
   * @param cells by column: texts, whole numbers or fractions
   */
  public void row(String table, Map<String, ?> cells) {
    List<Map<String, Object>> rows = tables.get(table);
    if (rows == null) {
      rows = new ArrayList<>();
      tables.put(table, rows);
      out.println();
      out.println("**" + table + "**");
      out.println();
      out.println("| " + String.join(" | ", cells.keySet()) + " |");
      out.println("|---".repeat(cells.size()) + "|");
    }
    rows.add(new LinkedHashMap<>(cells));
    StringBuilder line = new StringBuilder("|");
    cells.values().forEach(cell -> line.append(' ').append(text(cell)).append(" |"));
    out.println(line);
    out.flush();
  }

  /** Figures with separators and no more digits than say something. */
  private static String text(Object value) {
    if (value instanceof Double number) {
      double size = Math.abs(number);
      String format = size >= 1_000 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
      return String.format(Locale.ROOT, format, number);
    }
    if (value instanceof Long || value instanceof Integer) {
      return String.format(Locale.ROOT, "%,d", ((Number) value).longValue());
    }
    return value.toString();
  }

  /** Processes that want a core, averaged over a minute: what runs on the machine besides. */
  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** Ends it with the load, and writes the JSON file if one is wanted. */
  @Override
  public void close() throws IOException {
    out.println();
    fact("load after", load());
    if (json.isPresent()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("benchmark", benchmark);
      all.put("facts", facts);
      all.put("tables", tables);
      Path parent = json.get().toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .writeValue(json.get().toFile(), all);
    }
  }
}
