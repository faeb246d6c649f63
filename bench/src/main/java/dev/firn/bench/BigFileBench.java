package dev.firn.bench;

import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerRoot;
import dev.firn.pipeline.Environment;
import dev.firn.pipeline.OpenedTable;
import dev.firn.pipeline.PipelineConfig;
import dev.firn.testkit.oracle.TableRows;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.Table;

/**
 * One gzip file that is far larger than the heap: with a wrong checksum at its very end nothing of
 * it may reach the table or stay behind, then with the right one all of it has to.
 */
final class BigFileBench {
  private static final int HEAP_MIB = 512;
  private static final int DEFAULT_MEMORY_MIB = 512;
  private static final int TRAILER_BYTES = 8;
  private static final int PADDING_CHARS = 240;
  private static final List<String> FLAGS =
      List.of("-Xmx" + HEAP_MIB + "m", "-XX:+UseParallelGC", "-Xshare:auto");

  private static final String PIPELINE =
      """
      table: bench.big
      source: {folder: in, settle: 0s}
      event-time: {column: ts}
      partition: [days(ts), action]
      storage: {fsync: false}
      memory: %dMiB
      schema: {row_id: long, ts: timestamptz, action: string, note: string}
      """;

  private final Path folder;
  private final long rawBytes;

  /**
   * @param rawBytes length of the file before compression, about
   */
  BigFileBench(Path folder, long rawBytes) {
    this.folder = folder;
    this.rawBytes = rawBytes;
  }

  /** Runs and prints; whether everything was as it has to be. */
  boolean run() throws IOException, InterruptedException {
    deleteTree(folder);
    Path file = Files.createDirectories(folder.resolve("in")).resolve("big.json.gz");
    long rows = write(file);
    System.out.printf(
        Locale.ROOT,
        "one file: %,d rows, %,d MiB raw, %,d MiB as gzip, heap %d MiB%n",
        rows,
        rawBytes >> 20,
        Files.size(file) >> 20,
        HEAP_MIB);
    flipChecksum(file);
    boolean refused = step("wrong checksum", FileStatus.REJECTED, 0);
    flipChecksum(file);
    boolean taken = step("right checksum", FileStatus.INGESTED, rows);
    deleteTree(folder);
    return refused && taken;
  }

  private boolean step(String what, FileStatus expected, long rows)
      throws IOException, InterruptedException {
    Path pipeline =
        Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE.formatted(memoryMebibytes()));
    FirnProcess.Result result = FirnProcess.runOnce(pipeline, FirnProcess.Launch.ofFlags(FLAGS));
    Environment environment = Environment.system();
    PipelineConfig config = PipelineConfig.load(pipeline);
    try (OpenedTable opened = OpenedTable.open(config, environment)) {
      LedgerRoot head = opened.head().orElseThrow();
      List<LedgerEntry> entries = new ArrayList<>();
      opened.ledger().forEach(head, entries::add);
      LedgerEntry entry =
          entries.stream().max(Comparator.comparing(LedgerEntry::committed)).orElseThrow();
      Table table = opened.catalog().loadTable(TableRows.name(opened.name()));
      long inTable = TableRows.read(table, "row_id", id -> {}).count();
      long live = liveDataFiles(table);
      long stored = storedDataFiles(opened.refresh().location());
      System.out.printf(
          Locale.ROOT,
          "%s: ledger says %s%s; %,d rows in the table; %d data files, %d of them in the table;"
              + " %.1f s, peak resident %d MiB%n",
          what,
          entry.status().code(),
          entry.reason().map(reason -> " (" + reason + ")").orElse(""),
          inTable,
          stored,
          live,
          result.wallSeconds(),
          result.peakResidentBytes() >> 20);
      return entry.status() == expected && inTable == rows && stored == live;
    }
  }

  /** The default, but never so much that the file would fit. */
  private long memoryMebibytes() {
    return Math.max(16, Math.min(DEFAULT_MEMORY_MIB, (rawBytes >> 20) / 4));
  }

  private static long liveDataFiles(Table table) throws IOException {
    if (table.currentSnapshot() == null) {
      return 0;
    }
    try (var tasks = table.newScan().planFiles()) {
      long files = 0;
      for (var ignored : tasks) {
        files++;
      }
      return files;
    }
  }

  private static long storedDataFiles(String location) throws IOException {
    Path data = Path.of(location.replaceFirst("^file://", "")).resolve("data");
    if (!Files.exists(data)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  /** Rows of about 340 bytes of two days; how many. */
  private long write(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Instant start = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(1, ChronoUnit.DAYS);
    long rows = 0;
    long written = 0;
    try (OutputStream out =
        new BufferedOutputStream(new FastGzip(Files.newOutputStream(file)), 1 << 16)) {
      while (written < rawBytes) {
        byte[] line = line(rows, start.plusMillis(rows * 20), random);
        out.write(line);
        written += line.length;
        rows++;
      }
    }
    return rows;
  }

  private static byte[] line(long id, Instant time, SplittableRandom random) {
    StringBuilder text = new StringBuilder(PADDING_CHARS + 120);
    text.append("{\"row_id\":").append(id).append(",\"ts\":\"").append(time);
    text.append("\",\"action\":\"action-").append(random.nextInt(300)).append("\",\"note\":\"");
    long bits = 0;
    for (int i = 0; i < PADDING_CHARS; i++) {
      bits = i % 12 == 0 ? random.nextLong() : bits >>> 5;
      text.append((char) ('a' + (bits & 15)));
    }
    return text.append("\"}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Turns the checksum into a wrong one, or back. */
  private static void flipChecksum(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      long at = bytes.length() - TRAILER_BYTES;
      bytes.seek(at);
      int before = bytes.read();
      bytes.seek(at);
      bytes.write(before ^ 0xff);
    }
  }

  private static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(1);
    }
  }
}
