package dev.firn.decode;

/**
 * Reads ISO-8601 dates, times and timestamps from bytes, strictly.
 *
 * <pre>
 * timestamp = date ( "T" | "t" | " " ) time [ "Z" | "z" | ( "+" | "-" ) HH [ [ ":" ] mm ] ]
 * date      = YYYY "-" MM "-" DD
 * time      = HH ":" mm [ ":" ss [ ( "." | "," ) 1 to 9 digits ] ]
 * </pre>
 *
 * <p>Days have to exist (no 30 February), hours end at 23 (no 24:00) and seconds at 59: a leap
 * second has no place in a table's time, so {@code :60} is refused. Digits below the column's unit
 * are cut, since a clock's finer digits are no part of the value. One thread; the answers are those
 * of the last successful reading.
 */
public final class IsoTimes {
  private static final int FAILED = -1;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int MAX_OFFSET_SECONDS = 18 * 3600;
  private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private int epochDay;
  private int secondOfDay;
  private int nanos;
  private boolean zoned;
  private int offsetSeconds;

  /** Whether {@code [from, end)} is a date; then {@link #epochDay} is set. */
  public boolean date(byte[] b, int from, int end) {
    return end - from == 10 && datePart(b, from);
  }

  /** Whether {@code [from, end)} is a time of day without an offset. */
  public boolean time(byte[] b, int from, int end) {
    return timePart(b, from, end) == end;
  }

  /** Whether {@code [from, end)} is a date and a time, with or without an offset. */
  public boolean timestamp(byte[] b, int from, int end) {
    if (end - from < 16 || !datePart(b, from)) {
      return false;
    }
    byte separator = b[from + 10];
    if (separator != 'T' && separator != ' ' && separator != 't') {
      return false;
    }
    int p = timePart(b, from + 11, end);
    return p >= 0 && offsetPart(b, p, end);
  }

  /** Days since 1970-01-01. */
  public int epochDay() {
    return epochDay;
  }

  /** Whether the timestamp names an offset, {@code Z} included. */
  public boolean zoned() {
    return zoned;
  }

  /** Seconds since 1970-01-01T00:00 on the clock that the text was read from. */
  public long localSeconds() {
    return (long) epochDay * SECONDS_PER_DAY + secondOfDay;
  }

  /** The offset east of UTC; 0 if the text names none. */
  public int offsetSeconds() {
    return offsetSeconds;
  }

  /** Nanoseconds of the second. */
  public int nanos() {
    return nanos;
  }

  /** Microseconds since midnight. */
  public long microsOfDay() {
    return secondOfDay * 1_000_000L + nanos / 1000;
  }

  private boolean datePart(byte[] b, int p) {
    int year = twoDigits(b, p) * 100 + twoDigits(b, p + 2);
    int month = twoDigits(b, p + 5);
    int day = twoDigits(b, p + 8);
    if (twoDigits(b, p) < 0
        || twoDigits(b, p + 2) < 0
        || b[p + 4] != '-'
        || month < 1
        || month > 12
        || b[p + 7] != '-'
        || day < 1
        || day > lengthOfMonth(year, month)) {
      return false;
    }
    epochDay = epochDay(year, month, day);
    return true;
  }

  /** The position behind a time, or −1. */
  private int timePart(byte[] b, int from, int end) {
    nanos = 0;
    if (end - from < 5 || b[from + 2] != ':') {
      return FAILED;
    }
    int hour = twoDigits(b, from);
    int minute = twoDigits(b, from + 3);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
      return FAILED;
    }
    secondOfDay = hour * 3600 + minute * 60;
    int p = from + 5;
    if (p == end || b[p] != ':') {
      return p;
    }
    if (end - p < 3) {
      return FAILED;
    }
    int second = twoDigits(b, p + 1);
    if (second < 0 || second > 59) {
      return FAILED;
    }
    secondOfDay += second;
    p += 3;
    return p < end && (b[p] == '.' || b[p] == ',') ? fraction(b, p + 1, end) : p;
  }

  private int fraction(byte[] b, int from, int end) {
    int p = from;
    int value = 0;
    while (p < end && b[p] >= '0' && b[p] <= '9') {
      if (p - from == 9) {
        return FAILED;
      }
      value = value * 10 + b[p++] - '0';
    }
    if (p == from) {
      return FAILED;
    }
    for (int i = p - from; i < 9; i++) {
      value *= 10;
    }
    nanos = value;
    return p;
  }

  private boolean offsetPart(byte[] b, int p, int end) {
    zoned = p < end;
    offsetSeconds = 0;
    if (!zoned || (end - p == 1 && (b[p] == 'Z' || b[p] == 'z'))) {
      return true;
    }
    int length = end - p;
    boolean colon = length == 6 && b[p + 3] == ':';
    if ((b[p] != '+' && b[p] != '-') || !(length == 3 || length == 5 || colon)) {
      return false;
    }
    int hours = twoDigits(b, p + 1);
    int minutes = length == 3 ? 0 : twoDigits(b, end - 2);
    if (hours < 0 || minutes < 0 || minutes > 59) {
      return false;
    }
    int seconds = hours * 3600 + minutes * 60;
    offsetSeconds = b[p] == '-' ? -seconds : seconds;
    return seconds <= MAX_OFFSET_SECONDS;
  }

  /** The value of two digits, or a number below −1000 if one is none. */
  private static int twoDigits(byte[] b, int p) {
    int high = b[p] - '0';
    int low = b[p + 1] - '0';
    return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : -100_000;
  }

  private static int lengthOfMonth(int year, int month) {
    boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 && leap ? 29 : DAYS_OF_MONTH[month - 1];
  }

  /** Days since 1970-01-01 of a day of the proleptic Gregorian calendar, year 0 to 9999. */
  private static int epochDay(int year, int month, int day) {
    // Counted from 1 March, so that the leap day is a year's last.
    int y = month <= 2 ? year - 1 : year;
    int era = Math.floorDiv(y, 400);
    int yearOfEra = y - era * 400;
    int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }
}
