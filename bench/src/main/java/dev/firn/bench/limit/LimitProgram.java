package dev.firn.bench.limit;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.Inflater;

/**
 * Only what cannot be left out: reads and inflates every source file, finds every line end, and
 * compresses the uncompressed pages of the Parquet files that Firn wrote of them, with Zstandard at
 * the level that Firn has. Parses nothing. One thread.
 */
public final class LimitProgram {
  /** As {@code ParquetWriterOptions.DEFAULT}. */
  private static final int LEVEL = 1;

  /** Files that tell which way is the fastest; also warms the compiler up. */
  private static final int TRIAL_FILES = 40;

  private static final int TRIALS = 3;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private byte[] buffer = new byte[1 << 22];
  private long linesFound;

  /**
   * What it took, in CPU seconds of the one thread.
   *
   * @param inflate reading and inflating
   * @param scan finding line ends
   * @param compress compressing pages
   * @param ways the ways that were the fastest
   * @param rawBytes that were inflated
   * @param pageBytes of compressed pages
   */
  public record Limit(
      double inflate, double scan, double compress, String ways, long rawBytes, long pageBytes) {
    /** All of it. */
    public double cpuSeconds() {
      return inflate + scan + compress;
    }
  }

  /**
   * Measures.
   *
   * @param sources the folder of the source files
   * @param data the folder of the Parquet files
   */
  public Limit run(Path sources, Path data) throws IOException {
    List<Path> files = files(sources, "");
    List<Path> trial = files.subList(0, Math.min(TRIAL_FILES, files.size()));
    Inflate inflate = fastestInflate(trial);
    LineScanner scanner = fastestScanner(trial, inflate);
    long[] nanos = new long[3];
    long raw = 0;
    Inflater inflater = inflate.create();
    for (Path file : files) {
      raw += source(file, inflater, scanner, nanos);
    }
    inflater.end();
    long pages = 0;
    try (ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL)) {
      for (Path file : files(data, ".parquet")) {
        pages += compress(Pages.of(file), zstd, nanos);
      }
    }
    if (linesFound == 0) {
      throw new IOException("no line ends in " + sources);
    }
    String ways = inflate + ", " + scanner;
    return new Limit(
        nanos[0] / 1e9, nanos[1] / 1e9, nanos[2] / 1e9, ways.toLowerCase(Locale.ROOT), raw, pages);
  }

  private long source(Path file, Inflater inflater, LineScanner scanner, long[] nanos)
      throws IOException {
    long begin = threads.getCurrentThreadCpuTime();
    byte[] stored = Files.readAllBytes(file);
    reserve(stored);
    int length = Inflate.bytes(stored, inflater, buffer);
    boolean plain = length == stored.length && !Inflate.isGzip(stored);
    long inflated = threads.getCurrentThreadCpuTime();
    linesFound += scanner.scan(plain ? stored : buffer, length);
    nanos[0] += inflated - begin;
    nanos[1] += threads.getCurrentThreadCpuTime() - inflated;
    return length;
  }

  /** Makes room: the generator's rows are hardly ever compressed to less than a fortieth. */
  private void reserve(byte[] stored) {
    long wanted = 40L * stored.length;
    if (wanted > buffer.length) {
      buffer = new byte[(int) Math.min(wanted, 1 << 30)];
    }
  }

  private long compress(List<byte[]> pages, ZstdCompressCtx zstd, long[] nanos) {
    long bytes = 0;
    for (byte[] page : pages) {
      long bound = Zstd.compressBound(page.length);
      if (bound > buffer.length) {
        buffer = new byte[(int) bound];
      }
      long begin = threads.getCurrentThreadCpuTime();
      bytes += zstd.compressByteArray(buffer, 0, buffer.length, page, 0, page.length);
      nanos[2] += threads.getCurrentThreadCpuTime() - begin;
    }
    return bytes;
  }

  private Inflate fastestInflate(List<Path> trial) throws IOException {
    Inflate best = Inflate.JDK;
    long least = Long.MAX_VALUE;
    for (Inflate way : Inflate.values()) {
      if (!way.works()) {
        continue;
      }
      Inflater inflater = way.create();
      for (int i = 0; i < TRIALS; i++) {
        long[] nanos = new long[3];
        for (Path file : trial) {
          source(file, inflater, LineScanner.LONGS, nanos);
        }
        if (nanos[0] < least) {
          least = nanos[0];
          best = way;
        }
      }
      inflater.end();
    }
    return best;
  }

  private LineScanner fastestScanner(List<Path> trial, Inflate inflate) throws IOException {
    LineScanner best = LineScanner.BYTES;
    long least = Long.MAX_VALUE;
    Inflater inflater = inflate.create();
    for (LineScanner way : LineScanner.values()) {
      for (int i = 0; i < TRIALS; i++) {
        long[] nanos = new long[3];
        for (Path file : trial) {
          source(file, inflater, way, nanos);
        }
        if (nanos[1] < least) {
          least = nanos[1];
          best = way;
        }
      }
    }
    inflater.end();
    return best;
  }

  private static List<Path> files(Path root, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return new ArrayList<>(
          all.filter(Files::isRegularFile)
              .filter(file -> file.toString().endsWith(suffix))
              .sorted()
              .toList());
    }
  }
}
