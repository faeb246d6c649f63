package dev.firn.transform.eval;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** Local dates of instants in a zone; remembers the offset around the last one. One thread. */
final class ZoneDays {
  private static final long SECONDS_PER_DAY = 86_400;

  private final ZoneRules rules;
  private long validFrom;
  private long validTo;
  private int offsetSeconds;

  ZoneDays(ZoneId zone) {
    this.rules = zone.getRules();
    lookUp(0);
  }

  /** Days since 1970-01-01 on the zone's calendar; seconds since 1970-01-01T00:00Z. */
  int day(long seconds) {
    if (seconds < validFrom || seconds >= validTo) {
      lookUp(seconds);
    }
    return (int) Math.floorDiv(seconds + offsetSeconds, SECONDS_PER_DAY);
  }

  private void lookUp(long seconds) {
    offsetSeconds = rules.getOffset(Instant.ofEpochSecond(seconds)).getTotalSeconds();
    // The one at this very second has happened already.
    ZoneOffsetTransition previous = rules.previousTransition(Instant.ofEpochSecond(seconds + 1));
    ZoneOffsetTransition next = rules.nextTransition(Instant.ofEpochSecond(seconds));
    validFrom = previous == null ? Long.MIN_VALUE : previous.toEpochSecond();
    validTo = next == null ? Long.MAX_VALUE : next.toEpochSecond();
  }
}
