package dev.firn.table.where;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time as a text has it.
 *
 * @param nanos since 1970-01-01T00:00, in UTC if it has a zone
 * @param hasZone whether the text names one
 */
record Moment(BigInteger nanos, boolean hasZone) {
  private static final Pattern TEXT =
      Pattern.compile(
          "([+-]?\\d{4,6})-(\\d\\d)-(\\d\\d)"
              + "(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?"
              + "( ?(?:Z|UTC|[+-]\\d\\d:?\\d\\d))?)?");
  private static final Pattern TIME =
      Pattern.compile("(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:\\.(\\d{1,9}))?)?");
  private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);
  private static final int NANO_DIGITS = 9;

  /** Reads a date, or a date with a time and maybe a zone. */
  static Optional<Moment> of(String text) {
    Matcher found = TEXT.matcher(text.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    try {
      LocalDate day =
          LocalDate.of(
              Integer.parseInt(found.group(1)),
              Integer.parseInt(found.group(2)),
              Integer.parseInt(found.group(3)));
      LocalTime time = found.group(4) == null ? LocalTime.MIDNIGHT : time(found, 4);
      String zone = found.group(8);
      long seconds = day.toEpochSecond(time, zone == null ? ZoneOffset.UTC : offset(zone.strip()));
      return Optional.of(
          new Moment(
              BigInteger.valueOf(seconds)
                  .multiply(NANOS_PER_SECOND)
                  .add(BigInteger.valueOf(time.getNano())),
              zone != null));
    } catch (DateTimeException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Reads a time of day: ns since midnight. */
  static Optional<BigInteger> timeOf(String text) {
    Matcher found = TIME.matcher(text.strip());
    try {
      return found.matches()
          ? Optional.of(BigInteger.valueOf(time(found, 1).toNanoOfDay()))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalTime time(Matcher found, int group) {
    String second = found.group(group + 2);
    String fraction = found.group(group + 3);
    return LocalTime.of(
        Integer.parseInt(found.group(group)),
        Integer.parseInt(found.group(group + 1)),
        second == null ? 0 : Integer.parseInt(second),
        fraction == null
            ? 0
            : Integer.parseInt(fraction + "0".repeat(NANO_DIGITS - fraction.length())));
  }

  private static ZoneOffset offset(String zone) {
    return zone.equals("Z") || zone.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(zone);
  }
}
