package dev.firn.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.day.PeriodRule.Unit;
import dev.firn.error.FirnException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodRuleTest {
  private static PeriodRule days(String zone) {
    return new PeriodRule(ZoneId.of(zone), Unit.DAY);
  }

  private static PeriodRule hours(String zone) {
    return new PeriodRule(ZoneId.of(zone), Unit.HOUR);
  }

  @ParameterizedTest
  @CsvSource({
    "UTC, 2021-05-29, 24",
    "Asia/Tokyo, 2018-12-01, 24",
    "America/New_York, 2024-03-10, 23",
    "America/New_York, 2024-11-03, 25"
  })
  void daysHaveTheHoursThatClocksGiveThem(String zone, String name, long hours) {
    DayPeriod day = days(zone).parse(name);
    assertThat(Duration.between(day.start(), day.end())).isEqualTo(Duration.ofHours(hours));
    assertThat(days(zone).containing(day.start())).isEqualTo(day);
    assertThat(days(zone).containing(day.end().minusNanos(1))).isEqualTo(day);
    assertThat(days(zone).after(day).start()).isEqualTo(day.end());
    assertThat(days(zone).before(days(zone).after(day))).isEqualTo(day);
  }

  @Test
  void tokyosDayBeginsAtThreeInTheAfternoonOfTheDayBeforeInUtc() {
    DayPeriod day = days("Asia/Tokyo").parse("2018-12-01");
    assertThat(day.start()).isEqualTo(Instant.parse("2018-11-30T15:00:00Z"));
    assertThat(day.end()).isEqualTo(Instant.parse("2018-12-01T15:00:00Z"));
    assertThat(day.tableDay()).isEqualTo(17866);
  }

  @Test
  void aDateThatAZoneLeftOutIsNoDay() {
    assertThat(days("Pacific/Apia").after(days("Pacific/Apia").parse("2011-12-29")).name())
        .isEqualTo("2011-12-31");
    assertThatThrownBy(() -> days("Pacific/Apia").parse("2011-12-30"))
        .isInstanceOf(FirnException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, 2024-11-03, 25",
    "America/New_York, 2024-03-10, 23",
    "Australia/Lord_Howe, 2024-04-07, 25",
    "Australia/Lord_Howe, 2024-10-06, 24",
    "Asia/Kolkata, 2021-05-29, 24"
  })
  void hoursDivideADayWithoutGapAndTheirNamesSortAndParse(String zone, String date, int count) {
    DayPeriod day = days(zone).parse(date);
    List<String> names = new ArrayList<>();
    DayPeriod hour = hours(zone).containing(day.start());
    assertThat(hour.start()).isEqualTo(day.start());
    while (hour.start().isBefore(day.end())) {
      assertThat(hours(zone).parse(hour.name())).isEqualTo(hour);
      assertThat(hour.date()).isEqualTo(day.date());
      assertThat(hours(zone).before(hours(zone).after(hour))).isEqualTo(hour);
      names.add(hour.name());
      Instant end = hour.end();
      hour = hours(zone).after(hour);
      assertThat(hour.start()).isEqualTo(end);
    }
    assertThat(names).hasSize(count).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"2021-13-01", "2021-5-29", "yesterday", "2021-05-29T10", "''"})
  void otherTextsAreNoDays(String name) {
    assertThatThrownBy(() -> days("UTC").parse(name))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("write it as 2021-05-29");
  }
}
