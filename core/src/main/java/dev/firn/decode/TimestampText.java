package dev.firn.decode;

import java.time.ZoneId;

/**
 * Turns the texts and numbers of timestamps into what a timestamp column holds. One thread.
 *
 * <p>Texts are ISO-8601, see {@link IsoTimes}. A local time is one of the declared zone if the
 * column has a zone, else it stays as it is; an offset in the text has no place in a column without
 * a zone. A local time that occurs twice means the first, one that does not occur is refused. Years
 * are 0 to 9999; nanoseconds end in 2262.
 */
public final class TimestampText {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** 0000-01-01T00:00 and 10000-01-01T00:00, seconds since 1970. */
  private static final long MIN_SECONDS = -62_167_219_200L;

  private static final long END_SECONDS = 253_402_300_800L;

  private final IsoTimes times = new IsoTimes();
  private final LocalOffsets offsets;
  private long value;

  /** For local times of a zone. */
  public TimestampText(ZoneId zone) {
    this.offsets = new LocalOffsets(zone);
  }

  /** What was read last: units of the column since 1970-01-01T00:00. */
  public long value() {
    return value;
  }

  /**
   * Whether {@code [from, end)} is a timestamp that the column holds; digits below its unit are
   * cut.
   *
   * @param zoned whether the column has a zone
   * @param unitDigits digits of the column's unit below the second: 6 or 9
   */
  public boolean iso(byte[] b, int from, int end, boolean zoned, int unitDigits) {
    if (!times.timestamp(b, from, end) || (times.zoned() && !zoned)) {
      return false;
    }
    long seconds = times.localSeconds();
    if (times.zoned()) {
      seconds -= times.offsetSeconds();
    } else if (zoned) {
      int offset = offsets.at(seconds);
      if (offset == LocalOffsets.NONE) {
        return false;
      }
      seconds -= offset;
    }
    if (unitDigits == 6) {
      value = seconds * MICROS_PER_SECOND + times.nanos() / 1000;
      return true;
    }
    if (Math.abs(seconds) >= Long.MAX_VALUE / NANOS_PER_SECOND) {
      return false;
    }
    value = seconds * NANOS_PER_SECOND + times.nanos();
    return true;
  }

  /**
   * Whether a number counts units since 1970-01-01T00:00Z that the column holds; what is below its
   * unit is cut, towards the past.
   *
   * @param number has scanned it
   * @param sourceDigits digits of the number's unit below the second
   * @param unitDigits digits of the column's unit: 6 or 9
   */
  public boolean epoch(NumberText number, int sourceDigits, int unitDigits) {
    if (!number.toFloored(unitDigits - sourceDigits)) {
      return false;
    }
    value = number.longValue();
    return isInRange(value, unitDigits);
  }

  /**
   * Whether a time lies in the years 0 to 9999.
   *
   * @param units since 1970-01-01T00:00
   * @param unitDigits digits of the unit below the second: 6 or 9
   */
  public static boolean isInRange(long units, int unitDigits) {
    long seconds = Math.floorDiv(units, unitDigits == 6 ? MICROS_PER_SECOND : NANOS_PER_SECOND);
    return seconds >= MIN_SECONDS && seconds < END_SECONDS;
  }

  /**
   * Whether a time on the declared zone's clock occurs; {@link #value} is then the same in UTC.
   *
   * @param units since 1970-01-01T00:00 on that clock, in the years 0 to 9999
   * @param unitDigits digits of the unit below the second: 6 or 9
   */
  public boolean local(long units, int unitDigits) {
    long perSecond = unitDigits == 6 ? MICROS_PER_SECOND : NANOS_PER_SECOND;
    int offset = offsets.at(Math.floorDiv(units, perSecond));
    value = units - offset * perSecond;
    return offset != LocalOffsets.NONE;
  }
}
