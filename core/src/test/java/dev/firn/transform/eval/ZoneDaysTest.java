package dev.firn.transform.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ZoneDaysTest {
  /** With summer time, without, with days left out (Apia, Kwajalein), odd offsets, and fixed. */
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Asia/Tokyo",
          "Europe/Berlin",
          "America/New_York",
          "America/Sao_Paulo",
          "Asia/Kathmandu",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "Pacific/Kwajalein",
          "Africa/Monrovia",
          "Asia/Tehran",
          "+05:30",
          "-18:00");

  private static int expected(ZoneId zone, long seconds) {
    return (int) Instant.ofEpochSecond(seconds).atZone(zone).toLocalDate().toEpochDay();
  }

  @Test
  void datesAreThoseOfTheJdkAroundEveryChangeOfTheClock() {
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      ZoneDays days = new ZoneDays(zone);
      ZoneOffsetTransition change =
          zone.getRules().nextTransition(Instant.parse("1800-01-01T00:00:00Z"));
      while (change != null
          && change.getInstant().isBefore(Instant.parse("2045-01-01T00:00:00Z"))) {
        for (long hours = -30; hours <= 30; hours++) {
          for (long near = -1; near <= 1; near++) {
            long seconds = change.toEpochSecond() + hours * 3600 + near;
            assertThat(days.day(seconds))
                .as("%s %d", name, seconds)
                .isEqualTo(expected(zone, seconds));
          }
        }
        change = zone.getRules().nextTransition(change.getInstant());
      }
    }
  }

  @Test
  void datesAreThoseOfTheJdkAtAnyTime() {
    Random random = new Random(1);
    for (String name : ZONES) {
      ZoneId zone = ZoneId.of(name);
      ZoneDays days = new ZoneDays(zone);
      for (int i = 0; i < 20_000; i++) {
        long range = i % 2 == 0 ? 4_000_000_000L : 9_000_000_000_000L;
        long seconds = random.nextLong(-range, range);
        assertThat(days.day(seconds))
            .as("seed 1, %s %d", name, seconds)
            .isEqualTo(expected(zone, seconds));
      }
    }
  }
}
