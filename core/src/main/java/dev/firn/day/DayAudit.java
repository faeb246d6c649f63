package dev.firn.day;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.ledger.DedupeRule;
import dev.firn.ledger.FileKey;
import dev.firn.ledger.Known;
import dev.firn.ledger.LedgerEntry;
import dev.firn.ledger.LedgerIndex;
import dev.firn.ledger.LedgerRoot;
import dev.firn.ledger.OnOverwrite;
import dev.firn.ledger.Verdict;
import dev.firn.source.FileIdentity;
import dev.firn.source.PathParts;
import dev.firn.source.SourceStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out whether everything of a day is in: lists the source files whose paths name the day,
 * with some hours before and after, and looks each of them up in the ledger.
 *
 * <p>Where the pattern names no day, every source file counts. Costs a listing of the day's
 * prefixes and look-ups of its files. One thread.
 */
public final class DayAudit {
  /** Keys looked up at once. */
  private static final int KEYS_PER_LOOKUP = 10_000;

  private final SourceStore store;
  private final LedgerIndex index;
  private final Rules rules;

  /**
   * What counts.
   *
   * @param slots what paths say
   * @param slack how much before and after a day's slots counts too
   * @param onOverwrite what becomes of another version of a file
   * @param producers those that must have reported past the day's end
   */
  public record Rules(
      PathSlots slots, Duration slack, OnOverwrite onOverwrite, Set<String> producers) {
    /** Copies the set. */
    public Rules {
      producers = Set.copyOf(producers);
    }
  }

  /** An audit of one source against one ledger. */
  public DayAudit(SourceStore store, LedgerIndex index, Rules rules) {
    this.store = store;
    this.index = index;
    this.rules = rules;
  }

  /**
   * What a day lacks now.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if listing or ledger can't be read
   */
  public DayGaps gaps(DayPeriod period, DayBook book, Optional<LedgerRoot> head) {
    return gaps(period, book, head, list(period));
  }

  DayGaps gaps(DayPeriod period, DayBook book, Optional<LedgerRoot> head, DayFiles files) {
    List<DayGaps.MissingFile> missing = new ArrayList<>();
    List<FileIdentity> unread = new ArrayList<>();
    Map<FileIdentity, Optional<LocalDate>> days = files.days();
    List<FileIdentity> all = new ArrayList<>(days.keySet());
    long count = 0;
    for (int from = 0; from < all.size(); from += KEYS_PER_LOOKUP) {
      List<FileIdentity> some = all.subList(from, Math.min(all.size(), from + KEYS_PER_LOOKUP));
      List<FileKey> keys =
          some.stream()
              .map(file -> new FileKey(file.location(), days.getOrDefault(file, Optional.empty())))
              .toList();
      Map<String, List<Known>> known = head.map(root -> index.lookup(root, keys)).orElse(Map.of());
      for (FileIdentity file : some) {
        Verdict verdict =
            DedupeRule.decide(
                file, known.getOrDefault(file.location(), List.of()), rules.onOverwrite);
        Optional<String> why = whyMissing(verdict);
        if (why.isPresent() && verdict != Verdict.WITHDRAWN) {
          unread.add(file);
        }
        if (why.isPresent() && count++ < DayGaps.NAMED_MOST) {
          missing.add(new DayGaps.MissingFile(file.location(), why.get()));
        }
      }
    }
    Set<String> learnt = new TreeSet<>(book.producers().keySet());
    learnt.removeAll(rules.producers);
    return new DayGaps(
        all.size(),
        count,
        missing,
        unread,
        silent(rules.producers, period, book),
        silent(learnt, period, book));
  }

  /**
   * What was put aside of a day's source files: whole files, and rows of files that were ingested.
   *
   * @throws FirnException {@link ErrorCode#STORAGE} if listing or ledger can't be read
   */
  public DayRejects rejects(DayPeriod period, Optional<LedgerRoot> head) {
    if (head.isEmpty()) {
      return DayRejects.NONE;
    }
    List<FileKey> keys = new ArrayList<>();
    list(period).days().forEach((file, day) -> keys.add(new FileKey(file.location(), day)));
    DayRejects rejects = DayRejects.NONE;
    for (int from = 0; from < keys.size(); from += KEYS_PER_LOOKUP) {
      List<FileKey> some = keys.subList(from, Math.min(keys.size(), from + KEYS_PER_LOOKUP));
      for (List<LedgerEntry> versions : index.entries(head.get(), some).values()) {
        rejects = rejects.plus(versions);
      }
    }
    return rejects;
  }

  private static Optional<String> whyMissing(Verdict verdict) {
    return switch (verdict) {
      case ALREADY_INGESTED, ALREADY_REJECTED -> Optional.empty();
      case NEW -> Optional.of("not in the ledger yet");
      case OVERWRITE_INGEST, OVERWRITE_REJECT ->
          Optional.of("replaced after it was ingested; the new version is not in the ledger yet");
      case WITHDRAWN -> Optional.of("withdrawn by a rollback; firn replay brings it back");
    };
  }

  private static List<DayGaps.SilentProducer> silent(
      Set<String> names, DayPeriod period, DayBook book) {
    List<DayGaps.SilentProducer> silent = new ArrayList<>();
    for (String name : new TreeSet<>(names)) {
      Optional<Instant> reached =
          Optional.ofNullable(book.producers().get(name))
              .map(micros -> Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
      if (reached.isEmpty() || reached.get().isBefore(period.end())) {
        silent.add(new DayGaps.SilentProducer(name, reached));
      }
    }
    return silent;
  }

  /** Lists the files that a day may have rows in. */
  DayFiles list(DayPeriod period) {
    Map<FileIdentity, PathParts> strict = new HashMap<>();
    Map<FileIdentity, PathParts> after = new HashMap<>();
    Instant from = period.start().minus(rules.slack);
    Instant to = period.end().plus(rules.slack);
    for (String prefix : prefixes(from, to)) {
      try {
        store.listSources(
            rules.slots.folder(),
            rules.slots.pattern(),
            prefix,
            (file, parts) -> {
              Optional<PathSlots.Slot> slot = rules.slots.slot(parts);
              if (slot.isPresent() && !slot.get().meets(from, to)) {
                return;
              }
              boolean over = slot.isPresent() && !slot.get().end().isAfter(period.end());
              (over ? strict : after).put(file, parts);
            });
      } catch (IOException e) {
        throw new FirnException(
            ErrorCode.STORAGE,
            "can't list the source files of "
                + period.name()
                + " below "
                + rules.slots.folder()
                + "/"
                + prefix
                + ": "
                + e.getMessage()
                + "; the day waits",
            e);
      }
    }
    return new DayFiles(strict, after);
  }

  private Set<String> prefixes(Instant from, Instant to) {
    Set<String> prefixes = new TreeSet<>();
    LocalDate last = to.minusNanos(1).atZone(rules.slots.zone()).toLocalDate();
    for (LocalDate day = from.atZone(rules.slots.zone()).toLocalDate();
        !day.isAfter(last);
        day = day.plusDays(1)) {
      prefixes.add(rules.slots.pattern().dayPrefix(day).orElse(""));
    }
    return prefixes.contains("") ? Set.of("") : prefixes;
  }
}
