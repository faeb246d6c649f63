package dev.firn.decode.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All keys of one kind of object: the fields of its struct, and unknown keys that have been seen.
 * Of the latter a bounded number is learned, {@value #MAX_LEARNED} of up to {@value
 * #MAX_LEARNED_BYTES} bytes; the others are looked up each time.
 */
final class KeyTable {
  private static final int MAX_LEARNED = 256;
  private static final int MAX_LEARNED_BYTES = 64;

  /** A control character can't stand in a key as it is, so a pattern of this name never matches. */
  private static final byte[] NO_NAME = {0};

  private final JsonStrings strings;
  private final KeyPattern start = new KeyPattern(RowError.FAILED, NO_NAME);
  private final KeyPattern unlearned = new KeyPattern(RowError.FAILED, NO_NAME);

  /** Open addressing by hash; the length is a power of two, less than half is in use. */
  private final KeyPattern[] slots;

  private final boolean[] used;
  private final List<KeyPattern> learned = new ArrayList<>();

  /** Which unknown keys may become columns, by name. */
  private final Predicate<String> addable;

  private final InferredType.Budget budget;

  private KeyPattern found = start;

  /**
   * @param names of fields, by their position; null where no key may fill one
   * @param addable which unknown keys may become columns, by name
   * @param budget of what is kept in mind of their values
   */
  KeyTable(
      List<@Nullable String> names,
      Predicate<String> addable,
      InferredType.Budget budget,
      JsonStrings strings) {
    this.addable = addable;
    this.budget = budget;
    this.strings = strings;
    int size = Integer.highestOneBit((names.size() + MAX_LEARNED) * 4);
    this.slots = new KeyPattern[size];
    this.used = new boolean[size];
    KeyPattern previous = start;
    for (int field = 0; field < names.size(); field++) {
      String text = names.get(field);
      if (text == null) {
        continue;
      }
      byte[] name = text.getBytes(StandardCharsets.UTF_8);
      KeyPattern pattern = new KeyPattern(field, name);
      put(name, pattern);
      previous.next = pattern;
      previous = pattern;
    }
  }

  /** What precedes an object's first key. */
  KeyPattern start() {
    return start;
  }

  /**
   * Looks up a key that was not the expected one.
   *
   * @param from the first byte behind the opening quote
   * @return the position behind the closing quote; {@link #found} is the key's pattern
   */
  int find(byte[] b, int from) {
    int end = strings.end(b, from);
    if (end < 0) {
      return end;
    }
    boolean escaped = strings.escaped();
    if (escaped) {
      int length = strings.decode(b, from, end);
      found = lookUp(strings.scratch(), 0, length);
    } else {
      found = lookUp(b, from, end);
    }
    return end + 1;
  }

  /** The pattern that {@link #find} found; its field is −1 if the key is unknown. */
  KeyPattern found() {
    return found;
  }

  /** Unknown keys that have been seen, of those that are learned. */
  List<KeyPattern> learned() {
    return learned;
  }

  private KeyPattern lookUp(byte[] b, int from, int to) {
    int slot = hash(b, from, to) & (slots.length - 1);
    while (used[slot]) {
      if (slots[slot].isName(b, from, to)) {
        return slots[slot];
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    if (learned.size() == MAX_LEARNED || to - from > MAX_LEARNED_BYTES) {
      return unlearned;
    }
    byte[] name = Arrays.copyOfRange(b, from, to);
    KeyPattern pattern = new KeyPattern(RowError.FAILED, name, true);
    if (addable.test(pattern.name())) {
      pattern.values = new InferredType(0, budget);
    }
    learned.add(pattern);
    put(name, pattern);
    return pattern;
  }

  private void put(byte[] name, KeyPattern pattern) {
    int slot = hash(name, 0, name.length) & (slots.length - 1);
    while (used[slot]) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = pattern;
    used[slot] = true;
  }

  private static int hash(byte[] b, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + b[i];
    }
    hash *= 0x9E3779B1;
    return hash >>> 8;
  }
}
