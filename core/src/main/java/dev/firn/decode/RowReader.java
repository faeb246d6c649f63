package dev.firn.decode;

import dev.firn.batch.Batch;
import java.time.ZoneId;
import java.util.Map;

/**
 * Reads rows from the bytes of a line into the columns of one batch.
 *
 * <p>No position is checked against the buffer's end, see {@link JsonText}. A row that fails leaves
 * values behind, which {@link Batch#cancelRow} takes back.
 */
final class RowReader {
  private final RowError error;
  private final StructNode row;
  private final JsonStrings strings;
  private final JsonSkipper skipper;
  private final ScalarReader scalars;
  private final KeySet mapKeys = new KeySet();

  RowReader(Batch batch, Map<String, TimestampFormat> formats, ZoneId zone, RowError error) {
    this.error = error;
    this.strings = new JsonStrings(error);
    JsonNumbers numbers = new JsonNumbers(error);
    this.skipper = new JsonSkipper(error, strings, numbers);
    this.scalars = new ScalarReader(error, strings, numbers, new LocalOffsets(zone));
    this.row = new ValueNodes(formats, strings).row(batch);
  }

  /**
   * Reads a row.
   *
   * @param from its first byte
   * @return the position of the line feed, carriage return or end of the buffer behind it; −1 if
   *     the row can't be taken
   */
  int read(byte[] b, int from) {
    if (b[from] != '{') {
      return error.fail(RejectReason.NOT_AN_OBJECT, from, "an object");
    }
    int p = object(row, b, from + 1, 1);
    return p < 0 ? p : lineEnd(b, p);
  }

  /**
   * Checks the syntax of a row that was not taken.
   *
   * @return as {@link #read}
   */
  int check(byte[] b, int from) {
    int p = skipper.skip(b, from, 0);
    return p < 0 ? p : lineEnd(b, p);
  }

  /** Gives memory back after a very long row. */
  void trim() {
    strings.trim();
  }

  private int lineEnd(byte[] b, int from) {
    int p = from;
    while (b[p] == ' ' || b[p] == '\t') {
      p++;
    }
    return b[p] == '\n' || b[p] == '\r' ? p : malformed(p, "the end of the line");
  }

  /** Reads an object's fields and its closing brace; {@code from} is behind the opening one. */
  private int object(StructNode node, byte[] b, int from, int depth) {
    int index = node.struct.size();
    KeyPattern key = node.keys.start();
    int p = JsonText.skipBlanks(b, from);
    if (b[p] == '}') {
      return complete(node, index, p + 1);
    }
    while (true) {
      if (b[p] != '"') {
        return malformed(p, "a key in double quotes");
      }
      int keyAt = p;
      KeyPattern guess = key.next;
      p = guess.match(b, keyAt + 1);
      if (p < 0) {
        p = node.keys.find(b, keyAt + 1);
        if (p < 0) {
          return p;
        }
        guess = node.keys.found();
        key.next = guess;
      }
      key = guess;
      p = valueStart(b, p);
      if (p < 0) {
        return p;
      }
      p =
          key.field < 0
              ? skipper.skip(b, p, depth)
              : field(node.fields[key.field], index, keyAt, b, p, depth);
      if (p < 0) {
        return p;
      }
      if (b[p] != ',' && b[p] != '}') {
        p = JsonText.skipBlanks(b, p);
      }
      if (b[p] == '}') {
        return complete(node, index, p + 1);
      }
      if (b[p] != ',') {
        return malformed(p, "',' or '}'");
      }
      p = JsonText.skipBlanks(b, p + 1);
    }
  }

  /** The position of the value behind a key. */
  private int valueStart(byte[] b, int from) {
    int p = from;
    if (b[p] != ':') {
      p = JsonText.skipBlanks(b, p);
      if (b[p] != ':') {
        return malformed(p, "':' after the key");
      }
    }
    return JsonText.skipBlanks(b, p + 1);
  }

