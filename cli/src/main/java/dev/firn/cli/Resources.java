package dev.firn.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the process has used since it started.
 *
 * @param cpuSeconds of all its threads, JIT and collector included
 * @param wallSeconds since the JVM started
 * @param peakResidentBytes most memory it ever had; only where the system tells (Linux)
 */
record Resources(double cpuSeconds, double wallSeconds, Optional<Long> peakResidentBytes) {
  /** As of now. */
  static Resources used() {
    double cpu = 0;
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean os) {
      cpu = os.getProcessCpuTime() / 1e9;
    }
    double wall = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    return new Resources(cpu, wall, readPeak());
  }

  private static Optional<Long> readPeak() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.US_ASCII).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
