package dev.firn.bench.day;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands until it is moved; any thread. */
final class SimulatedClock extends Clock {
  private volatile Instant now;

  SimulatedClock(Instant begin) {
    this.now = begin;
  }

  /** Moves on; one thread. */
  void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
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
