package dev.firn.decode.format;

import dev.firn.batch.Batch;
import dev.firn.decode.DecodeCounts;
import dev.firn.decode.EventTimeWindow;
import dev.firn.decode.EventTimes;
import dev.firn.decode.Micros;
import dev.firn.decode.RejectReason;
import dev.firn.decode.RowPlaces;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Counts the rows of a file and checks their event times. One thread. */
public final class RowTally {
  private final EventTimeRule rule;
  private final EventTimeWindow accepted;
  private @Nullable Batch boundTo;
  private @Nullable EventTimes times;
  private @Nullable RowPlaces places;
  private long rowsIn;
  private long rowsRejected;
  private long minEventMicros = Long.MAX_VALUE;
  private long maxEventMicros = Long.MIN_VALUE;
  private RejectReason reason = RejectReason.EVENT_TIME;
  private String detail = "";

  /** For one file; asks the rule for the times that are accepted. */
  public RowTally(EventTimeRule rule) {
    this.rule = rule;
    this.accepted = rule.accepted().get();
  }

  /** Rows come from this batch from now on. */
  public void bind(Batch out) {
    if (boundTo != out) {
      boundTo = out;
      times = EventTimes.of(out, rule.column()).orElse(null);
    }
  }

  /**
   * Ends the batch's unfinished row if its event time is accepted, and counts it.
   *
   * @return false if it has to be rejected, see {@link #reason} and {@link #detail}
   */
  public boolean take(Batch out) {
    EventTimes checked = times;
    if (checked != null) {
      int row = out.rowCount();
      if (!checked.has(row)) {
        return refuse(RejectReason.MISSING_REQUIRED, "has no value");
      }
      long micros = checked.micros(row);
      if (!accepted.contains(micros)) {
        return refuse(RejectReason.EVENT_TIME, outside(micros));
      }
      minEventMicros = Math.min(minEventMicros, micros);
      maxEventMicros = Math.max(maxEventMicros, micros);
    }
    rowsIn++;
    out.endRow();
    return true;
  }

  /** Asks for the places of rows that are taken. */
  public void notePlaces(RowPlaces wanted) {
    places = wanted;
  }

  /**
   * Tells the place of the row that was just taken, if somebody has asked; see {@link RowPlaces}.
   */
  public void taken(long line, long byteOffset, byte[] raw, int from, int length) {
    if (places != null) {
      places.add(line, byteOffset, raw, from, length);
    }
  }

  /** Counts a row that is rejected. */
  public void reject() {
    rowsIn++;
    rowsRejected++;
  }

  /** Why {@link #take} refused a row. */
  public RejectReason reason() {
    return reason;
  }

  /** Why, for a person. */
  public String detail() {
    return detail;
  }

  /** Rows seen so far, rejected ones too. */
  public long rowsIn() {
    return rowsIn;
  }

  /** All counts. */
  public DecodeCounts counts(long bytesIn) {
    boolean timed = minEventMicros <= maxEventMicros;
    return new DecodeCounts(
        rowsIn,
        rowsRejected,
        bytesIn,
        timed ? OptionalLong.of(minEventMicros) : OptionalLong.empty(),
        timed ? OptionalLong.of(maxEventMicros) : OptionalLong.empty());
  }

  private boolean refuse(RejectReason why, String what) {
    reason = why;
    detail = "event-time column '" + rule.column().orElseThrow() + "' " + what;
    return false;
  }

  private String outside(long micros) {
    return "is "
        + Micros.format(micros)
        + ", accepted are "
        + Micros.format(accepted.minMicros())
        + " to "
        + Micros.format(accepted.maxMicros());
  }
}
