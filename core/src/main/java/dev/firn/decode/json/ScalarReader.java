package dev.firn.decode.json;

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

/**
 * Reads one JSON value into a column of single values.
 *
 * <p>Strings never become numbers or booleans and the other way round. Every method takes the
 * position of the value's first byte and returns the one behind it, or −1 with the row's error set.
 */
final class ScalarReader {
  /** Digits that a long holds whatever they are. */
  private static final int SAFE_DIGITS = 18;

  private final RowError error;
  private final JsonStrings strings;
  private final NumberText numbers;
  private final TimestampText timestamps;
  private final IsoTimes times = new IsoTimes();
  private final BinaryText binary = new BinaryText();

  /** The text of the string read last: in the row, or in the scratch array if it had escapes. */
  private byte[] text = new byte[0];

  private int textFrom;
  private int textEnd;

  ScalarReader(RowError error, JsonStrings strings, NumberText numbers, TimestampText timestamps) {
    this.error = error;
    this.strings = strings;
    this.numbers = numbers;
    this.timestamps = timestamps;
  }

  /** Reads a value that is not null. */
  int read(ScalarNode node, byte[] b, int p) {
    switch (node.kind) {
      case STRING:
        return string(node, b, p);
      case INT, LONG:
        return integer(node, b, p);
      case FLOAT, DOUBLE, DECIMAL, WIDE_DECIMAL, EPOCH:
        return number(node, b, p);
      case BOOLEAN:
        return bool(node, b, p);
      default:
        return textual(node, b, p);
    }
  }

  private int string(ScalarNode node, byte[] b, int p) {
    if (b[p] != '"') {
      return mismatch(node, p);
    }
    int end = strings.end(b, p + 1);
    if (end < 0) {
      return end;
    }
    BytesColumn column = (BytesColumn) node.column;
    if (strings.escaped()) {
      int length = strings.decode(b, p + 1, end);
      column.append(strings.scratch(), 0, length);
    } else {
      column.append(b, p + 1, end - p - 1);
    }
    return end + 1;
  }

  private int bool(ScalarNode node, byte[] b, int p) {
    boolean value = b[p] == 't';
    int end = JsonText.literal(b, p, value ? JsonSkipper.TRUE : JsonSkipper.FALSE);
    if (end < 0) {
      return mismatch(node, p);
    }
    ((BooleanColumn) node.column).append(value);
    return end;
  }

  private int integer(ScalarNode node, byte[] b, int from) {
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
        count > 0
            && count <= SAFE_DIGITS
            && (count == 1 || b[first] != '0')
            && b[p] != '.'
            && (b[p] | 0x20) != 'e';
    if (!plain) {
      if (!NumberText.isStart(b[from])) {
        return mismatch(node, from);
      }
      p = numbers.scan(b, from);
      if (p < 0) {
        return error.failNumber(numbers);
      }
      if (!numbers.toLong()) {
        return outOfRange(node, from);
      }
      value = numbers.longValue();
    } else if (negative) {
      value = -value;
    }
    if (node.kind == ValueKind.LONG) {
      ((LongColumn) node.column).append(value);
    } else if (value == (int) value) {
      ((IntColumn) node.column).append((int) value);
    } else {
      return outOfRange(node, from);
    }
    return p;
  }

  private int number(ScalarNode node, byte[] b, int from) {
    if (!NumberText.isStart(b[from])) {
      return mismatch(node, from);
    }
    int p = numbers.scan(b, from);
    if (p < 0) {
      return error.failNumber(numbers);
    }
    return append(node, b) ? p : outOfRange(node, from);
  }

  private boolean append(ScalarNode node, byte[] b) {
    switch (node.kind) {
      case DOUBLE:
        double value = numbers.toDouble(b);
        if (Double.isInfinite(value)) {
          return false;
        }
        ((DoubleColumn) node.column).append(value);
        return true;
      case FLOAT:
        float single = numbers.toFloat(b);
        if (Float.isInfinite(single)) {
          return false;
        }
        ((FloatColumn) node.column).append(single);
        return true;
      case DECIMAL:
        if (!numbers.toScaled(node.scale, node.maxUnscaled)) {
          return false;
        }
        ((LongColumn) node.column).append(numbers.longValue());
        return true;
      case WIDE_DECIMAL:
        byte[] unscaled = numbers.toWideDecimal(b, node.precision, node.scale);
        if (unscaled.length == 0) {
          return false;
        }
        ((BytesColumn) node.column).append(unscaled, 0, unscaled.length);
        return true;
      default:
        return epoch(node);
    }
  }

  private boolean epoch(ScalarNode node) {
    if (!timestamps.epoch(numbers, node.sourceDigits, node.unitDigits)) {
      return false;
    }
    ((LongColumn) node.column).append(timestamps.value());
    return true;
  }

  /** A value that stands in a string and is not text. */
  private int textual(ScalarNode node, byte[] b, int p) {
    if (b[p] != '"') {
      return mismatch(node, p);
    }
    int end = strings.end(b, p + 1);
    if (end < 0) {
      return end;
    }
    if (strings.escaped()) {
      textEnd = strings.decode(b, p + 1, end);
      text = strings.scratch();
      textFrom = 0;
    } else {
      text = b;
      textFrom = p + 1;
      textEnd = end;
    }
    return convert(node) ? end + 1 : mismatch(node, p);
  }

  private boolean convert(ScalarNode node) {
    switch (node.kind) {
      case TIMESTAMP:
        return timestamp(node);
      case DATE:
        if (!times.date(text, textFrom, textEnd)) {
          return false;
        }
        ((IntColumn) node.column).append(times.epochDay());
        return true;
      case TIME:
        if (!times.time(text, textFrom, textEnd)) {
          return false;
        }
        ((LongColumn) node.column).append(times.microsOfDay());
        return true;
      case UUID:
        if (!binary.uuid(text, textFrom, textEnd)) {
          return false;
        }
        ((BytesColumn) node.column).append(binary.bytes(), 0, BinaryText.UUID_BYTES);
        return true;
      default:
        int length = binary.base64(text, textFrom, textEnd);
        if (length < 0 || (node.kind == ValueKind.FIXED && length != node.lengthBytes)) {
          return false;
        }
        ((BytesColumn) node.column).append(binary.bytes(), 0, length);
        return true;
    }
  }

  private boolean timestamp(ScalarNode node) {
    if (!timestamps.iso(text, textFrom, textEnd, node.zoned, node.unitDigits)) {
      return false;
    }
    ((LongColumn) node.column).append(timestamps.value());
    return true;
  }

  private int mismatch(ScalarNode node, int p) {
    return error.fail(RejectReason.TYPE_MISMATCH, p, node.expected, node.path);
  }

  private int outOfRange(ScalarNode node, int p) {
    return error.fail(RejectReason.OUT_OF_RANGE, p, node.expected, node.path);
  }
}