  /** A field's column is one row ahead of its struct once it has a value: so a second one shows. */
  private int field(ValueNode node, int index, int keyAt, byte[] b, int p, int depth) {
    return node.column.size() == index
        ? value(node, b, p, depth)
        : error.fail(RejectReason.DUPLICATE_KEY, keyAt, "each key once", node.path);
  }

  private int complete(StructNode node, int index, int p) {
    for (ValueNode field : node.requiredFields) {
      if (field.column.size() == index) {
        return error.fail(RejectReason.MISSING_REQUIRED, p - 1, "a value in every row", field.path);
      }
    }
    return p;
  }

  private int value(ValueNode node, byte[] b, int p, int depth) {
    if (b[p] == 'n') {
      return nothing(node, b, p);
    }
    switch (node.kind) {
      case STRUCT:
        return struct((StructNode) node, b, p, depth);
      case LIST:
        return list((ListNode) node, b, p, depth);
      case MAP:
        return map((MapNode) node, b, p, depth);
      default:
        return scalars.read((ScalarNode) node, b, p);
    }
  }

  private int nothing(ValueNode node, byte[] b, int p) {
    int end = JsonText.literal(b, p, JsonSkipper.NULL);
    if (end < 0) {
      return malformed(p, "a value");
    }
    if (node.required) {
      return error.fail(RejectReason.MISSING_REQUIRED, p, "a value in every row", node.path);
    }
    node.column.appendNull();
    return end;
  }

  private int struct(StructNode node, byte[] b, int from, int depth) {
    if (b[from] != '{') {
      return mismatch(node, from);
    }
    int p = object(node, b, from + 1, depth + 1);
    if (p >= 0) {
      node.struct.append();
    }
    return p;
  }

  private int list(ListNode node, byte[] b, int from, int depth) {
    if (b[from] != '[') {
      return mismatch(node, from);
    }
    int p = JsonText.skipBlanks(b, from + 1);
    if (b[p] != ']') {
      while (true) {
        p = value(node.element, b, p, depth + 1);
        if (p < 0) {
          return p;
        }
        p = JsonText.skipBlanks(b, p);
        if (b[p] == ']') {
          break;
        }
        if (b[p] != ',') {
          return malformed(p, "',' or ']'");
        }
        p = JsonText.skipBlanks(b, p + 1);
      }
    }
    node.list.append();
    return p + 1;
  }

  private int map(MapNode node, byte[] b, int from, int depth) {
    if (b[from] != '{') {
      return mismatch(node, from);
    }
    int firstEntry = node.keys.size();
    int p = JsonText.skipBlanks(b, from + 1);
    if (b[p] != '}') {
      while (true) {
        p = entry(node, b, p, depth + 1);
        if (p < 0) {
          return p;
        }
        p = JsonText.skipBlanks(b, p);
        if (b[p] == '}') {
          break;
        }
        if (b[p] != ',') {
          return malformed(p, "',' or '}'");
        }
        p = JsonText.skipBlanks(b, p + 1);
      }
    }
    mapKeys.clear();
    for (int entry = firstEntry; entry < node.keys.size(); entry++) {
      if (!mapKeys.add(node.keys, entry)) {
        return error.fail(RejectReason.DUPLICATE_KEY, from, "each key once", node.path);
      }
    }
    node.map.append();
    return p + 1;
  }

  private int entry(MapNode node, byte[] b, int from, int depth) {
    if (b[from] != '"') {
      return malformed(from, "a key in double quotes");
    }
    int end = strings.end(b, from + 1);
    if (end < 0) {
      return end;
    }
    if (strings.escaped()) {
      int length = strings.decode(b, from + 1, end);
      node.keys.append(strings.scratch(), 0, length);
    } else {
      node.keys.append(b, from + 1, end - from - 1);
    }
    int p = valueStart(b, end + 1);
    return p < 0 ? p : value(node.value, b, p, depth);
  }

  private int malformed(int p, String expected) {
    return error.fail(RejectReason.MALFORMED, p, expected);
  }

  private int mismatch(ValueNode node, int p) {
    return error.fail(RejectReason.TYPE_MISMATCH, p, node.expected, node.path);
  }
}
