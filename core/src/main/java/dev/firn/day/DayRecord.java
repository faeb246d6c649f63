package dev.firn.day;

import java.time.Instant;
import java.util.Optional;

/**
 * What the ledger says of one day.
 *
 * @param phase how far it has come
 * @param touched sequence of the last root that added rows of the day; 0 for none
 * @param perhaps the same for rows that may or may not have been of the day
 * @param checked sequence of the root up to which the newest revision holds the day's rows
 * @param revision the newest revision, if there was one
 * @param closedAt when it was closed, while it is not ready; for how long to wait, only
 * @param gaveUp whether waiting for it was given up
 * @param accepted whether somebody said that it is complete as it is
 * @param hold the newest snapshot of another writer that did not see landed rows of it
 */
public record DayRecord(
    DayPhase phase,
    long touched,
    long perhaps,
    long checked,
    Optional<DayRevision> revision,
    Optional<Instant> closedAt,
    boolean gaveUp,
    boolean accepted,
    Optional<DayHold> hold) {
  /** A day of which nothing is known. */
  public static final DayRecord NEW =
      new DayRecord(
          DayPhase.OPEN,
          0,
          0,
          0,
          Optional.empty(),
          Optional.empty(),
          false,
          false,
          Optional.empty());

  /** Sequence of the last root that may have added rows of the day. */
  public long lastTouch() {
    return Math.max(touched, perhaps);
  }

  /** Whether rows came after the newest revision was pinned. */
  public boolean hasLateRows() {
    return lastTouch() > checked;
  }

  /** Whether the coordinator has nothing to do with it before rows come or somebody speaks. */
  public boolean isSettled() {
    return (phase == DayPhase.PUBLISHED && !hasLateRows())
        || (phase == DayPhase.CLOSING && gaveUp && !accepted);
  }

  /** Whether it waits for somebody's word on another writer's snapshot. */
  public boolean isHeld() {
    return hold.filter(by -> !by.released()).isPresent();
  }

  DayRecord heldBy(Optional<DayHold> by) {
    return new DayRecord(
        phase, touched, perhaps, checked, revision, closedAt, gaveUp, accepted, by);
  }

  DayRecord with(DayPhase newPhase) {
    return new DayRecord(
        newPhase, touched, perhaps, checked, revision, closedAt, gaveUp, accepted, hold);
  }

  DayRecord touchedBy(long sequence) {
    return new DayRecord(
        phase, sequence, perhaps, checked, revision, closedAt, gaveUp, accepted, hold);
  }

  DayRecord perhapsTouchedBy(long sequence) {
    return new DayRecord(
        phase, touched, sequence, checked, revision, closedAt, gaveUp, accepted, hold);
  }

  DayRecord closed(Instant now) {
    return new DayRecord(
        DayPhase.CLOSING,
        touched,
        perhaps,
        checked,
        revision,
        Optional.of(now),
        false,
        accepted,
        hold);
  }

  DayRecord givenUp() {
    return new DayRecord(
        phase, touched, perhaps, checked, revision, closedAt, true, accepted, hold);
  }

  DayRecord acceptedAsItIs() {
    return new DayRecord(phase, touched, perhaps, checked, revision, closedAt, gaveUp, true, hold);
  }

  DayRecord ready(DayRevision pinned, long upTo) {
    return new DayRecord(
        DayPhase.READY,
        touched,
        perhaps,
        upTo,
        Optional.of(pinned),
        Optional.empty(),
        gaveUp,
        accepted,
        hold);
  }

  DayRecord unchanged(long upTo) {
    return new DayRecord(
        DayPhase.PUBLISHED,
        touched,
        perhaps,
        upTo,
        revision,
        Optional.empty(),
        gaveUp,
        accepted,
        hold);
  }
}
