package dev.firn.pipeline;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test sets, and that goes on from there. */
final class SetClock extends Clock {
  private volatile Duration offset = Duration.ZERO;

  void set(String instant) {
    offset = Duration.between(Instant.now(), Instant.parse(instant));
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(offset);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("always UTC");
  }
}
