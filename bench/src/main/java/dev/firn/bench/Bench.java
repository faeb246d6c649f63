package dev.firn.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs a benchmark by its name. */
public final class Bench {
  private Bench() {}

  /** {@code partitions [rows [runs]]}: does the number of partitions cost anything? */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> words = List.of(args);
    if (words.isEmpty() || !words.get(0).equals("partitions")) {
      System.err.println("usage: bench/run partitions [ROWS [RUNS]]");
      System.exit(2);
    }
    int rows = words.size() > 1 ? Integer.parseInt(words.get(1)) : 2_000_000;
    int runs = words.size() > 2 ? Integer.parseInt(words.get(2)) : 3;
    Path folder = Path.of(System.getProperty("java.io.tmpdir"), "firn-bench-partitions");
    System.exit(new PartitionsBench(folder, rows, runs).run() ? 0 : 1);
  }
}
