package dev.firn.transform.eval;

import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.types.Types;

/**
 * What a group of a regular expression matches first in texts; null where it matches nothing, or
 * where looking takes too long. Equal texts of a column are looked at once.
 */
public final class RegexpParts extends Values {
  private final Values texts;
  private final int group;
  private final BoundedText text = new BoundedText();
  private final Matcher matcher;
  private final BytesColumn parts = (BytesColumn) Column.of(Types.StringType.get());

  /** By entry of the texts, the row of {@link #parts} that has its part; −1 if none has yet. */
  private int[] known = new int[0];

  /**
   * Parts of texts.
   *
   * @param group 0 for the whole match
   */
  public RegexpParts(Values texts, Pattern pattern, int group) {
    this.texts = texts;
    this.group = group;
    this.matcher = pattern.matcher("");
  }

  @Override
  public void load(Rows current) {
    texts.load(current);
    BytesColumn column = (BytesColumn) texts.column();
    int[] rows = texts.rows();
    if (known.length < column.entryCount()) {
      known = new int[column.entryCount() + (column.entryCount() >> 1)];
    }
    Arrays.fill(known, 0, column.entryCount(), -1);
    parts.clear();
    for (int i = 0; i < current.count(); i++) {
      int row = rows[i];
      if (column.isNull(row)) {
        parts.appendNull();
        continue;
      }
      int entry = column.codes()[row];
      if (known[entry] >= 0) {
        appendAgain(known[entry]);
      } else {
        appendPart(column, entry);
        known[entry] = i;
      }
    }
    set(parts, current.counting());
  }

  private void appendAgain(int row) {
    if (parts.isNull(row)) {
      parts.appendNull();
    } else {
      int entry = parts.codes()[row];
      int start = parts.offsets()[entry];
      parts.append(parts.bytes(), start, parts.offsets()[entry + 1] - start);
    }
  }

  private void appendPart(BytesColumn column, int entry) {
    int from = column.offsets()[entry];
    text.set(column.bytes(), from, column.offsets()[entry + 1] - from);
    if (!found()) {
      parts.appendNull();
    } else if (text.isAscii()) {
      parts.append(
          column.bytes(), from + matcher.start(group), matcher.end(group) - matcher.start(group));
    } else {
      byte[] utf8 =
          text.toString()
              .substring(matcher.start(group), matcher.end(group))
              .getBytes(StandardCharsets.UTF_8);
      parts.append(utf8, 0, utf8.length);
    }
  }

  private boolean found() {
    try {
      return matcher.reset(text).find() && matcher.start(group) >= 0;
    } catch (BoundedText.TooManyLooksException | StackOverflowError e) {
      // Repeated alternatives recurse; a text that is too long for that has no part either.
      return false;
    }
  }
}
