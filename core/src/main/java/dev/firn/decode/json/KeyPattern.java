package dev.firn.decode.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A key that objects of one kind have had, ready to be compared with the bytes at hand, and the key
 * that came after it last time: log lines of one producer have their keys in one order, so the
 * guess is mostly right and a key costs one comparison.
 */
final class KeyPattern {
  /** The field that the key fills, or −1 if there is none. */
  final int field;

  /** The key's bytes and the closing quote. */
  private final byte[] bytes;

  private final long firstEight;
  private final long mask;

  /** What followed last time; itself at first. */
  KeyPattern next = this;

  /**
   * Whether this is one unknown key; not for columns, nor for all the keys that are not learned.
   */
  final boolean learned;

  /** Learned keys: the object that had it last, see {@link SeenKeys}. */
  long lastObject;

  /** Learned keys that may become columns: what their values have been. */
  @Nullable InferredType values;

  KeyPattern(int field, byte[] name) {
    this(field, name, false);
  }

  KeyPattern(int field, byte[] name, boolean learned) {
    this.field = field;
    this.learned = learned;
    this.bytes = Arrays.copyOf(name, name.length + 1);
    bytes[name.length] = '"';
    byte[] start = Arrays.copyOf(bytes, Long.BYTES);
    boolean plain = isPlain(name);
    this.mask = !plain ? 0 : bytes.length >= Long.BYTES ? -1L : (1L << 8 * bytes.length) - 1;
    // A name that JSON can only write with escapes never matches: 0 is not 1.
    this.firstEight = plain ? (long) JsonText.LONGS.get(start, 0) : 1;
  }

  /**
   * The position behind the closing quote if this key stands at {@code from}, else −1. Reads at
   * most as many bytes behind the buffer's end as the key has, and eight.
   */
  int match(byte[] b, int from) {
    if (((long) JsonText.LONGS.get(b, from) & mask) != firstEight) {
      return RowError.FAILED;
    }
    int end = from + bytes.length;
    if (bytes.length > Long.BYTES
        && !Arrays.equals(b, from + Long.BYTES, end, bytes, Long.BYTES, bytes.length)) {
      return RowError.FAILED;
    }
    return end;
  }

  /** Whether the key is {@code b[from, to)}, escapes decoded. */
  boolean isName(byte[] b, int from, int to) {
    return Arrays.equals(b, from, to, bytes, 0, bytes.length - 1);
  }

  /** The key. */
  String name() {
    return new String(bytes, 0, bytes.length - 1, StandardCharsets.UTF_8);
  }

  private static boolean isPlain(byte[] name) {
    for (byte c : name) {
      if (c == '"' || c == '\\' || (c >= 0 && c < ' ')) {
        return false;
      }
    }
    return true;
  }
}
