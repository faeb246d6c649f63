package dev.firn.day;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.day.SimulatedDays.Arrival;
import dev.firn.publish.DayMarker;
import dev.firn.source.FileIdentity;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Days with lost notices, late files, silent producers, clocks that differ and processes that end
 * anywhere. More seeds: {@code -Dfirn.day.seeds=500}, 50 in {@code ./check}; one: {@code
 * -Dfirn.seed=…}.
 */
class DaySimulationTest {
  private static final int SEEDS = Integer.getInteger("firn.day.seeds", 15);
  private static final Duration FILE_EVERY = Duration.ofHours(6);
  private static final DateTimeFormatter FOLDER = DateTimeFormatter.ofPattern("yyyy/MM/dd/HH");

  /** A zone and a day in it; two of the days have 23 and 25 hours. */
  private record Place(ZoneId zone, LocalDate first) {}

  private static final List<Place> PLACES =
      List.of(
          new Place(ZoneId.of("UTC"), LocalDate.of(2021, 5, 29)),
          new Place(ZoneId.of("Asia/Tokyo"), LocalDate.of(2018, 11, 30)),
          new Place(ZoneId.of("America/New_York"), LocalDate.of(2024, 3, 9)),
          new Place(ZoneId.of("America/New_York"), LocalDate.of(2024, 11, 2)),
          new Place(ZoneId.of("Asia/Kolkata"), LocalDate.of(2021, 1, 1)));

  static {
    // What is made to fail here fills the log otherwise.
    System.setProperty("org.slf4j.simpleLogger.log.dev.firn.day.DayCoordinator", "error");
    System.setProperty("org.slf4j.simpleLogger.log.org.apache.iceberg", "off");
  }

  @Test
  void everyCompleteDayIsSignalledOncePerRevisionAndNoneBeforeItIsComplete() throws Exception {
    Long single = Long.getLong("firn.seed");
    SplittableRandom seeds = new SplittableRandom(20210529);
    int crashes = 0;
    int signals = 0;
    for (int i = 0; i < (single == null ? SEEDS : 1); i++) {
      long seed = single == null ? seeds.nextLong() : single;
      try {
        SimulatedDays days = run(new SplittableRandom(seed));
        crashes += days.crashes;
        signals += days.signals.size();
      } catch (Throwable e) {
        throw new AssertionError("repeat with -Dfirn.seed=" + seed, e);
      }
    }
    assertThat(signals).as("revisions that were signalled").isPositive();
    assertThat(single != null || SEEDS < 10 || crashes > SEEDS / 5).as("crashes happened").isTrue();
  }

  private static SimulatedDays run(SplittableRandom random) throws InterruptedException {
    Place place = PLACES.get(random.nextInt(PLACES.size()));
    Set<String> producers = random.nextBoolean() ? Set.of("a", "b") : Set.of("a", "b", "c");
    Set<String> declared = random.nextInt(3) == 0 ? Set.of() : producers;
    int early = random.nextInt(11);
    SimulatedDays days =
        new SimulatedDays(
            random,
            place.zone,
            declared,
            List.of(Duration.ofMinutes(-early), Duration.ofMinutes(10 - early)));
    Instant start = place.first.atStartOfDay(place.zone).toInstant();
    Instant stop = start.plus(Duration.ofHours(50));
    plan(days, random, producers, start, stop);
    days.lateFile = closed -> arrival(days, random, "a", closed, days.now, days.now);
    days.now = start;
    Instant end = stop.plus(Duration.ofHours(42));
    while (days.now.isBefore(end)) {
      days.now = days.now.plus(Duration.ofMinutes(10 + random.nextInt(35)));
      if (random.nextInt(3) == 0) {
        days.ingest();
      }
      days.coordinate(true);
    }
    drain(days);
    checkEveryDay(days, end);
    return days;
  }

