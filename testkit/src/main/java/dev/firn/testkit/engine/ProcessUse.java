package dev.firn.testkit.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has used since it was started, as Linux tells it.
 *
 * @param cpuSeconds of all its threads, also those that have ended, in steps of 10 ms
 * @param peakResidentBytes most memory it ever had
 */
public record ProcessUse(double cpuSeconds, long peakResidentBytes) {
  /** Linux counts in hundredths of a second for programs, whatever its own clock is. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields of {@code /proc/PID/stat} behind the name, which may hold blanks itself. */
  private static final int USER_TICKS = 11;

  private static final int SYSTEM_TICKS = 12;

  /** Of a running process. */
  public static ProcessUse of(long pid) throws IOException {
    Path proc = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    long ticks = Long.parseLong(fields.get(USER_TICKS)) + Long.parseLong(fields.get(SYSTEM_TICKS));
    return new ProcessUse(ticks / TICKS_PER_SECOND, peak(proc.resolve("status")));
  }

  private static long peak(Path status) throws IOException {
    return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  /** CPU seconds since an earlier look at the same process. */
  public double cpuSecondsSince(ProcessUse earlier) {
    return cpuSeconds - earlier.cpuSeconds;
  }
}
