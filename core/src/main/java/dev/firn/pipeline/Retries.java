package dev.firn.pipeline;

import dev.firn.source.Notice;
import dev.firn.source.NoticeSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Notices of files that could not be read, until it is time to try again. Any thread.
 *
 * <p>A file that still fails after {@link #MAX_FAILURES} readings is tried no more often than every
 * {@link #LONGEST_WAIT}; a backlog run gives it up for this time and says so at its end.
 */
final class Retries {
  /** Readings after which a file counts as unreadable: half a minute of trying. */
  static final int MAX_FAILURES = 6;

  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Files remembered with their failures; older ones start afresh. */
  private static final int MAX_REMEMBERED = 10_000;

  /** A location's failures, and the notices that wait for its next try. */
  private static final class Failing {
    private int failures;
    private Instant due = Instant.EPOCH;
    private List<Notice> waiting = new ArrayList<>();
  }

  private final NoticeSource source;
  private final Clock clock;
  private final Map<String, Failing> byLocation =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failing> eldest) {
          return size() > MAX_REMEMBERED && eldest.getValue().waiting.isEmpty();
        }
      };

  Retries(NoticeSource source, Clock clock) {
    this.source = source;
    this.clock = clock;
  }

  /** Counts a failure of a location and keeps its notices; says how many failures there were. */
  synchronized int failed(String location, List<Notice> notices) {
    Failing failing = byLocation.computeIfAbsent(location, l -> new Failing());
    failing.failures++;
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(10, failing.failures - 1));
    failing.due = clock.instant().plus(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
    failing.waiting.addAll(notices);
    return failing.failures;
  }

  /** A location was read, or holds another file: its failures are forgotten. */
  synchronized void succeeded(String location) {
    byLocation.remove(location);
  }

  /** Gives the notices whose time has come back to the source. */
  void releaseDue() {
    List<Notice> due = new ArrayList<>();
    synchronized (this) {
      Instant now = clock.instant();
      for (Failing failing : byLocation.values()) {
        if (!failing.waiting.isEmpty() && !failing.due.isAfter(now)) {
          due.addAll(failing.waiting);
          failing.waiting = new ArrayList<>();
        }
      }
    }
    if (!due.isEmpty()) {
      source.release(due);
    }
  }

  /** Locations that failed as often as is tried in a backlog run. */
  synchronized List<String> unreadable() {
    return byLocation.entrySet().stream()
        .filter(each -> each.getValue().failures >= MAX_FAILURES)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** How many locations wait for another try. */
  synchronized int waiting() {
    return (int) byLocation.values().stream().filter(f -> !f.waiting.isEmpty()).count();
  }

  /**
   * The notices that wait, if all of their files have been tried as often as is tried in a backlog
   * run; empty if one of them has to be tried again.
   */
  synchronized Optional<List<Notice>> givenUp() {
    List<Notice> notices = new ArrayList<>();
    for (Failing failing : byLocation.values()) {
      if (!failing.waiting.isEmpty() && failing.failures < MAX_FAILURES) {
        return Optional.empty();
      }
      notices.addAll(failing.waiting);
    }
    return Optional.of(notices);
  }
}
