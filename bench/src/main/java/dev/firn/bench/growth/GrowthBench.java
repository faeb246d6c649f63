package dev.firn.bench.growth;

import dev.firn.bench.input.LogFiles;
import dev.firn.bench.input.Scratch;
import dev.firn.bench.report.Report;
import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.FirnRuns;
import dev.firn.bench.session.FirnSession;
import dev.firn.bench.session.TableFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rows per CPU second of {@code firn run --once} as rows, partitions or files grow in number: a
 * process for each point, its start counted, and a bar for each that should be as long as the last.
 */
public final class GrowthBench {
  private static final String TABLE = "bench.growth";
  private static final int FILES = 600;
  private static final int ACTIONS = 300;
  private static final int BAR_CHARS = 30;

  private final Path folder;
  private final long rows;
  private final FirnRuns runs;

  /**
   * @param folder scratch
   * @param rows of the largest point; partitions and files are varied at a quarter of it
   * @param script the {@code firn} script; without it the class path of this process is used
   */
  public GrowthBench(Path folder, long rows, Optional<Path> script) {
    this.folder = folder.toAbsolutePath();
    this.rows = rows;
    this.runs = new FirnRuns(script, List.of(), this.folder.resolve("firn.log"));
  }

  /** One input. */
  private record Point(String label, long rows, int files, int actions) {}

  /** Runs and reports. */
  public void run(Report report) throws IOException, InterruptedException {
    series(
        "rows",
        report,
        point(rows / 200, FILES, ACTIONS),
        point(rows / 20, FILES, ACTIONS),
        point(rows / 5, FILES, ACTIONS),
        point(rows, FILES, ACTIONS));
    long some = rows / 4;
    series(
        "partitions",
        report,
        new Point("1", some, FILES, 1),
        new Point("30", some, FILES, 30),
        new Point("300", some, FILES, ACTIONS),
        new Point("3,000", some, FILES, 3_000));
    series(
        "files",
        report,
        new Point("1,000", some, 1_000, ACTIONS),
        new Point("100", some, 100, ACTIONS),
        new Point("10", some, 10, ACTIONS));
    Scratch.delete(folder);
  }

  private static Point point(long rows, int files, int actions) {
    return new Point(String.format(Locale.ROOT, "%,d", rows), rows, files, actions);
  }

  private void series(String what, Report report, Point... points)
      throws IOException, InterruptedException {
    double most = 0;
    Map<Point, Map<String, Object>> lines = new LinkedHashMap<>();
    for (Point point : points) {
      Map<String, Object> cells = measure(what, point);
      most = Math.max(most, (Double) cells.getOrDefault("rows per CPU second", 0.0));
      lines.put(point, cells);
    }
    for (Map<String, Object> cells : lines.values()) {
      double speed = (Double) cells.getOrDefault("rows per CPU second", 0.0);
      cells.put("", "#".repeat((int) Math.round(BAR_CHARS * speed / most)));
      report.row("as " + what + " grow", cells);
    }
  }

  private Map<String, Object> measure(String what, Point point)
      throws IOException, InterruptedException {
    Scratch.fresh(folder);
    LogFiles input =
        LogFiles.write(folder.resolve("in"), 1, point.files(), point.rows(), point.actions());
    Path pipeline =
        Files.writeString(
            folder.resolve("pipeline.yaml"), LogFiles.pipeline(TABLE, input.folder()));
    Use use = runs.run(FirnSession.RUN_FLAGS, "run", pipeline.toString(), "--once", "--quiet");
    TableFacts facts = new BenchCatalog(folder).facts(TABLE);
    if (facts.rows() != input.rows()) {
      throw new IllegalStateException("wrote " + facts.rows() + " rows of " + input.rows());
    }
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put(what, point.label());
    cells.put("rows per CPU second", input.rows() / use.cpuSeconds());
    cells.put("CPU s", use.cpuSeconds());
    cells.put("peak MiB", use.peakMebibytes());
    cells.put("data files", facts.files());
    return cells;
  }
}
