package dev.firn.pipeline;

import dev.firn.day.DayAudit;
import dev.firn.day.DayBook;
import dev.firn.day.DayContent;
import dev.firn.day.DayContents;
import dev.firn.day.DayGaps;
import dev.firn.day.DayHold;
import dev.firn.day.DayLedger;
import dev.firn.day.DayPeriod;
import dev.firn.day.DayPhase;
import dev.firn.day.DayQuestions;
import dev.firn.day.DayRecord;
import dev.firn.day.DayRejects;
import dev.firn.day.PeriodRule;
import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import dev.firn.pipeline.upkeep.Turns;
import dev.firn.publish.DayMarker;
import dev.firn.publish.DayTwins;
import dev.firn.publish.PublishFolder;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what people ask of days, and takes their word. One thread. */
public final class DayDesk {
  private static final Logger LOG = LoggerFactory.getLogger(DayDesk.class);

  private final OpenedTable table;
  private final Environment environment;
  private final PeriodRule rule;
  private final DayLedger ledger;
  private final PublishFolder folder;
  private final Clock clock;

  /**
   * A desk for a table's days.
   *
   * @throws FirnException {@link ErrorCode#CONFIG} if the pipeline has none
   */
  public DayDesk(OpenedTable table, Environment environment) {
    this.table = table;
    this.environment = environment;
    this.rule = DaySetup.rule(table.config());
    this.ledger = DaySetup.ledger(table, environment);
    this.folder = DaySetup.publishFolder(table);
    this.clock = environment.clock();
  }

  /** Why the pipeline has no days; empty if it has. */
  public static Optional<String> whyNone(PipelineConfig config) {
    return DaySetup.whyNone(config);
  }

  /**
   * A day in a list.
   *
   * @param day its name
   * @param phase the code of its phase; {@code gave-up} if waiting for it was given up
   * @param revision the newest revision, announced or not
   * @param rows rows of that revision
   * @param rowsExact whether {@code rows} is exact
   * @param files data files of that revision
   * @param snapshotId the snapshot of that revision
   * @param lateRows whether rows came after it
   * @param marker where {@code _SUCCESS} is or will be
   * @param heldBy the snapshot of another writer that holds it until somebody accepts it
   */
  public record Line(
      String day,
      String phase,
      Optional<Integer> revision,
      Optional<Long> rows,
      Optional<Boolean> rowsExact,
      Optional<Long> files,
      Optional<Long> snapshotId,
      boolean lateRows,
      String marker,
      Optional<Long> heldBy) {}

  /**
   * Why a day is not ready.
   *
   * @param line the day
   * @param start its first instant
   * @param end the first after it
   * @param ready whether a revision of it was announced
   * @param reasons one line each, what it waits for; empty if for nothing
   * @param gaps what it lacks
   * @param now what the table has of it
   * @param landed the part of it in landing files, which is not compacted yet
   * @param rejects what was put aside of its source files
   */
  public record Answer(
      Line line,
      Instant start,
      Instant end,
      boolean ready,
      List<String> reasons,
      DayGaps gaps,
      DayContent now,
      DayContent landed,
      DayRejects rejects) {}

  /** All days that the ledger knows, oldest first. */
  public List<Line> days() {
    List<Line> lines = new ArrayList<>();
    book().records().forEach((name, record) -> lines.add(line(name, record)));
    return lines;
  }

  /** A day of the ledger. */
  public Line day(String name) {
    return line(rule.parse(name).name(), book().get(name));
  }

  /** Whether a revision of a day, this one or a later one, was announced. */
  public boolean isReady(String name, int revision) {
    return DayQuestions.announced(book().get(rule.parse(name).name())) >= revision;
  }

  /**
   * Lists a day's files, looks them up, and says what the day waits for.
   *
   * @throws FirnException {@link ErrorCode#USAGE} if it is no day
   */
  public Answer why(String name) {
    DayPeriod day = rule.parse(name);
    DayLedger.View view = ledger.view();
    DayBook book = DayBook.of(view.head(), rule);
    DayRecord record = book.get(day.name());
    DayAudit audit = DaySetup.audit(table, environment);
    DayGaps gaps = audit.gaps(day, book, view.head());
    DayContents contents = DaySetup.contents(table);
    DayContent now = DayContent.EMPTY;
    DayContent landed = DayContent.EMPTY;
    if (view.metadata().currentSnapshot() != null) {
      long snapshotId = view.metadata().currentSnapshot().snapshotId();
      now = contents.count(view.metadata(), snapshotId, day);
      landed = contents.countLanded(view.metadata(), snapshotId, day);
    }
    return new Answer(
        line(day.name(), record),
        day.start(),
        day.end(),
        DayQuestions.announced(record) > 0,
        DayQuestions.reasons(day, record, gaps, DaySetup.settings(table.config()), clock.instant()),
        gaps,
        now,
        landed,
        audit.rejects(day, view.head()));
  }

  /**
   * Somebody's word that a held day may go on, or else that a day is complete as it is; the running
   * ingester then makes it ready.
   *
   * @throws FirnException {@link ErrorCode#USAGE} if it has not ended, or is ready
   */
  public Line accept(String name) throws InterruptedException {
    DayPeriod day = rule.parse(name);
    DayRecord record = book().get(day.name());
    if (record.isHeld()) {
      // Not accepted: if the snapshot is rolled back meanwhile, the day has still to be complete.
      ledger.edit(DayQuestions.release(rule, day));
      return day(day.name());
    }
    if (clock.instant().isBefore(day.end())) {
      throw new FirnException(
          ErrorCode.USAGE,
          "can't accept " + day.name() + ": it ends at " + day.end() + " only; ask again then");
    }
    if (record.phase() == DayPhase.READY
        || (record.phase() == DayPhase.PUBLISHED && !record.hasLateRows())) {
      throw new FirnException(
          ErrorCode.USAGE, "can't accept " + day.name() + ": it is ready already");
    }
    ledger.edit(DayQuestions.accept(rule, day));
    return day(day.name());
  }

  /**
   * Takes every day as far as it can come now: what a running ingester does all the time.
   *
   * @throws FirnException if the table can't be looked at
   */
  public void close() throws InterruptedException {
    try (DayTwins twins = DaySetup.twins(table)) {
      DaySetup.coordinator(
              table,
              environment,
              new DaySetup.Hands(
                  new Turns(() -> false),
                  new ReentrantLock(),
                  twins,
                  line -> LOG.error("ALERT: {}", line),
                  lost ->
                      LOG.warn(
                          "{} files of a day are there and not read, as {}; firn run reads them",
                          lost.size(),
                          lost.get(0))))
          .pass(() -> true);
    }
  }

  private DayBook book() {
    return DayBook.of(ledger.view().head(), rule);
  }

  private Line line(String name, DayRecord record) {
    boolean gaveUp = record.phase() == DayPhase.CLOSING && record.gaveUp() && !record.accepted();
    return new Line(
        name,
        gaveUp ? "gave-up" : record.phase().code(),
        record.revision().map(r -> r.number()),
        record.revision().map(r -> r.content().rows()),
        record.revision().map(r -> r.content().exact()),
        record.revision().map(r -> r.content().files()),
        record.revision().map(r -> r.snapshotId()),
        record.revision().isPresent() && record.hasLateRows(),
        folder.file(name, DayMarker.SUCCESS),
        record.hold().filter(hold -> !hold.released()).map(DayHold::snapshotId));
  }
}
