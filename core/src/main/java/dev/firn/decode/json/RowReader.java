package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.batch.BytesColumn;
import dev.firn.decode.NewColumn;
import dev.firn.decode.NumberText;
import dev.firn.decode.RejectReason;
import dev.firn.decode.TimestampText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows from the bytes of a line into the columns of one batch.
 *
 * <p>No position is checked against the buffer's end, see {@link JsonText}. A row that fails leaves
 * values behind, which {@link Batch#cancelRow} takes back.
 */
final class RowReader {
  private final RowError error;
  private final StructNode row;
  private final List<StructNode> structs;
  private final JsonStrings strings;
  private final SeenKeys seen = new SeenKeys();
  private final JsonSkipper skipper;
  private final JsonSkipper syntax;
  private final ScalarReader scalars;
  private final UnknownMembers unknown;
  private final CompactText text = new CompactText();
  private final @Nullable RescueText rescue;
  private final @Nullable BytesColumn rescueColumn;

  RowReader(Batch batch, JsonLinesOptions options, RowError error) {
    this.error = error;
    this.strings = new JsonStrings(error);
    NumberText numbers = new NumberText();
    this.skipper = new JsonSkipper(error, strings, numbers, seen);
    this.syntax = new JsonSkipper(error, strings, numbers, null);
    this.scalars = new ScalarReader(error, strings, numbers, new TimestampText(options.zone()));
    ValueNodes nodes = new ValueNodes(options, strings);
    this.row = nodes.row(batch);
    this.structs = nodes.structs();
    this.rescue = options.unknown().rescues() ? new RescueText() : null;
    this.rescueColumn = options.rescueField().map(i -> (BytesColumn) batch.column(i)).orElse(null);
    this.unknown = new UnknownMembers(error, strings, skipper, seen, rescue);
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
    seen.clear();
    unknown.clear();
    if (rescue != null) {
      rescue.clear();
    }
    int p = object(row, b, from + 1, 1);
    if (p >= 0 && rescueColumn != null) {
      unknown.appendRescued(rescueColumn);
    }
    return p < 0 ? p : lineEnd(b, p);
  }

  /** The row that was read last is taken into the batch. */
  void rowTaken(byte[] b) {
    unknown.rowTaken(b);
  }

  /**
   * Checks the syntax of a row that was not taken.
   *
   * @return as {@link #read}
   */
  int check(byte[] b, int from) {
    int p = syntax.skip(b, from, 0);
    return p < 0 ? p : lineEnd(b, p);
  }

  /** Unknown keys of rows that were taken, with the types that columns for them would have. */
  List<NewColumn> newColumns() {
    List<NewColumn> columns = new ArrayList<>();
    for (StructNode struct : structs) {
      for (KeyPattern key : struct.keys.learned()) {
        InferredType values = key.values;
        if (values != null) {
          values
              .toType("", ColumnTypes.uniform())
              .ifPresent(type -> columns.add(new NewColumn(struct.path, key.name(), type)));
        }
      }
    }
    return columns;
  }

  /** Where it says what is wrong with a row. */
  RowError error() {
    return error;
  }

  /** Whether it has learned nothing from the rows so far, so that it may read another file. */
  boolean isAsNew() {
    for (StructNode struct : structs) {
      if (!struct.keys.learned().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Gives memory back after a very long row. */
  void trim() {
    strings.trim();
    seen.trim();
    text.trim();
    if (rescue != null) {
      rescue.trim();
    }
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
    if (depth > JsonSkipper.MAX_DEPTH) {
      return error.fail(RejectReason.TOO_DEEP, from, JsonSkipper.TOO_DEEP);
    }
    seen.open(depth);
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
              ? unknown.read(key, b, keyAt, p, depth)
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
    if (node.column.size() != index) {
      return error.fail(RejectReason.DUPLICATE_KEY, keyAt, JsonSkipper.ONCE, node.path);
    }
    RescueText rescued = rescue;
    if (rescued != null && node.hasMembers) {
      rescued.key(keyAt);
    }
    return rescued != null && node.loose
        ? loose(node, rescued, keyAt, b, p, depth)
        : value(node, b, p, depth);
  }

  /**
   * Reads a value if it fits, else rescues it; what was rescued from inside of it is taken back.
   */
  private int loose(ValueNode node, RescueText rescued, int keyAt, byte[] b, int from, int depth) {
    int length = rescued.length();
    int level = rescued.level();
    int opened = rescued.opened();
    int written = rescued.writtenOfInnermost();
    int p = value(node, b, from, depth);
    if (p >= 0 || !error.isMisfit()) {
      return p;
    }
    rescued.restore(length, level, opened, written);
    node.column.appendNull();
    p = skipper.skip(b, from, depth);
    if (p >= 0) {
      rescued.add(b, keyAt, from, p);
    }
    return p;
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
      case JSON_TEXT:
        return text(node, b, p, depth);
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

  private int text(ValueNode node, byte[] b, int from, int depth) {
    int p = skipper.skip(b, from, depth);
    if (p >= 0) {
      text.truncate(0);
      text.addValue(b, from, p);
      ((BytesColumn) node.column).append(text.bytes(), 0, text.length());
    }
    return p;
  }

  private int struct(StructNode node, byte[] b, int from, int depth) {
    if (b[from] != '{') {
      return mismatch(node, from);
    }
    enter(node, false);
    int p = object(node, b, from + 1, depth + 1);
    if (p >= 0) {
      node.struct.append();
      leave(node);
    }
    return p;
  }

  private int list(ListNode node, byte[] b, int from, int depth) {
    if (b[from] != '[') {
      return mismatch(node, from);
    }
    enter(node, true);
    int p = JsonText.skipBlanks(b, from + 1);
    if (b[p] != ']') {
      int index = 0;
      while (true) {
        if (rescue != null && node.hasMembers) {
          rescue.element(index++);
        }
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
    leave(node);
    return p + 1;
  }

  private int map(MapNode node, byte[] b, int from, int depth) {
    if (b[from] != '{') {
      return mismatch(node, from);
    }
    if (depth == JsonSkipper.MAX_DEPTH) {
      return error.fail(RejectReason.TOO_DEEP, from, JsonSkipper.TOO_DEEP);
    }
    seen.open(depth + 1);
    enter(node, false);
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
    node.map.append();
    leave(node);
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
    byte[] key = b;
    int keyFrom = from + 1;
    int length = end - keyFrom;
    if (strings.escaped()) {
      length = strings.decode(b, keyFrom, end);
      key = strings.scratch();
      keyFrom = 0;
    }
    if (!seen.add(depth, key, keyFrom, keyFrom + length)) {
      return error.fail(RejectReason.DUPLICATE_KEY, from, JsonSkipper.ONCE, node.path);
    }
    node.keys.append(key, keyFrom, length);
    if (rescue != null && node.hasMembers) {
      rescue.key(from);
    }
    int p = valueStart(b, end + 1);
    return p < 0 ? p : value(node.value, b, p, depth);
  }

  private void enter(ValueNode node, boolean array) {
    if (rescue != null && node.hasMembers) {
      rescue.enter(array);
    }
  }

  private void leave(ValueNode node) {
    if (rescue != null && node.hasMembers) {
      rescue.leave();
    }
  }

  private int malformed(int p, String expected) {
    return error.fail(RejectReason.MALFORMED, p, expected);
  }

  private int mismatch(ValueNode node, int p) {
    return error.fail(RejectReason.TYPE_MISMATCH, p, node.expected, node.path);
  }
}
