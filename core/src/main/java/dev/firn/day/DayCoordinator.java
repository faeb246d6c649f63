package dev.firn.day;

import dev.firn.day.DayLedger.View;
import dev.firn.day.DayMoves.Pinned;
import dev.firn.day.DayPublisher.ReadyDay;
import dev.firn.ledger.LedgerRoot;
import dev.firn.source.FileIdentity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes days from open to published, one step after the other.
 *
 * <p>Keeps nothing that can't be lost: what it remembers between passes (a listing, since when it
 * has waited) is made anew by the next process. Any number of coordinators per table; one thread
 * each.
 */
public final class DayCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(DayCoordinator.class);

  /** Steps of one day in one pass: rows that go on coming may not hold up the other days. */
  private static final int STEPS_MOST = 16;

  /** A file that a day waits for may also be taken away again. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  private final DayParts parts;
  private final DayMoves moves;
  private final DayCalendar calendar;
  private final ForeignWrites foreign;
  private final Clock clock;

  /** What was there when a day was closed, by day. */
  private final Map<String, DayFiles> closings = new HashMap<>();

  /** What nobody had read when it was last looked, by day. */
  private final Map<String, Set<FileIdentity>> unread = new HashMap<>();

  /** When it was last looked what a day lacks, by day. */
  private final Map<String, Waiting> waits = new HashMap<>();

  /** Since when late rows of a day are known here. */
  private final Map<String, Instant> lateSince = new HashMap<>();

  private final Set<String> mended = new HashSet<>();

  /** What was last said of a day, so that it is said once. */
  private final Map<String, String> said = new HashMap<>();

  /** A look at what a day lacks; listing and look-ups are not done again for nothing. */
  private record Waiting(Optional<LedgerRoot> head, Instant at) {
    boolean isAsBefore(View view, Instant now) {
      return head.map(LedgerRoot::location).equals(view.head().map(LedgerRoot::location))
          && now.isBefore(at.plus(LOOK_AGAIN))
          && !now.isBefore(at);
    }
  }

  /** Makes a day's files full-size. */
  @FunctionalInterface
  public interface DayCompaction {
    /**
     * Compacts a day whole, as the table is now.
     *
     * @return why something was left as it is; empty if everything is compacted
     * @throws dev.firn.error.FirnException if storage or catalog fails
     */
    List<String> compact(DayPeriod day) throws InterruptedException;
  }

  /**
   * What a coordinator works with.
   *
   * @param rule what a day is
   * @param settings how long to wait
   * @param ledger the table
   * @param audit finds what a day lacks
   * @param contents counts what a snapshot has of a day
   * @param compaction makes files full-size
   * @param publisher tells the world
   * @param recall has source files read of which no notice came
   */
  public record DayParts(
      PeriodRule rule,
      DaySettings settings,
      DayLedger ledger,
      DayAudit audit,
      DayContents contents,
      DayCompaction compaction,
      DayPublisher publisher,
      Consumer<List<String>> recall) {}

  /**
   * A coordinator.
   *
   * @param clock says how long something has been waited for, and nothing else
   */
  public DayCoordinator(DayParts parts, Clock clock) {
    this.parts = parts;
    this.moves = new DayMoves(parts.rule);
    this.calendar = new DayCalendar(parts.rule, parts.settings);
    this.foreign = new ForeignWrites(parts.rule, parts.contents);
    this.clock = clock;
  }

  /**
   * Takes each day as far as it can come now.
   *
   * <p>A day that fails does not hold up the others: it is tried again by the next pass.
   *
   * @param goOn asked between steps; false: return soon
   * @throws dev.firn.error.FirnException if the table itself can't be looked at
   * @throws CancellationException if a compaction was told to end
   */
  public void pass(BooleanSupplier goOn) throws InterruptedException {
    holdForeign(parts.ledger.view());
    DayBook book = book(parts.ledger.view());
    mend(book);
    for (DayPeriod day : calendar.due(book, clock.instant())) {
      try {
        for (int i = 0; i < STEPS_MOST && goOn.getAsBoolean() && step(day); i++) {
          LOG.debug("{}: another step", day.name());
        }
      } catch (CancellationException e) {
        throw e;
      } catch (RuntimeException e) {
        sayOnce(day, "has to wait: " + e.getMessage());
        LOG.debug("{}", day.name(), e);
      }
    }
  }

  /** Holds the days on which other writers did not see landed rows; whether there is one more. */
  private boolean holdForeign(View view) throws InterruptedException {
    Map<String, DayHold> holds = foreign.find(view.metadata(), book(view));
    if (holds.isEmpty() || parts.ledger.edit(moves.hold(holds)).isEmpty()) {
      return false;
    }
    holds.forEach(
        (day, hold) ->
            parts.publisher.alert("day " + day + " is held: " + hold.line(day), List.of()));
    return true;
  }

  private DayBook book(View view) {
    return DayBook.of(view.head(), parts.rule);
  }

  /** One step; whether another one may be possible at once. */
  private boolean step(DayPeriod day) throws InterruptedException {
    View view = parts.ledger.view();
    DayRecord record = book(view).get(day.name());
    if (record.isHeld() && record.phase() != DayPhase.OPEN && record.phase() != DayPhase.READY) {
      return parts.ledger.edit(moves.unhold(day)).isPresent();
    }
    return switch (record.phase()) {
      case OPEN -> parts.ledger.edit(moves.close(day, clock.instant())).isPresent();
      case CLOSING -> closing(day, record, view);
      case COMPACTING -> compacting(day, record);
      case READY -> publish(day, record);
      case PUBLISHED -> reopen(day, record);
    };
  }

  private boolean closing(DayPeriod day, DayRecord record, View view) throws InterruptedException {
    if (record.accepted()) {
      return parts.ledger.edit(moves.compact(day)).isPresent();
    }
    if (record.gaveUp()) {
      return false;
    }
    Waiting waiting = waits.get(day.name());
    if (waiting != null && waiting.isAsBefore(view, clock.instant())) {
      return false;
    }
    DayFiles now = parts.audit.list(day);
    DayFiles files = closings.merge(day.name(), now, (earlier, later) -> earlier.renewedBy(later));
    DayGaps gaps = parts.audit.gaps(day, book(view), view.head(), files);
    if (gaps.isComplete()) {
      if (!gaps.learntSilent().isEmpty()) {
        sayOnce(
            day,
            "is complete, though "
                + gaps.learntSilent().size()
                + " of the producers that are not declared were not heard of after its end, as "
                + gaps.learntSilent().get(0).name());
      }
      return parts.ledger.edit(moves.compact(day)).isPresent();
    }
    recall(day, gaps);
    if (clock.instant().isBefore(parts.settings.deadline(day, record))) {
      sayOnce(day, "waits: " + gaps.line());
      waits.put(day.name(), new Waiting(view.head(), clock.instant()));
      return false;
    }
    parts.publisher.incomplete(day, gaps);
    if (parts.ledger.edit(moves.giveUp(day)).isPresent()) {
      parts.publisher.alert(
          "day "
              + day.name()
              + " is not complete and is given up: "
              + gaps.line()
              + "; firn accept-day "
              + day.name()
              + " makes it ready as it is",
          gaps.missing().stream().map(DayGaps.MissingFile::location).toList());
    }
    return false;
  }

  /**
   * Has files read that were there, as they are, when it was last looked: their notices are lost,
   * or come twice, which does no harm. A file that is seen first may still be on its way.
   */
  private void recall(DayPeriod day, DayGaps gaps) {
    Set<FileIdentity> now = new HashSet<>(gaps.unread());
    Set<FileIdentity> before = unread.put(day.name(), now);
    if (before == null) {
      return;
    }
    List<String> lost =
        gaps.unread().stream().filter(before::contains).map(FileIdentity::location).toList();
    if (!lost.isEmpty()) {
      LOG.info("day {}: {} files are read without a notice of theirs", day.name(), lost.size());
      parts.recall.accept(lost);
    }
  }

  private boolean compacting(DayPeriod day, DayRecord before) throws InterruptedException {
    List<String> left = parts.compaction.compact(day);
    if (!left.isEmpty()) {
      sayOnce(day, "waits for its compaction: " + left.get(0));
      return false;
    }
    if (!before.accepted()) {
      DayFiles again = parts.audit.list(day);
      View view = parts.ledger.view();
      DayGaps gaps =
          parts.audit.gaps(day, book(view), view.head(), new DayFiles(again.strict(), Map.of()));
      if (!gaps.isComplete()) {
        closings.put(day.name(), again);
        sayOnce(day, "has got new files while it was compacted: " + gaps.line());
        parts.ledger.edit(moves.closeAgain(day));
        return false;
      }
    }
    // Loaded after the listing was found settled: what it found is in this snapshot.
    View pin = parts.ledger.view();
    DayRecord now = book(pin).get(day.name());
    if (holdForeign(pin)) {
      return true;
    }
    if (now.phase() != DayPhase.COMPACTING || now.lastTouch() > before.lastTouch()) {
      return true;
    }
    long snapshotId = pin.metadata().currentSnapshot().snapshotId();
    Pinned pinned =
        new Pinned(
            snapshotId,
            pin.head().map(LedgerRoot::sequence).orElse(0L),
            before.lastTouch(),
            parts.contents.count(pin.metadata(), snapshotId, day));
    parts.publisher.prepare(day, snapshotId);
    parts.ledger.edit(moves.ready(day, pinned, parts.settings.keepTags()));
    closings.remove(day.name());
    unread.remove(day.name());
    return true;
  }

  private boolean publish(DayPeriod day, DayRecord record) throws InterruptedException {
    DayRevision revision = record.revision().orElseThrow();
    parts.publisher.publish(new ReadyDay(day, revision));
    parts.ledger.edit(moves.published(day, revision.number()));
    said.remove(day.name());
    LOG.info(
        "day {} is ready: revision {}, {} rows in {} files, snapshot {}",
        day.name(),
        revision.number(),
        revision.content().rows(),
        revision.content().files(),
        revision.snapshotId());
    // Somebody may have been faster, with a later revision, which this one's marker replaced.
    DayRecord now = book(parts.ledger.view()).get(day.name());
    if (now.phase() != DayPhase.READY) {
      now.revision().ifPresent(newest -> parts.publisher.mend(new ReadyDay(day, newest)));
    }
    return true;
  }

  private boolean reopen(DayPeriod day, DayRecord record) throws InterruptedException {
    if (!record.hasLateRows()) {
      lateSince.remove(day.name());
      return false;
    }
    Instant now = clock.instant();
    Instant since = lateSince.computeIfAbsent(day.name(), name -> now);
    if (now.isBefore(since.plus(parts.settings.gather()))) {
      return false;
    }
    lateSince.remove(day.name());
    closings.remove(day.name());
    return parts.ledger.edit(moves.reopen(day, now)).isPresent();
  }

  /** Looks once at each day that was published before, whether its marker is the newest one. */
  private void mend(DayBook book) {
    book.records()
        .forEach(
            (name, record) -> {
              if (record.phase() == DayPhase.PUBLISHED && mended.add(name)) {
                record
                    .revision()
                    .ifPresent(
                        revision ->
                            parts.publisher.mend(new ReadyDay(parts.rule.parse(name), revision)));
              }
            });
  }

  private void sayOnce(DayPeriod day, String line) {
    if (!line.equals(said.put(day.name(), line))) {
      LOG.warn("day {} {}", day.name(), line);
    }
  }
}
