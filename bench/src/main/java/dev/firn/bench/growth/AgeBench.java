package dev.firn.bench.growth;

import dev.firn.bench.input.LogFiles;
import dev.firn.bench.input.Scratch;
import dev.firn.bench.report.Report;
import dev.firn.bench.report.Use;
import dev.firn.bench.session.BenchCatalog;
import dev.firn.bench.session.FirnRuns;
import dev.firn.bench.session.FirnSession;
import dev.firn.bench.session.TableFacts;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.generate.LogSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The same files into the same table, but the table has a past: files that its ledger knows, or
 * commits in its history. Each point is a process from start to end, and one more that finds
 * nothing new.
 */
public final class AgeBench {
  private static final String TABLE = "bench.age";
  private static final int LOOKUPS = 200;
  private static final int KEYS = 60;
  private static final int FEWEST_WORTH = 1_000;

  private final Path folder;
  private final int files;
  private final long rows;
  private final FirnRuns runs;

  /**
   * @param folder scratch
   * @param files that each point ingests
   * @param rows in them
   * @param script the {@code firn} script; without it the class path of this process is used
   */
  public AgeBench(Path folder, int files, long rows, Optional<Path> script) {
    this.folder = folder.toAbsolutePath();
    this.files = files;
    this.rows = rows;
    this.runs = new FirnRuns(script, List.of(), this.folder.resolve("firn.log"));
  }

  /** Makes the past of a table; the size of what was made, in bytes. */
  @FunctionalInterface
  private interface Past {
    long make(AgedTable table) throws IOException;
  }

  /** Runs with ledgers of no file, a tenth of those, and those. */
  public void ledger(int known, Report report) throws IOException, InterruptedException {
    for (int some : points(0, known / 10, known)) {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put("known files", some);
      measure(cells, "ledger MB", table -> table.know(some));
      report.row("as the ledger grows", cells);
    }
    Scratch.delete(folder);
  }

  /** Runs with histories of no commit, a hundredth of those, a tenth, and those. */
  public void history(int commits, Report report) throws IOException, InterruptedException {
    for (int some : points(0, commits / 100, commits / 10, commits)) {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put("commits before", some);
      measure(cells, "metadata MB", table -> table.remember(some));
      report.row("as the history grows", cells);
    }
    Scratch.delete(folder);
  }

  /** Those that are worth a process: none, many, and the last. */
  private static int[] points(int... all) {
    return IntStream.range(0, all.length)
        .filter(i -> i == 0 || i == all.length - 1 || all[i] >= FEWEST_WORTH)
        .map(i -> all[i])
        .toArray();
  }

  private void measure(Map<String, Object> cells, String size, Past past)
      throws IOException, InterruptedException {
    Scratch.fresh(folder);
    Path incoming = folder.resolve("in");
    LogFiles first = LogFiles.write(incoming, 2, 20, 200);
    Path pipeline =
        Files.writeString(folder.resolve("pipeline.yaml"), LogFiles.pipeline(TABLE, incoming));
    run(pipeline);
    try (OpenedTable opened =
        OpenedTable.open(PipelineConfig.load(pipeline), Environment.system())) {
      cells.put(size, past.make(new AgedTable(opened, first.day())) / 1e6);
    }
    Use idle = run(pipeline);
    LogFiles input = LogFiles.write(incoming, 1, files, rows);
    Use busy = run(pipeline);
    TableFacts facts = new BenchCatalog(folder).facts(TABLE);
    if (facts.rows() != input.rows() + first.rows()) {
      throw new IllegalStateException(
          "wrote " + facts.rows() + " rows of " + (input.rows() + first.rows()));
    }
    cells.put("rows per CPU second", input.rows() / busy.cpuSeconds());
    cells.put("CPU s", busy.cpuSeconds());
    cells.put("peak MiB", busy.peakMebibytes());
    cells.put("CPU s, nothing new", idle.cpuSeconds());
    cells.put("peak MiB, nothing new", idle.peakMebibytes());
    lookUp(pipeline, input, cells);
  }

  private Use run(Path pipeline) throws IOException, InterruptedException {
    return runs.run(FirnSession.RUN_FLAGS, "run", pipeline.toString(), "--once", "--quiet");
  }

  /** What an ingester that runs on pays for a batch of notices. */
  private static void lookUp(Path pipeline, LogFiles input, Map<String, Object> cells) {
    PipelineConfig config = PipelineConfig.load(pipeline);
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      LedgerRoot head = opened.head().orElseThrow();
      LedgerIndex index = new LedgerIndex(opened.io(), LogSchema.PATH_PATTERN);
      long start = System.nanoTime();
      index.lookup(head, unknown(input, 0));
      cells.put("first look-up, ms", millis(start));
      for (int i = 1; i < LOOKUPS; i++) {
        index.lookup(head, unknown(input, i));
      }
      start = System.nanoTime();
      for (int i = 0; i < LOOKUPS; i++) {
        index.lookup(head, unknown(input, LOOKUPS + i));
      }
      cells.put("look-up of " + KEYS + " files, ms", millis(start) / LOOKUPS);
      cells.put("index MiB", index.sizeBytes() / (double) (1 << 20));
    }
  }

  private static double millis(long start) {
    return Duration.ofNanos(System.nanoTime() - start).toNanos() / 1e6;
  }

  private static List<FileKey> unknown(LogFiles input, int round) {
    List<FileKey> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      keys.add(
          new FileKey(
              String.format(
                  Locale.ROOT, "/logs/in/%tY/%<tm/%<td/new-%d-%d.gz", input.day(), round, i),
              Optional.of(input.day())));
    }
    return keys;
  }
}
