package dev.firn.landing;

import dev.firn.landing.PartitionTransform.Kind;

/**
 * year, month, day and hour, over whole columns; always floored, never rounded to zero.
 *
 * <p>They are step functions: while a value stays on the step of the one before it, which is the
 * rule in a log, it costs two comparisons and no division.
 */
final class TimeTransforms {
  private static final int DAYS_PER_ERA = 146_097;
  private static final int EPOCH_DAY_FROM_MARCH_0000 = 719_468;

  private TimeTransforms() {}

  /**
   * Transforms {@code values[0, rows)}.
   *
   * @param unitsPerDay how many units of the values make a day: 1 for dates
   */
  static void apply(Kind kind, long[] values, int rows, long unitsPerDay, long[] out) {
    long unitsPerStep = kind == Kind.HOUR ? unitsPerDay / 24 : unitsPerDay;
    long stepFirst = 1;
    long stepLast = 0;
    long result = 0;
    for (int row = 0; row < rows; row++) {
      long value = values[row];
      if (value < stepFirst || value > stepLast) {
        long into = Math.floorMod(value, unitsPerStep);
        result = ofStep(kind, Math.floorDiv(value, unitsPerStep));
        // At the ends of the range a step is cut short, so that it can't overflow.
        stepFirst = value < Long.MIN_VALUE + into ? value : value - into;
        long left = unitsPerStep - 1 - into;
        stepLast = value > Long.MAX_VALUE - left ? value : value + left;
      }
      out[row] = result;
    }
  }

  private static long ofStep(Kind kind, long step) {
    return switch (kind) {
      case DAY, HOUR -> step;
      case MONTH -> months(step);
      case YEAR -> Math.floorDiv(months(step), 12);
      default -> throw new IllegalArgumentException(kind + " is not a transform of time");
    };
  }

  /**
   * Months since 1970-01 of a day since 1970-01-01, proleptic Gregorian: years that begin in March
   * put the leap day last, so that the month follows from the day of the year by one division.
   */
  static long months(long epochDay) {
    long day = epochDay + EPOCH_DAY_FROM_MARCH_0000;
    long era = Math.floorDiv(day, DAYS_PER_ERA);
    int dayOfEra = Math.floorMod(day, DAYS_PER_ERA);
    int yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (DAYS_PER_ERA - 1)) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    return (era * 400 + yearOfEra - 1970) * 12 + monthFromMarch + 2;
  }
}
