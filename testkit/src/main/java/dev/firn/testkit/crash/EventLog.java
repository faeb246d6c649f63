package dev.firn.testkit.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened in a scenario, with the time since its begin. Any thread. */
final class EventLog {
  private final long beganNanos = System.nanoTime();
  private final List<String> lines = new ArrayList<>();

  synchronized void add(String line) {
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    lines.add(String.format(Locale.ROOT, "%7.3f s  %s", seconds, line));
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }
}
