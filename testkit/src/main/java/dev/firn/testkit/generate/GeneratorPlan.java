package dev.firn.testkit.generate;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * What to generate.
 *
 * @param seed decides everything that is not said here
 * @param day the day of all event times (but those of 2099), in {@code zone}
 * @param zone the zone of the day and of the paths; the times in rows are UTC
 * @param producers how many servers upload, 1 to 999; each uploads one file a period
 * @param period how much time a file covers
 * @param periods how many periods from the begin of the day are generated
 * @param rowsPerFile rows of each file, 1 to 1,000,000
 * @param actions number of actions, chosen by Zipf's law
 * @param skew exponent of Zipf's law, more than 0
 * @param faults which files are special
 * @param gzipLevel 1 (fast) to 9
 */
public record GeneratorPlan(
    long seed,
    LocalDate day,
    ZoneId zone,
    int producers,
    Duration period,
    int periods,
    int rowsPerFile,
    int actions,
    double skew,
    FaultMix faults,
    int gzipLevel) {
  static final int ROWS_PER_FILE_MAX = 1_000_000;

  /** Checks the ranges. */
  public GeneratorPlan {
    check(producers >= 1 && producers <= 999, "producers from 1 to 999", producers);
    check(period.toMillis() >= 1, "a period of 1 ms or more", period);
    check(periods >= 1, "1 period or more", periods);
    check(rowsPerFile >= 1 && rowsPerFile <= ROWS_PER_FILE_MAX, "1 to 1000000 rows", rowsPerFile);
    check(actions >= 1 && actions <= 65_536, "1 to 65536 actions", actions);
    check(skew > 0 && skew < 10, "a skew between 0 and 10", skew);
    check(gzipLevel >= 1 && gzipLevel <= 9, "a gzip level from 1 to 9", gzipLevel);
  }

  private static void check(boolean right, String expected, Object got) {
    if (!right) {
      throw new IllegalArgumentException("generator plan: expected " + expected + ", got " + got);
    }
  }

  /**
   * A whole day in UTC: 20 producers, a file each every 30 seconds (57,600 files), 200 rows a file,
   * 300 actions with exponent 1.1, no faults.
   */
  public static GeneratorPlan of(long seed, LocalDate day) {
    return new GeneratorPlan(
        seed,
        day,
        ZoneOffset.UTC,
        20,
        Duration.ofSeconds(30),
        2_880,
        200,
        300,
        1.1,
        FaultMix.NONE,
        1);
  }

  /** The same seen from another zone; the number of periods is that of the day there. */
  public GeneratorPlan withZone(ZoneId other) {
    Duration length =
        Duration.between(day.atStartOfDay(other), day.plusDays(1).atStartOfDay(other));
    return new GeneratorPlan(
        seed,
        day,
        other,
        producers,
        period,
        (int) length.dividedBy(period),
        rowsPerFile,
        actions,
        skew,
        faults,
        gzipLevel);
  }

  /** The same with another number of producers. */
  public GeneratorPlan withProducers(int count) {
    return new GeneratorPlan(
        seed, day, zone, count, period, periods, rowsPerFile, actions, skew, faults, gzipLevel);
  }

  /** The same with periods of another length and number. */
  public GeneratorPlan withPeriods(Duration length, int count) {
    return new GeneratorPlan(
        seed, day, zone, producers, length, count, rowsPerFile, actions, skew, faults, gzipLevel);
  }

  /** The same with another number of rows in each file. */
  public GeneratorPlan withRowsPerFile(int count) {
    return new GeneratorPlan(
        seed, day, zone, producers, period, periods, count, actions, skew, faults, gzipLevel);
  }

  /** The same with another number of actions and exponent. */
  public GeneratorPlan withActions(int count, double exponent) {
    return new GeneratorPlan(
        seed,
        day,
        zone,
        producers,
        period,
        periods,
        rowsPerFile,
        count,
        exponent,
        faults,
        gzipLevel);
  }

  /** The same with faults. */
  public GeneratorPlan withFaults(FaultMix mix) {
    return new GeneratorPlan(
        seed, day, zone, producers, period, periods, rowsPerFile, actions, skew, mix, gzipLevel);
  }

  /** The same with another gzip level. */
  public GeneratorPlan withGzipLevel(int level) {
    return new GeneratorPlan(
        seed, day, zone, producers, period, periods, rowsPerFile, actions, skew, faults, level);
  }

  /** The first instant of the day, ms since 1970-01-01T00:00Z. */
  long dayStartMillis() {
    return day.atStartOfDay(zone).toInstant().toEpochMilli();
  }
}