  /** What the producers write, when it arrives, and when the ingester hears of it. */
  private static void plan(
      SimulatedDays days,
      SplittableRandom random,
      Set<String> producers,
      Instant start,
      Instant stop) {
    String silent = random.nextInt(3) == 0 ? producers.iterator().next() : "";
    Instant silentFrom = start.plus(Duration.ofHours(random.nextInt(50)));
    Instant back = silentFrom.plus(Duration.ofHours(random.nextInt(40)));
    boolean comesBack = random.nextBoolean();
    for (String producer : producers) {
      for (Instant at = start.plus(FILE_EVERY); at.isBefore(stop); at = at.plus(FILE_EVERY)) {
        Instant closed = at.plus(Duration.ofMinutes(random.nextInt(20)));
        boolean isSilent = producer.equals(silent) && closed.isAfter(silentFrom);
        if (isSilent && !comesBack && closed.isAfter(back)) {
          continue;
        }
        Instant arrives = closed.plus(Duration.ofMinutes(1 + random.nextInt(9)));
        if (random.nextInt(12) == 0) {
          arrives = arrives.plus(Duration.ofMinutes(random.nextInt(1200)));
        }
        if (isSilent && arrives.isBefore(back)) {
          arrives = back;
        }
        Instant noticed = random.nextInt(20) == 0 ? noticeOf(random, closed, arrives) : arrives;
        days.arrivals.add(arrival(days, random, producer, closed, arrives, noticed));
      }
    }
  }

  /** A notice that is late; or lost, where the listing of a day finds its file. */
  private static Instant noticeOf(SplittableRandom random, Instant closed, Instant arrives) {
    boolean inTime = arrives.isBefore(closed.plus(SimulatedDays.LATENESS));
    return inTime && random.nextBoolean()
        ? Instant.MAX
        : arrives.plus(Duration.ofMinutes(random.nextInt(180)));
  }

  private static Arrival arrival(
      SimulatedDays days,
      SplittableRandom random,
      String producer,
      Instant closed,
      Instant arrives,
      Instant noticed) {
    Instant first = closed.minus(FILE_EVERY).plusSeconds(1200 + random.nextInt(600));
    Instant last = closed.minusSeconds(1 + random.nextInt(600));
    ZoneId zone = days.rule.zone();
    Map<LocalDate, Integer> rows = new TreeMap<>();
    rows.merge(first.atZone(zone).toLocalDate(), 1 + random.nextInt(50), Integer::sum);
    rows.merge(last.atZone(zone).toLocalDate(), 1 + random.nextInt(50), Integer::sum);
    String location =
        "mem://source/"
            + FOLDER.format(closed.atZone(ZoneOffset.UTC))
            + "/"
            + producer
            + "-"
            + closed.getEpochSecond()
            + ".gz";
    return new Arrival(
        producer,
        closed.truncatedTo(ChronoUnit.HOURS),
        arrives,
        noticed,
        random.nextInt(40) == 0,
        rows,
        first,
        last,
        new FileIdentity(location, Optional.empty(), Optional.of("e"), 100));
  }

  /** Nothing fails any more, and everything gets the time that it needs. */
  private static void drain(SimulatedDays days) throws InterruptedException {
    for (int i = 0; i < 30; i++) {
      days.now = days.now.plus(Duration.ofMinutes(i < 10 ? 180 : 15));
      days.ingest();
      days.coordinate(false);
    }
  }

  private static void checkEveryDay(SimulatedDays days, Instant end) throws InterruptedException {
    DayBook book = days.book();
    for (DayPeriod day = days.rule.parse(book.first().orElseThrow());
        day.end().plus(SimulatedDays.LATENESS).isBefore(end);
        day = days.rule.after(day)) {
      DayRecord record = book.get(day.name());
      if (record.phase() == DayPhase.CLOSING && record.gaveUp()) {
        assertThat(days.marker(day, DayMarker.INCOMPLETE)).as(day.name()).isPresent();
        assertThat(days.alerts).anyMatch(line -> line.contains("given up"));
        assertThat(record.revision().isPresent() || days.marker(day, DayMarker.SUCCESS).isEmpty())
            .as("%s is not signalled", day.name())
            .isTrue();
        days.accept(day);
        drain(days);
      } else {
        assertThat(days.missing(day)).as("%s is %s", day.name(), record).isEmpty();
      }
      DayRecord settled = days.book().get(day.name());
      assertThat(settled.phase()).as("%s: %s", day.name(), settled).isEqualTo(DayPhase.PUBLISHED);
      assertThat(settled.hasLateRows()).as("%s: %s", day.name(), settled).isFalse();
      String marker = days.marker(day, DayMarker.SUCCESS).orElseThrow();
      assertThat(SimulatedDays.field(marker, "rows"))
          .as("rows of %s", day.name())
          .isEqualTo(String.valueOf(days.rows(day)));
      assertThat(SimulatedDays.field(marker, "revision"))
          .isEqualTo(String.valueOf(settled.revision().orElseThrow().number()));
      assertThat(days.marker(day, DayMarker.INCOMPLETE)).as(day.name()).isEmpty();
    }
  }
}
