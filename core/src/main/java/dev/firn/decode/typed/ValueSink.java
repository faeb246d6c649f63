package dev.firn.decode.typed;

import dev.firn.batch.Column;
import dev.firn.decode.RejectReason;
import java.util.HexFormat;

/**
 * Puts single values of a file's column into a column of a batch. Every call appends one value;
 * what can't be taken leaves a null and a {@link RowFault}. Only the {@code put} methods that fit
 * the {@link SourceType} may be called. One thread.
 */
public abstract class ValueSink {
  private static final int MAX_SHOWN_BYTES = 40;

  private final Column column;
  private final Place place;

  /**
   * Where values go.
   *
   * @param path the column's full name, for messages
   * @param required whether null is a fault
   * @param expected what a value has to be, for messages
   * @param fault gets what is wrong
   */
  record Place(String path, boolean required, String expected, RowFault fault) {}

  ValueSink(Column column, Place place) {
    this.column = column;
    this.place = place;
  }

  /** Appends a null. */
  public final void putNull() {
    if (place.required) {
      place.fault.note(RejectReason.MISSING_REQUIRED, place.path, "a value in every row");
    }
    column.appendNull();
  }

  /** A boolean. */
  public void putBoolean(boolean value) {
    throw wrong("boolean");
  }

  /** A whole number: int, long, date, time, timestamp, unscaled decimal. */
  public void putLong(long value) {
    throw wrong("long");
  }

  /** A float. */
  public void putFloat(float value) {
    throw wrong("float");
  }

  /** A double. */
  public void putDouble(double value) {
    throw wrong("double");
  }

  /** Bytes of a string, binary, fixed, uuid, or of a decimal (big-endian two's complement). */
  public void putBytes(byte[] source, int from, int length) {
    throw wrong("bytes");
  }

  /** A value that does not fit: a null in its place, and the fault. */
  final void refuse(RejectReason reason, long value) {
    refuse(reason, String.valueOf(value));
  }

  /** Bytes that do not fit. */
  final void refuse(RejectReason reason, byte[] source, int from, int length) {
    String shown = HexFormat.of().formatHex(source, from, from + Math.min(length, MAX_SHOWN_BYTES));
    refuse(reason, length + " bytes " + shown + (length > MAX_SHOWN_BYTES ? "…" : ""));
  }

  private void refuse(RejectReason reason, String value) {
    place.fault.note(reason, place.path, place.expected, value);
    column.appendNull();
  }

  private IllegalStateException wrong(String what) {
    return new IllegalStateException(
        "column '" + place.path + "' gets a " + what + " from a file's type that has none");
  }
}
