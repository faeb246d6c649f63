package dev.firn.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsoTimesTest {
  @Test
  void localTimesAgreeWithTheJdkInEveryZone() {
    long seed = 4711;
    Random random = new Random(seed);
    for (String zone : List.of("America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe")) {
      LocalOffsets offsets = new LocalOffsets(ZoneId.of(zone));
      for (int i = 0; i < 20_000; i++) {
        long seconds = random.nextLong(2_000_000_000L);
        List<ZoneOffset> valid =
            ZoneId.of(zone)
                .getRules()
                .getValidOffsets(LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC));
        int expected = valid.isEmpty() ? LocalOffsets.NONE : valid.get(0).getTotalSeconds();
        assertThat(offsets.at(seconds))
            .as("%s %d, seed %d", zone, seconds, seed)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void daysOfTenThousandYearsAgreeWithTheJdk() {
    IsoTimes times = new IsoTimes();
    // Steps of 3 meet every day of the year within a few years.
    long first = LocalDate.of(0, 1, 1).toEpochDay();
    long last = LocalDate.of(9999, 12, 31).toEpochDay();
    for (long day = first; day <= last; day += 3) {
      byte[] text = LocalDate.ofEpochDay(day).toString().getBytes(StandardCharsets.US_ASCII);
      if (!times.date(text, 0, text.length) || times.epochDay() != day) {
        throw new AssertionError(LocalDate.ofEpochDay(day));
      }
    }
  }
}
