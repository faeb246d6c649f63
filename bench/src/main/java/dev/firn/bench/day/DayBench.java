package dev.firn.bench.day;

import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;

/**
 * {@code bench/run day [rows]}: a simulated day in a JVM with a heap of 1 GiB; its files at ready
 * beside what one batch write makes of the same rows, and how long closing took.
 */
public final class DayBench {
  private static final LocalDate DAY = LocalDate.of(2026, 3, 3);
  private static final int FILES_A_DAY = 57_600;
  private static final double FILES_RATIO_MOST = 1.05;
  private static final int FILES_ALIVE_MOST = 1_500;
  private static final long READY_MILLIS_MOST = 60_000;

  private final Path folder;
  private final int rowsPerFile;

  /**
   * @param folder scratch, empty or absent
   * @param rows of the day, about
   */
  public DayBench(Path folder, int rows) {
    this.folder = folder;
    this.rowsPerFile = Math.max(1, (rows + FILES_A_DAY - 1) / FILES_A_DAY);
  }

  /** Runs and prints; whether everything is as it should be. */
  public boolean run() throws IOException, InterruptedException, SQLException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "-XX:+UseParallelGC",
            "-cp",
            System.getProperty("java.class.path"),
            DayBench.class.getName(),
            folder.toString(),
            Integer.toString(rowsPerFile));
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException("the simulated day failed: " + process.exitValue());
      }
    } finally {
      process.destroy();
    }
    return compare();
  }

  /** The simulation, in a process of its own. */
  public static void main(String[] args) throws IOException, InterruptedException {
    DaySimulation.Result result =
        new DaySimulation(Path.of(args[0]), Integer.parseInt(args[1]), DAY).run();
    TableGauge gauge = result.gauge();
    say("%,d rows of %s in %.0f s of wall time", result.rows(), DAY, result.seconds());
    say("%,d commits, %,d compactions", gauge.commits(), gauge.compactions());
    say(
        "data files alive: %,d at most, %,d at midnight (aim: below %,d)",
        gauge.filesMost(), result.filesAtEnd(), FILES_ALIVE_MOST);
    say(
        "bytes landed %,d, written in all %,d: write amplification %.2f (aim: below 2.2)",
        gauge.landedBytes(), gauge.addedBytes(), (double) gauge.addedBytes() / gauge.landedBytes());
    say("from the end of the wait for late files, the next day's ingest beside it:");
    boolean soon = true;
    for (DaySimulation.Stage stage : result.stages()) {
      say("  %-10s after %,6d ms", stage.phase(), stage.millis());
      soon &= stage.millis() <= READY_MILLIS_MOST;
    }
    say("peak resident: %,d MiB", peakResidentBytes() >> 20);
    if (!soon || gauge.filesMost() >= FILES_ALIVE_MOST) {
      say("WRONG: too late or too many files");
      System.exit(1);
    }
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }

  private static long peakResidentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  private boolean compare() throws IOException, SQLException {
    PipelineConfig config = PipelineConfig.load(folder.resolve("pipeline.yaml"));
    List<Path> files = new ArrayList<>();
    Map<String, Long> counts = new HashMap<>();
    Map<String, Long> bytes = new HashMap<>();
    long rows = 0;
    int landed = 0;
    try (OpenedTable opened = OpenedTable.open(config, Environment.system())) {
      Table table = new BaseTable(opened.operations(), opened.name());
      String tag = "day-" + DAY + "-r1";
      try (CloseableIterable<FileScanTask> tasks =
          table
              .newScan()
              .useRef(tag)
              .filter(Expressions.equal(Expressions.day("ts"), (int) DAY.toEpochDay()))
              .planFiles()) {
        for (FileScanTask task : tasks) {
          files.add(Path.of(URI.create(task.file().location())));
          rows += task.file().recordCount();
          if (task.spec().fields().size() < 2) {
            landed++;
            continue;
          }
          String action = task.file().partition().get(1, String.class);
          counts.merge(action, 1L, Long::sum);
          bytes.merge(action, task.file().fileSizeInBytes(), Long::sum);
        }
      }
    }
    Map<String, Long> batch =
        BatchWrite.filesByAction(files, folder.resolve("batch"), DaySimulation.TARGET_BYTES);
    long batchFiles = batch.values().stream().mapToLong(Long::longValue).sum();
    long tooMany =
        counts.entrySet().stream()
            .filter(each -> each.getValue() > most(bytes.getOrDefault(each.getKey(), 0L)))
            .count();
    double ratio = files.size() / (double) batchFiles;
    say(
        "at ready: %,d rows in %,d files of %d partitions, %d of them landing files;"
            + " partitions with more than ceil(bytes / target) + 1 files: %d",
        rows, files.size(), counts.size(), landed, tooMany);
    say(
        "one batch write of the same rows (DuckDB, files of the same target size): %,d files; ratio"
            + " %.3f (aim: at most %.2f)",
        batchFiles, ratio, FILES_RATIO_MOST);
    boolean right =
        rows == (long) rowsPerFile * FILES_A_DAY
            && landed == 0
            && tooMany == 0
            && ratio <= FILES_RATIO_MOST;
    say(right ? "as it should be" : "WRONG");
    return right;
  }

  private static long most(long bytes) {
    return (bytes + DaySimulation.TARGET_BYTES - 1) / DaySimulation.TARGET_BYTES + 1;
  }
}
