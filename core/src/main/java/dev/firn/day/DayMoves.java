package dev.firn.day;

import dev.firn.commit.SnapshotTag;
import dev.firn.commit.StateEdit;
import dev.firn.commit.StateEdit.Edited;
import dev.firn.ledger.LedgerRoot;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.util.SnapshotUtil;

/**
 * The steps of a day as changes of the book: pure, and each only from where it may be made, so that
 * of several coordinators the first one's counts.
 */
final class DayMoves {
  private final PeriodRule rule;

  DayMoves(PeriodRule rule) {
    this.rule = rule;
  }

  /** A snapshot that is to become a revision. */
  record Pinned(long snapshotId, long sequence, long lastTouch, DayContent content) {}

  /** The day has ended: from now on it is found out whether everything is in. */
  StateEdit close(DayPeriod day, Instant now) {
    return move(day, DayPhase.OPEN, record -> record.closed(now));
  }

  /** Late rows are there, after a revision. */
  StateEdit reopen(DayPeriod day, Instant now) {
    return move(
        day, DayPhase.PUBLISHED, record -> record.hasLateRows() ? record.closed(now) : record);
  }

  /** Everything is in, or somebody said so. */
  StateEdit compact(DayPeriod day) {
    return move(
        day,
        DayPhase.CLOSING,
        record -> record.isHeld() ? record : record.with(DayPhase.COMPACTING));
  }

  /** A second look found that something is missing. */
  StateEdit closeAgain(DayPeriod day) {
    return move(day, DayPhase.COMPACTING, record -> record.with(DayPhase.CLOSING));
  }

  /** It is not complete, and no more is to be waited. */
  StateEdit giveUp(DayPeriod day) {
    return move(day, DayPhase.CLOSING, record -> record.accepted() ? record : record.givenUp());
  }

  /**
   * Somebody says that it is right as it is: that it may go on, if it is held; else that it is
   * complete.
   */
  StateEdit accept(DayPeriod day) {
    return edit(
        day,
        record ->
            record.isHeld()
                ? record.heldBy(record.hold().map(DayHold::release))
                : record.acceptedAsItIs());
  }

  /** Somebody says that a held day may go on; nothing if it is not held any more. */
  StateEdit release(DayPeriod day) {
    return edit(
        day,
        record -> record.isHeld() ? record.heldBy(record.hold().map(DayHold::release)) : record);
  }

  /** Other writers' snapshots did not see landed rows of days. */
  StateEdit hold(Map<String, DayHold> holds) {
    return (metadata, head) -> {
      DayBook before = DayBook.of(head, rule);
      DayBook after = before;
      for (Map.Entry<String, DayHold> each : holds.entrySet()) {
        DayRecord record = after.get(each.getKey());
        boolean known =
            record.hold().filter(by -> by.sequence() >= each.getValue().sequence()).isPresent();
        if (!known && head.isPresent()) {
          after = after.with(each.getKey(), record.heldBy(Optional.of(each.getValue())));
        }
      }
      return after.equals(before)
          ? Optional.empty()
          : Optional.of(
              new Edited(
                  after.into(head.map(LedgerRoot::state).orElse(LedgerRoot.NO_STATE)),
                  Optional.empty()));
    };
  }

  /** The snapshot that held a day was rolled back. */
  StateEdit unhold(DayPeriod day) {
    return edit(
        day,
        (metadata, record) ->
            record
                    .hold()
                    .filter(by -> !by.released() && ForeignWrites.isRolledBack(metadata, by))
                    .isPresent()
                ? record.heldBy(Optional.empty())
                : record);
  }

  /** The revision has been announced. */
  StateEdit published(DayPeriod day, int revision) {
    return move(
        day,
        DayPhase.READY,
        record ->
            record.revision().filter(r -> r.number() == revision).isPresent()
                ? record.with(DayPhase.PUBLISHED)
                : record);
  }

  /**
   * The day is ready on a snapshot, which gets its tag in the same commit.
   *
   * <p>Nothing happens if rows of the day came since it was pinned, or if it is not in the table's
   * history any more. If rows only might have come since the last revision, and there are as many
   * as before, there is no new one.
   */
  StateEdit ready(DayPeriod day, Pinned pinned, Duration keepTag) {
    return (metadata, head) -> {
      DayBook book = DayBook.of(head, rule);
      DayRecord record = book.get(day.name());
      if (record.phase() != DayPhase.COMPACTING
          || record.isHeld()
          || record.lastTouch() > pinned.lastTouch()
          || !isInHistory(metadata, pinned.snapshotId())) {
        return Optional.empty();
      }
      if (isSameAsBefore(record, pinned)) {
        return edited(book, day, record.unchanged(pinned.sequence()), head, Optional.empty());
      }
      int tagged = DayTags.highest(metadata.refs().keySet(), day.name());
      int number = Math.max(tagged, record.revision().map(DayRevision::number).orElse(0)) + 1;
      DayRevision revision = new DayRevision(number, pinned.snapshotId(), pinned.content());
      SnapshotTag tag =
          new SnapshotTag(DayTags.name(day.name(), number), pinned.snapshotId(), keepTag);
      return edited(book, day, record.ready(revision, pinned.sequence()), head, Optional.of(tag));
    };
  }

  private static boolean isSameAsBefore(DayRecord record, Pinned pinned) {
    return record.touched() <= record.checked()
        && !record.gaveUp()
        && record.revision().isPresent()
        && pinned.content().exact()
        && record.revision().get().content().exact()
        && record.revision().get().content().rows() == pinned.content().rows();
  }

  private static boolean isInHistory(TableMetadata metadata, long snapshotId) {
    return metadata.currentSnapshot() != null
        && metadata.snapshot(snapshotId) != null
        && SnapshotUtil.isAncestorOf(
            metadata.currentSnapshot().snapshotId(), snapshotId, metadata::snapshot);
  }

  private StateEdit move(DayPeriod day, DayPhase from, UnaryOperator<DayRecord> change) {
    return edit(day, record -> record.phase() == from ? change.apply(record) : record);
  }

  private StateEdit edit(DayPeriod day, UnaryOperator<DayRecord> change) {
    return edit(day, (metadata, record) -> change.apply(record));
  }

  private StateEdit edit(DayPeriod day, BiFunction<TableMetadata, DayRecord, DayRecord> change) {
    return (metadata, head) -> {
      DayBook book = DayBook.of(head, rule);
      DayRecord before = book.get(day.name());
      DayRecord after = change.apply(metadata, before);
      return after.equals(before)
          ? Optional.empty()
          : edited(book, day, after, head, Optional.empty());
    };
  }

  private static Optional<Edited> edited(
      DayBook book,
      DayPeriod day,
      DayRecord record,
      Optional<LedgerRoot> head,
      Optional<SnapshotTag> tag) {
    String state = head.map(LedgerRoot::state).orElse(LedgerRoot.NO_STATE);
    return Optional.of(new Edited(book.with(day.name(), record).into(state), tag));
  }
}
