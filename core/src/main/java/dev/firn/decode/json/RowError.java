package dev.firn.decode.json;

import dev.firn.decode.NumberText;
import dev.firn.decode.RejectReason;
import org.jspecify.annotations.Nullable;

/** What is wrong with the row at hand; filled without an allocation, read when it is rejected. */
final class RowError {
  /** What every reading method returns in the place of a position when it has failed. */
  static final int FAILED = -1;

  private RejectReason reason = RejectReason.MALFORMED;
  private int position;
  private String expected = "";
  private @Nullable String column;

  /** Notes a failure; returns {@link #FAILED}. */
  int fail(RejectReason why, int at, String wanted) {
    reason = why;
    position = at;
    expected = wanted;
    column = null;
    return FAILED;
  }

  /** Notes the failure of a column's value; returns {@link #FAILED}. */
  int fail(RejectReason why, int at, String wanted, String path) {
    fail(why, at, wanted);
    column = path;
    return FAILED;
  }

  /** Notes that a number is none; returns {@link #FAILED}. */
  int failNumber(NumberText number) {
    return fail(RejectReason.MALFORMED, number.failedAt(), number.expected());
  }

  RejectReason reason() {
    return reason;
  }

  /** Where in the buffer. */
  int position() {
    return position;
  }

  String expected() {
    return expected;
  }

  /** Full name of the column, if the failure is one of a column's value. */
  @Nullable String column() {
    return column;
  }

  /** Whether a value that is JSON does not fit its column. */
  boolean isMisfit() {
    return reason == RejectReason.TYPE_MISMATCH || reason == RejectReason.OUT_OF_RANGE;
  }

  /** Whether the row is no JSON text at all, whatever its columns. */
  boolean isSyntax() {
    switch (reason) {
      case MALFORMED, INVALID_UTF8, TOO_DEEP:
        return true;
      default:
        return false;
    }
  }
}
