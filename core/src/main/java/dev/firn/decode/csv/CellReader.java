package dev.firn.decode.csv;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.decode.BinaryText;
import dev.firn.decode.IsoTimes;
import dev.firn.decode.NumberText;
import dev.firn.decode.RejectReason;
import dev.firn.decode.TimestampText;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * Reads the text of a field into a column. One thread.
 *
 * <p>No position is checked against the end of the array: behind a field stands a byte that no
 * number has in it, and some more can be read.
 */
final class CellReader {
  /** A field without quotes. */
  static final byte PLAIN = 0;

  /** A field with quotes around. */
  static final byte QUOTED = 1;

  /** A field with quotes around, and doubled ones inside. */
  static final byte DOUBLED = 2;

  /** Digits that a long holds whatever they are. */
  private static final int SAFE_DIGITS = 18;

  private static final int SLACK_BYTES = 64;

  private final byte quote;
  private final byte[] nullText;
  private final NumberText numbers = new NumberText();
  private final IsoTimes times = new IsoTimes();
  private final BinaryText binary = new BinaryText();
  private final TimestampText timestamps;
  private byte[] scratch = new byte[256];
  private RejectReason reason = RejectReason.TYPE_MISMATCH;

  CellReader(CsvDialect dialect, ZoneId zone) {
    this.quote = dialect.quote();
    this.nullText = dialect.nullBytes();
    this.timestamps = new TimestampText(zone);
  }

  /** Why the last field could not be read. */
  RejectReason reason() {
    return reason;
  }

  /**
   * Appends the value of the field {@code [from, end)} to its column.
   *
   * @param form {@link #PLAIN}, {@link #QUOTED} or {@link #DOUBLED}
   * @return false if there is none, see {@link #reason}
   */
  boolean read(Cell cell, byte[] b, int from, int end, byte form) {
    if (end - from == nullText.length
        && (form == PLAIN || !cell.takesEmptyText())
        && Arrays.equals(b, from, end, nullText, 0, nullText.length)) {
      if (cell.required) {
        return fail(RejectReason.MISSING_REQUIRED);
      }
      cell.column.appendNull();
      return true;
    }
    if (form == DOUBLED) {
      int length = undouble(b, from, end);
      return convert(cell, scratch, 0, length);
    }
    return convert(cell, b, from, end);
  }

  /** Copies a field with single quotes in the place of doubled ones; returns its length. */
  private int undouble(byte[] b, int from, int end) {
    if (scratch.length < end - from + SLACK_BYTES) {
      scratch = new byte[(end - from) * 2 + SLACK_BYTES];
    }
    int out = 0;
    for (int p = from; p < end; p++) {
      byte c = b[p];
      scratch[out++] = c;
      if (c == quote) {
        p++;
      }
    }
    scratch[out] = quote;
    return out;
  }

  private boolean convert(Cell cell, byte[] b, int from, int end) {
    switch (cell.kind) {
      case STRING:
        ((BytesColumn) cell.column).append(b, from, end - from);
        return true;
      case INT, LONG:
        return integer(cell, b, from, end);
      case FLOAT, DOUBLE, DECIMAL, WIDE_DECIMAL, EPOCH:
        return number(cell, b, from, end);
      case BOOLEAN:
        return bool(cell, b, from, end);
      case TIMESTAMP:
        if (!timestamps.iso(b, from, end, cell.zoned, cell.unitDigits)) {
          return fail(RejectReason.TYPE_MISMATCH);
        }
        ((LongColumn) cell.column).append(timestamps.value());
        return true;
      case DATE:
        if (!times.date(b, from, end)) {
          return fail(RejectReason.TYPE_MISMATCH);
        }
        ((IntColumn) cell.column).append(times.epochDay());
        return true;
      case TIME:
        if (!times.time(b, from, end)) {
          return fail(RejectReason.TYPE_MISMATCH);
        }
        ((LongColumn) cell.column).append(times.microsOfDay());
        return true;
      default:
        return bytes(cell, b, from, end);
    }
  }

