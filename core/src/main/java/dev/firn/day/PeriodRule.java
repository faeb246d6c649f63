package dev.firn.day;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Divides time into the days, or the hours, of a zone: each instant lies in exactly one period, and
 * names sort like periods.
 *
 * <p>Days have 23 or 25 hours where clocks change; a date that a zone left out has no period. Hours
 * are the stretches of one local hour at one offset.
 *
 * @param zone an IANA zone or an offset
 * @param unit how long a period is
 */
public record PeriodRule(ZoneId zone, Unit unit) {
  /** How long a period is. */
  public enum Unit {
    /** From midnight to midnight. */
    DAY,
    /** An hour of the clock. */
    HOUR
  }

  private static final Pattern DAY_NAME = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern HOUR_NAME = Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}b?");

  /** Names the rule: {@code day@UTC}. */
  public String key() {
    return unit.name().toLowerCase(Locale.ROOT) + "@" + zone.getId();
  }

  /** The period in which an instant lies. */
  public DayPeriod containing(Instant instant) {
    return unit == Unit.DAY ? day(instant.atZone(zone).toLocalDate()) : hour(instant);
  }

  /** The period that follows. */
  public DayPeriod after(DayPeriod period) {
    return containing(period.end());
  }

  /** The period that goes before. */
  public DayPeriod before(DayPeriod period) {
    return containing(period.start().minusNanos(1));
  }

  /**
   * The period with a name.
   *
   * @throws FirnException {@link ErrorCode#USAGE} if there is none
   */
  public DayPeriod parse(String name) {
    try {
      if (unit == Unit.DAY && DAY_NAME.matcher(name).matches()) {
        return day(LocalDate.parse(name));
      }
      if (unit == Unit.HOUR && HOUR_NAME.matcher(name).matches()) {
        DayPeriod period = hour(firstInstant(name));
        if (period.name().equals(name)) {
          return period;
        }
      }
    } catch (DateTimeException | IllegalArgumentException e) {
      throw noPeriod(name, e);
    }
    throw noPeriod(name, null);
  }

  private FirnException noPeriod(String name, @org.jspecify.annotations.Nullable Exception cause) {
    return new FirnException(
        ErrorCode.USAGE,
        "'"
            + name
            + "' is no "
            + (unit == Unit.DAY ? "day" : "hour")
            + " of "
            + zone
            + "; write it as "
            + (unit == Unit.DAY ? "2021-05-29" : "2021-05-29T14"),
        cause);
  }

  private DayPeriod day(LocalDate date) {
    return new DayPeriod(
        date.toString(),
        date.atStartOfDay(zone).toInstant(),
        date.plusDays(1).atStartOfDay(zone).toInstant(),
        date);
  }

  private Instant firstInstant(String name) {
    boolean second = name.endsWith("b");
    String text = second ? name.substring(0, name.length() - 1) : name;
    LocalDateTime local = LocalDateTime.parse(text + ":00");
    ZonedDateTime first = local.atZone(zone).withEarlierOffsetAtOverlap();
    if (!second) {
      return first.toInstant();
    }
    ZoneOffsetTransition next = zone.getRules().nextTransition(first.toInstant());
    if (next == null) {
      throw new IllegalArgumentException("clocks are not put back then");
    }
    return next.getInstant();
  }

  private DayPeriod hour(Instant instant) {
    ZoneOffset offset = zone.getRules().getOffset(instant);
    LocalDateTime local = LocalDateTime.ofInstant(instant, offset).truncatedTo(ChronoUnit.HOURS);
    Instant start = local.toInstant(offset);
    Instant end = start.plus(Duration.ofHours(1));
    ZoneOffsetTransition before = zone.getRules().previousTransition(instant.plusNanos(1));
    if (before != null && before.getInstant().isAfter(start)) {
      start = before.getInstant();
    }
    ZoneOffsetTransition next = zone.getRules().nextTransition(instant);
    if (next != null && next.getInstant().isBefore(end)) {
      end = next.getInstant();
    }
    LocalDateTime first = LocalDateTime.ofInstant(start, offset);
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(first);
    boolean second = offsets.size() == 2 && offset.equals(offsets.get(1));
    String name = local.toString().substring(0, 13) + (second ? "b" : "");
    return new DayPeriod(name, start, end, local.toLocalDate());
  }
}
