package dev.firn.decode.json;

import java.util.Arrays;

/**
 * What is left of a row when all that has a column is taken away, as one JSON text: every rescued
 * value stands at the path that it has in the row.
 *
 * <p>An element of an array before a rescued one becomes {@code null}, so that positions stay;
 * elements behind the last one are left out. The reader reports where it is ({@link #enter}, {@link
 * #key}, {@link #element}, {@link #leave}); brackets are only written once there is a value.
 * Reporting costs a store or two. One thread.
 */
final class RescueText {
  private final CompactText text = new CompactText();

  /** The object or array in hand; the row itself is level 0. */
  private int level;

  /** Levels whose opening bracket is written. */
  private int opened;

  private boolean[] array = new boolean[8];

  /** Objects: where the key of the member in hand begins. Arrays: the element in hand, from 0. */
  private int[] place = new int[8];

  /** Arrays: elements written. */
  private int[] written = new int[8];

  /** Before a row. */
  void clear() {
    text.truncate(0);
    level = 0;
    opened = 0;
  }

  /** Whether nothing was rescued. */
  boolean isEmpty() {
    return opened == 0;
  }

  /** The text; closed by {@link #finish}. */
  CompactText text() {
    return text;
  }

  /** Ends the row. */
  void finish() {
    text.add('}');
  }

  /** Gives memory back after a very long row. */
  void trim() {
    text.trim();
  }

  /** The member in hand of the object in hand. */
  void key(int at) {
    place[level] = at;
  }

  /** The element in hand of the array in hand. */
  void element(int index) {
    place[level] = index;
  }

  /** Goes into the object or array that is the member or element in hand. */
  void enter(boolean isArray) {
    level++;
    if (level == array.length) {
      array = Arrays.copyOf(array, level * 2);
      place = Arrays.copyOf(place, level * 2);
      written = Arrays.copyOf(written, level * 2);
    }
    array[level] = isArray;
  }

  /** Goes back out. */
  void leave() {
    if (opened > level) {
      text.add(array[level] ? ']' : '}');
      opened = level;
    }
    level--;
  }

  /**
   * Rescues a member of the object in hand.
   *
   * @param keyAt the key's opening quote
   * @param from the value, of correct syntax
   * @param to behind it
   */
  void add(byte[] b, int keyAt, int from, int to) {
    while (opened <= level) {
      open(b);
    }
    text.separate();
    text.addString(b, keyAt);
    text.add(':');
    text.addValue(b, from, to);
  }

  private void open(byte[] b) {
    if (opened > 0) {
      int outer = opened - 1;
      if (array[outer]) {
        while (written[outer] < place[outer]) {
          text.separate();
          text.addNull();
          written[outer]++;
        }
        text.separate();
        written[outer]++;
      } else {
        text.separate();
        text.addString(b, place[outer]);
        text.add(':');
      }
    }
    written[opened] = 0;
    text.add(opened > 0 && array[opened] ? '[' : '{');
    opened++;
  }

  int length() {
    return text.length();
  }

  int level() {
    return level;
  }

  int opened() {
    return opened;
  }

  /** Elements written of the innermost open array. */
  int writtenOfInnermost() {
    return opened == 0 ? 0 : written[opened - 1];
  }

  /** Goes back to a state that it had in the row, with the answers of the four methods then. */
  void restore(int oldLength, int oldLevel, int oldOpened, int oldWritten) {
    text.truncate(oldLength);
    level = oldLevel;
    opened = oldOpened;
    if (oldOpened > 0) {
      written[oldOpened - 1] = oldWritten;
    }
  }
}
