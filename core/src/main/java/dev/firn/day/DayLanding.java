package dev.firn.day;

import dev.firn.commit.LandingStateRule;
import dev.firn.ledger.FileStatus;
import dev.firn.ledger.LedgerEntry;
import dev.firn.source.PathParts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Notes in the book, with every landing commit, which days got rows and how far producers have
 * come.
 *
 * <p>A file's rows lie between its lowest and its highest event time: the days of those two got
 * rows; days between them, as far as the book has them, perhaps. A file without event times counts
 * for the time in its path. Pure; any thread.
 *
 * @param rule what a day is
 * @param slots what paths say
 * @param declared producers that are never forgotten
 */
public record DayLanding(PeriodRule rule, PathSlots slots, Set<String> declared)
    implements LandingStateRule {
  /** Producers that were learnt from paths and are remembered: roots are written every minute. */
  private static final int LEARNT_MOST = 500;

  /** Copies the set. */
  public DayLanding {
    declared = Set.copyOf(declared);
  }

  @Override
  public String after(String state, List<LedgerEntry> entries, long sequence) {
    DayBook before = DayBook.read(state, rule);
    SortedMap<String, DayRecord> records = new TreeMap<>(before.records());
    SortedMap<String, Long> producers = new TreeMap<>(before.producers());
    for (LedgerEntry entry : entries) {
      if (entry.status() == FileStatus.INGESTED) {
        report(producers, entry);
        touch(records, entry, sequence);
      }
    }
    forget(producers);
    DayBook after = new DayBook(rule, before.first(), before.since(), records, producers);
    if (!records.isEmpty()) {
      after = after.startingAt(records.firstKey(), entries.get(0).committed());
    }
    return after.equals(before) ? state : after.into(state);
  }

  private void report(Map<String, Long> producers, LedgerEntry entry) {
    if (entry.producer().isEmpty()) {
      return;
    }
    PathParts parts = slots.parts(entry.file().location());
    long reached = entry.maxEventMicros().orElse(Long.MIN_VALUE);
    Optional<PathSlots.Slot> slot = slots.slot(parts);
    if (slot.isPresent()) {
      reached = Math.max(reached, micros(slot.get().start()));
    }
    if (reached != Long.MIN_VALUE) {
      producers.merge(entry.producer().get(), reached, Math::max);
    }
  }

  private void touch(SortedMap<String, DayRecord> records, LedgerEntry entry, long sequence) {
    if (entry.rowsWritten() == 0) {
      return;
    }
    Optional<PathSlots.Slot> slot = slots.slot(slots.parts(entry.file().location()));
    Optional<Instant> lowest =
        entry.minEventMicros().map(DayLanding::instant).or(() -> slot.map(PathSlots.Slot::start));
    Optional<Instant> highest =
        entry
            .maxEventMicros()
            .map(DayLanding::instant)
            .or(() -> slot.map(s -> s.end().minusNanos(1)));
    if (lowest.isEmpty() || highest.isEmpty()) {
      return;
    }
    String from = rule.containing(lowest.get()).name();
    String to = rule.containing(highest.get()).name();
    records.subMap(from, to).replaceAll((name, record) -> record.perhapsTouchedBy(sequence));
    records.merge(from, DayRecord.NEW, (old, fresh) -> old);
    records.merge(to, DayRecord.NEW, (old, fresh) -> old);
    records.computeIfPresent(from, (name, record) -> record.touchedBy(sequence));
    records.computeIfPresent(to, (name, record) -> record.touchedBy(sequence));
  }

  /** Of too many learnt ones, those that were heard of longest ago go. */
  private void forget(SortedMap<String, Long> producers) {
    List<String> learnt =
        new ArrayList<>(producers.keySet().stream().filter(p -> !declared.contains(p)).toList());
    if (learnt.size() > LEARNT_MOST) {
      learnt.sort(Comparator.comparing(producers::get));
      learnt.subList(0, learnt.size() - LEARNT_MOST).forEach(producers::remove);
    }
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
