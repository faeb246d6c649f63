package dev.firn.day;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Which days there is something to be done for. */
final class DayCalendar {
  /** Days without rows that are taken up in one pass; the rest follows in the next ones. */
  private static final int EMPTY_MOST = 1_000;

  private final PeriodRule rule;
  private final DaySettings settings;

  DayCalendar(PeriodRule rule, DaySettings settings) {
    this.rule = rule;
    this.settings = settings;
  }

  /**
   * Days whose end and wait for late files lie before {@code now} and that are not settled, oldest
   * first: those that the book knows, and from the first day on those that nothing came for.
   */
  List<DayPeriod> due(DayBook book, Instant now) {
    TreeMap<Instant, DayPeriod> due = new TreeMap<>();
    Optional<DayPeriod> first = settings.first().or(book::first).map(rule::parse);
    book.records()
        .forEach(
            (name, record) -> {
              DayPeriod day = rule.parse(name);
              boolean counts =
                  settings.first().isEmpty()
                      || first.filter(f -> day.start().isBefore(f.start())).isEmpty();
              if (counts && isOver(day, now) && !record.isSettled()) {
                due.put(day.start(), day);
              }
            });
    // Days that were dropped from a full book are not taken up again.
    Optional<DayPeriod> from =
        first.map(
            f -> {
              DayPeriod oldest =
                  book.records().isEmpty() ? f : rule.parse(book.records().firstKey());
              return oldest.start().isAfter(f.start()) && book.isFull() ? oldest : f;
            });
    int empty = 0;
    for (DayPeriod day = from.orElse(null);
        day != null && isOver(day, now) && empty < EMPTY_MOST;
        day = rule.after(day)) {
      if (!book.records().containsKey(day.name())) {
        due.put(day.start(), day);
        empty++;
      }
    }
    return new ArrayList<>(due.values());
  }

  private boolean isOver(DayPeriod day, Instant now) {
    return !now.isBefore(day.end().plus(settings.lateness()));
  }
}
