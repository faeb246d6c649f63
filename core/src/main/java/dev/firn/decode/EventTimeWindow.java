package dev.firn.decode;

import java.time.Duration;
import java.time.Instant;

/**
 * Event times that are accepted, both ends included.
 *
 * @param minMicros lowest, µs since 1970-01-01T00:00Z
 * @param maxMicros highest
 */
public record EventTimeWindow(long minMicros, long maxMicros) {
  /** Accepts all times. */
  public static final EventTimeWindow ALL = new EventTimeWindow(Long.MIN_VALUE, Long.MAX_VALUE);

  /** Refuses an empty window. */
  public EventTimeWindow {
    if (minMicros > maxMicros) {
      throw new IllegalArgumentException(
          "an event-time window must not end before it begins: " + minMicros + " > " + maxMicros);
    }
  }

  /** The window from {@code back} before to {@code ahead} after an instant. */
  public static EventTimeWindow around(Instant now, Duration back, Duration ahead) {
    return new EventTimeWindow(micros(now.minus(back)), micros(now.plus(ahead)));
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }

  /** Whether a time lies inside. */
  public boolean contains(long micros) {
    return micros >= minMicros && micros <= maxMicros;
  }
}