  private boolean integer(Cell cell, byte[] b, int from, int end) {
    int p = from;
    boolean negative = b[p] == '-';
    if (negative) {
      p++;
    }
    int first = p;
    long value = 0;
    int digit = b[p] - '0';
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digit = b[++p] - '0';
    }
    int count = p - first;
    boolean plain =
        p == end && count > 0 && count <= SAFE_DIGITS && (count == 1 || b[first] != '0');
    if (!plain) {
      if (numbers.scan(b, from) != end) {
        return fail(RejectReason.TYPE_MISMATCH);
      }
      if (!numbers.toLong()) {
        return fail(RejectReason.OUT_OF_RANGE);
      }
      value = numbers.longValue();
    } else if (negative) {
      value = -value;
    }
    if (cell.kind == Cell.Kind.LONG) {
      ((LongColumn) cell.column).append(value);
    } else if (value == (int) value) {
      ((IntColumn) cell.column).append((int) value);
    } else {
      return fail(RejectReason.OUT_OF_RANGE);
    }
    return true;
  }

  private boolean number(Cell cell, byte[] b, int from, int end) {
    if (numbers.scan(b, from) != end) {
      return fail(RejectReason.TYPE_MISMATCH);
    }
    return append(cell, b) || fail(RejectReason.OUT_OF_RANGE);
  }

  private boolean append(Cell cell, byte[] b) {
    switch (cell.kind) {
      case DOUBLE:
        double value = numbers.toDouble(b);
        if (Double.isInfinite(value)) {
          return false;
        }
        ((DoubleColumn) cell.column).append(value);
        return true;
      case FLOAT:
        float single = numbers.toFloat(b);
        if (Float.isInfinite(single)) {
          return false;
        }
        ((FloatColumn) cell.column).append(single);
        return true;
      case DECIMAL:
        if (!numbers.toScaled(cell.scale, cell.maxUnscaled)) {
          return false;
        }
        ((LongColumn) cell.column).append(numbers.longValue());
        return true;
      case WIDE_DECIMAL:
        byte[] unscaled = numbers.toWideDecimal(b, cell.precision, cell.scale);
        if (unscaled.length == 0) {
          return false;
        }
        ((BytesColumn) cell.column).append(unscaled, 0, unscaled.length);
        return true;
      default:
        if (!timestamps.epoch(numbers, cell.sourceDigits, cell.unitDigits)) {
          return false;
        }
        ((LongColumn) cell.column).append(timestamps.value());
        return true;
    }
  }

  private boolean bool(Cell cell, byte[] b, int from, int end) {
    int value = truth(b, from, end);
    if (value < 0) {
      return fail(RejectReason.TYPE_MISMATCH);
    }
    ((BooleanColumn) cell.column).append(value == 1);
    return true;
  }

  /** 1 for true, True, TRUE; 0 for false, False, FALSE; −1 for all else. */
  static int truth(byte[] b, int from, int end) {
    int length = end - from;
    if (length != 4 && length != 5) {
      return -1;
    }
    String word = length == 4 ? "true" : "false";
    boolean firstUpper = b[from] <= 'Z';
    boolean restUpper = b[from + 1] <= 'Z';
    if (restUpper && !firstUpper) {
      return -1;
    }
    for (int i = 0; i < length; i++) {
      boolean upper = i == 0 ? firstUpper : restUpper;
      if (b[from + i] != word.charAt(i) - (upper ? 'a' - 'A' : 0)) {
        return -1;
      }
    }
    return length == 4 ? 1 : 0;
  }

  private boolean bytes(Cell cell, byte[] b, int from, int end) {
    int length;
    if (cell.kind == Cell.Kind.UUID) {
      length = binary.uuid(b, from, end) ? BinaryText.UUID_BYTES : -1;
    } else {
      length = binary.base64(b, from, end);
    }
    if (length < 0 || (cell.kind == Cell.Kind.FIXED && length != cell.lengthBytes)) {
      return fail(RejectReason.TYPE_MISMATCH);
    }
    ((BytesColumn) cell.column).append(binary.bytes(), 0, length);
    return true;
  }

  private boolean fail(RejectReason why) {
    reason = why;
    return false;
  }
}
