package dev.firn.day;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Which days there is something to be done for. */
final class DayCalendar {
  /** Days without rows that are taken up in one pass; the rest follows in the next ones. */
  private static final int EMPTY_MOST = 100;

  /** Days with rows that lie further apart are of two stories: an old file that was read again. */
  private static final Duration LONGEST_GAP = Duration.ofDays(35);

  private final PeriodRule rule;
  private final DaySettings settings;

  DayCalendar(PeriodRule rule, DaySettings settings) {
    this.rule = rule;
    this.settings = settings;
  }

  /**
   * Days whose end and wait for late files lie before {@code now} and that are not settled, oldest
   * first.
   *
   * <p>Days that the book knows; and those that nothing came for: between two that it knows, and
   * since the table's days are looked after, or since the configured first day.
   */
  List<DayPeriod> due(DayBook book, Instant now) {
    TreeMap<Instant, DayPeriod> known = new TreeMap<>();
    book.records().keySet().forEach(name -> known.put(rule.parse(name).start(), rule.parse(name)));
    TreeMap<Instant, DayPeriod> due = new TreeMap<>();
    known
        .values()
        .forEach(
            day -> {
              if (!book.get(day.name()).isSettled()) {
                due.put(day.start(), day);
              }
            });
    Optional<DayPeriod> before = Optional.empty();
    for (DayPeriod day : known.values()) {
      Instant start = day.start();
      before
          .filter(b -> Duration.between(b.end(), start).compareTo(LONGEST_GAP) <= 0)
          .ifPresent(b -> addEmpty(due, known, b.end(), start));
      before = Optional.of(day);
    }
    Optional<Instant> since =
        settings.first().map(name -> rule.parse(name).start()).or(book::since);
    since.ifPresent(from -> addEmpty(due, known, from, now.minus(settings.lateness())));
    due.values().removeIf(day -> !counts(day, now));
    return new ArrayList<>(due.values());
  }

  private void addEmpty(
      TreeMap<Instant, DayPeriod> due,
      TreeMap<Instant, DayPeriod> known,
      Instant from,
      Instant to) {
    int added = 0;
    for (DayPeriod day = rule.containing(from);
        day.start().isBefore(to) && added < EMPTY_MOST;
        day = rule.after(day)) {
      if (!known.containsKey(day.start())) {
        due.put(day.start(), day);
        added++;
      }
    }
  }

  private boolean counts(DayPeriod day, Instant now) {
    boolean before =
        settings.first().filter(name -> day.start().isBefore(rule.parse(name).start())).isPresent();
    return !before && !now.isBefore(day.end().plus(settings.lateness()));
  }
}
