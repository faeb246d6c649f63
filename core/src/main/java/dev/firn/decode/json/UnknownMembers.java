package dev.firn.decode.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.firn.batch.BytesColumn;
import dev.firn.decode.RejectReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads members of objects that have no column: checks them, rescues them, and keeps in mind what
 * might become columns. One thread.
 */
final class UnknownMembers {
  private final RowError error;
  private final JsonStrings strings;
  private final JsonSkipper skipper;
  private final SeenKeys seen;
  private final @Nullable RescueText rescue;
  private final JsonFactory json = InferredType.jsonFactory();

  /** Members of the row in hand that might become columns. */
  private KeyPattern[] keys = new KeyPattern[8];

  private int[] froms = new int[8];
  private int[] ends = new int[8];
  private int count;

  /**
   * @param skipper notices keys that stand twice
   * @param rescue where members go; null if they are ignored
   */
  UnknownMembers(
      RowError error,
      JsonStrings strings,
      JsonSkipper skipper,
      SeenKeys seen,
      @Nullable RescueText rescue) {
    this.error = error;
    this.strings = strings;
    this.skipper = skipper;
    this.seen = seen;
    this.rescue = rescue;
  }

  /** Before a row. */
  void clear() {
    count = 0;
  }

  /**
   * Reads a member.
   *
   * @param keyAt the key's opening quote
   * @param p the value
   * @param depth of the object
   * @return the position behind the value, or −1
   */
  int read(KeyPattern key, byte[] b, int keyAt, int p, int depth) {
    if (!isFirst(key, b, keyAt, depth)) {
      return error.fail(RejectReason.DUPLICATE_KEY, keyAt, JsonSkipper.ONCE);
    }
    int end = skipper.skip(b, p, depth);
    if (end >= 0 && rescue != null) {
      rescue.add(b, keyAt, p, end);
      if (key.values != null) {
        keep(key, p, end);
      }
    }
    return end;
  }

  private boolean isFirst(KeyPattern key, byte[] b, int keyAt, int depth) {
    if (key.learned) {
      long object = seen.object(depth);
      boolean first = key.lastObject != object;
      key.lastObject = object;
      return first;
    }
    int end = strings.end(b, keyAt + 1);
    if (!strings.escaped()) {
      return seen.add(depth, b, keyAt + 1, end);
    }
    int length = strings.decode(b, keyAt + 1, end);
    return seen.add(depth, strings.scratch(), 0, length);
  }

  private void keep(KeyPattern key, int from, int end) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
      froms = Arrays.copyOf(froms, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    keys[count] = key;
    froms[count] = from;
    ends[count++] = end;
  }

  /** The row in hand is taken: its values say what type a column would need. */
  void rowTaken(byte[] b) {
    for (int i = 0; i < count; i++) {
      InferredType values = keys[i].values;
      if (values != null) {
        add(values, b, froms[i], ends[i]);
      }
    }
  }

  private void add(InferredType values, byte[] b, int from, int end) {
    try (JsonParser parser = json.createParser(b, from, end - from)) {
      parser.nextToken();
      values.add(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("JSON that was checked can't be read again", e);
    }
  }

  /** Appends what was rescued of the row in hand, or null. */
  void appendRescued(BytesColumn column) {
    RescueText rescued = rescue;
    if (rescued == null || rescued.isEmpty()) {
      column.appendNull();
      return;
    }
    rescued.finish();
    column.append(rescued.text().bytes(), 0, rescued.text().length());
  }
}
