package dev.firn.decode.typed;

import dev.firn.decode.RejectReason;

/** The first thing that is wrong with the row at hand. One thread. */
public final class RowFault {
  private boolean set;
  private RejectReason reason = RejectReason.TYPE_MISMATCH;
  private String path = "";
  private String expected = "";
  private String got = "";

  /** A row without a fault. */
  public RowFault() {}

  /** Begins a row. */
  public void clear() {
    set = false;
  }

  /** Notes a fault without a value to show, unless there is one already. */
  public void note(RejectReason why, String column, String wanted) {
    if (!set) {
      set = true;
      reason = why;
      path = column;
      expected = wanted;
      got = "";
    }
  }

  /** Notes a value that is at fault, unless there is one already. */
  void note(RejectReason why, String column, String wanted, String found) {
    if (!set) {
      note(why, column, wanted);
      got = ", got " + found;
    }
  }

  /** Whether there is a fault. */
  public boolean isSet() {
    return set;
  }

  /** Which kind of fault. */
  public RejectReason reason() {
    return reason;
  }

  /** One line for a person. */
  public String detail() {
    return "column '" + path + "': expected " + expected + got;
  }
}
