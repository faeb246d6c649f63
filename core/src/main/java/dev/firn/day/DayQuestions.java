package dev.firn.day;

import dev.firn.commit.StateEdit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is asked of a day's record. Pure. */
public final class DayQuestions {
  private DayQuestions() {}

  /** Somebody's word that a held day may go on; nothing if it is not held any more. */
  public static StateEdit release(PeriodRule rule, DayPeriod day) {
    return new DayMoves(rule).release(day);
  }

  /** Somebody's word that a held day may go on, or that a day is complete as it is. */
  public static StateEdit accept(PeriodRule rule, DayPeriod day) {
    return new DayMoves(rule).accept(day);
  }

  /** The newest revision that was announced; 0 for none. */
  public static int announced(DayRecord record) {
    int newest = record.revision().map(DayRevision::number).orElse(0);
    // An earlier revision may be gone with a rollback: then the tag before it was announced.
    return record.phase() == DayPhase.READY ? newest - 1 : newest;
  }

  /**
   * What a day waits for, one line each; empty if for nothing.
   *
   * @param now by the clock of whoever asks
   */
  public static List<String> reasons(
      DayPeriod day, DayRecord record, DayGaps gaps, DaySettings settings, Instant now) {
    List<String> reasons = new ArrayList<>();
    if (record.isHeld()) {
      record.hold().ifPresent(hold -> reasons.add(hold.line(day.name())));
    }
    switch (record.phase()) {
      case OPEN -> {
        Instant closes = day.end().plus(settings.lateness());
        if (now.isBefore(day.end())) {
          reasons.add("it is not over: it ends at " + day.end());
        } else if (now.isBefore(closes)) {
          reasons.add("late files are waited for until " + closes + " (day.lateness)");
        } else {
          reasons.add("it is due since " + closes + " and no running ingester has closed it yet");
        }
      }
      case CLOSING -> {
        if (record.accepted() && !record.isHeld()) {
          reasons.add("it was accepted; a running ingester compacts it next");
        } else if (record.gaveUp()) {
          reasons.add(
              "it was given up (day.give-up); firn accept-day "
                  + day.name()
                  + " makes it ready as it is");
        } else if (gaps.isComplete() && !record.isHeld()) {
          reasons.add("everything is in; a running ingester compacts it next");
        }
      }
      case COMPACTING -> {
        if (!record.isHeld()) {
          reasons.add("its files are being compacted");
        }
      }
      case READY ->
          reasons.add(
              "revision "
                  + record.revision().map(DayRevision::number).orElse(0)
                  + " is pinned and is being announced");
      case PUBLISHED -> {
        if (record.hasLateRows()) {
          reasons.add(
              "late rows came after revision "
                  + record.revision().map(DayRevision::number).orElse(0)
                  + "; they are gathered for the next one (day.gather)");
        }
      }
    }
    boolean announcedWhole = record.phase() == DayPhase.PUBLISHED && !record.hasLateRows();
    if (!announcedWhole && !gaps.isComplete()) {
      reasons.add(gaps.line());
    }
    return reasons;
  }
}
