package dev.firn.bench.report;

import dev.firn.testkit.engine.ProcessUse;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a piece of work took.
 *
 * @param cpuSeconds of the process that did it, its compiler and collector included
 * @param wallSeconds from begin to end
 * @param peakResidentBytes most memory the process had until then
 */
public record Use(double cpuSeconds, double wallSeconds, long peakResidentBytes) {
  /** Work that may fail as input and output do. */
  @FunctionalInterface
  public interface Work {
    /** Does it. */
    void run() throws IOException, InterruptedException;
  }

  /** Looks at a process. */
  @FunctionalInterface
  public interface Gauge {
    /** What it has used so far. */
    ProcessUse use() throws IOException;
  }

  /** Does some work and tells what the process that does it used meanwhile. */
  public static Use of(Gauge process, Work work) throws IOException, InterruptedException {
    ProcessUse before = process.use();
    long begin = System.nanoTime();
    work.run();
    double wall = (System.nanoTime() - begin) / 1e9;
    ProcessUse after = process.use();
    return new Use(after.cpuSecondsSince(before), wall, after.peakResidentBytes());
  }

  /** What the calling process uses for some work. */
  public static Use ofThisProcess(Work work) throws IOException, InterruptedException {
    long pid = ProcessHandle.current().pid();
    return of(() -> ProcessUse.of(pid), work);
  }

  /** The median of a figure; of an even number the upper one. */
  public static <T> double median(List<T> results, ToDoubleFunction<T> figure) {
    double[] sorted = results.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The medians of all figures, and the highest peak. */
  public static Use median(List<Use> uses) {
    return new Use(
        median(uses, Use::cpuSeconds),
        median(uses, Use::wallSeconds),
        uses.stream().mapToLong(Use::peakResidentBytes).max().orElse(0));
  }

  /** The peak in MiB. */
  public long peakMebibytes() {
    return peakResidentBytes >> 20;
  }
}
