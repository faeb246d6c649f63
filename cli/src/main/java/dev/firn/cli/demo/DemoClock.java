package dev.firn.cli.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that runs faster than time: the same in every process that is told the same numbers.
 * Immutable.
 */
final class DemoClock extends Clock {
  private final long realBeginMillis;
  private final Instant begin;
  private final double speed;

  /**
   * @param realBeginMillis when it shows {@code begin}, ms since 1970
   * @param speed seconds that it shows in a real one
   */
  DemoClock(long realBeginMillis, Instant begin, double speed) {
    this.realBeginMillis = realBeginMillis;
    this.begin = begin;
    this.speed = speed;
  }

  @Override
  public Instant instant() {
    double millis = (Clock.systemUTC().millis() - realBeginMillis) * speed;
    return begin.plusMillis((long) millis);
  }

  /** What it shows, since it began. */
  Duration elapsed() {
    return Duration.between(begin, instant());
  }

  /** Waits until it shows so much since it began. */
  void waitUntil(Duration elapsed) throws InterruptedException {
    double realMillis = elapsed.minus(elapsed()).toMillis() / speed;
    if (realMillis > 0) {
      Thread.sleep((long) Math.ceil(realMillis));
    }
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("instants only");
  }
}
