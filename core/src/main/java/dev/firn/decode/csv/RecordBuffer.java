package dev.firn.decode.csv;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a stream around the record at hand.
 *
 * <p>{@code [position, limit)} is what has been read and not yet been taken. At {@code limit} there
 * is always a line feed that is none of the stream's, the sentinel, and behind it some readable
 * bytes; so readers need not check for the end before they load eight of them.
 */
final class RecordBuffer {
  private static final int SLACK_BYTES = 64;

  private final InputStream in;
  private final int maxRowBytes;
  private byte[] bytes;
  private int position;
  private int limit;

  /** Bytes of the stream before the array's first one. */
  private long base;

  private boolean ended;

  RecordBuffer(InputStream in, int capacityBytes, int maxRowBytes) {
    this.in = in;
    this.maxRowBytes = maxRowBytes;
    this.bytes = new byte[capacityBytes + SLACK_BYTES];
    bytes[0] = '\n';
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  /** Whether the stream has ended: nothing follows at {@link #limit}. */
  boolean ended() {
    return ended;
  }

  /** Where a position of the array is in the stream. */
  long offset(int at) {
    return base + at;
  }

  /** Bytes read from the stream. */
  long bytesRead() {
    return base + limit;
  }

  /** Takes the bytes up to a position. */
  void advanceTo(int at) {
    position = at;
  }

  /**
   * Reads on until the array is full or the stream ends; {@code [position, limit)} is kept, but may
   * move.
   *
   * @return false if the stream had ended, or if the array is full at its largest size
   */
  boolean more() throws IOException {
    if (ended) {
      return false;
    }
    int kept = limit - position;
    int capacity = bytes.length - SLACK_BYTES;
    byte[] target = bytes;
    if (kept > capacity / 2) {
      // Room for the longest record and its end, so that a longer one shows.
      int wanted = (int) Math.min(maxRowBytes + 2L, Math.max(capacity * 2L, 16));
      if (wanted > capacity) {
        target = new byte[wanted + SLACK_BYTES];
      } else if (kept >= capacity) {
        return false;
      }
    }
    System.arraycopy(bytes, position, target, 0, kept);
    base += position;
    bytes = target;
    position = 0;
    limit = kept;
    fill();
    return true;
  }

  private void fill() throws IOException {
    int end = bytes.length - SLACK_BYTES;
    while (limit < end && !ended) {
      int count = in.read(bytes, limit, end - limit);
      if (count < 0) {
        ended = true;
      } else {
        limit += count;
      }
    }
    bytes[limit] = '\n';
  }

  /** Drops a byte order mark at the very start; the first bytes have been read. */
  void skipByteOrderMark() {
    if (limit >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      position = 3;
    }
  }

  /**
   * Goes on past the next line feed.
   *
   * @return false if the stream ends before one
   */
  boolean skipLine() throws IOException {
    while (true) {
      for (int p = position; p < limit; p++) {
        if (bytes[p] == '\n') {
          position = p + 1;
          return true;
        }
      }
      position = limit;
      if (!more()) {
        return false;
      }
    }
  }

  /** Gives memory back after a very long record, if what is kept allows. */
  void trim(int capacityBytes) {
    if (bytes.length - SLACK_BYTES > capacityBytes && limit - position < capacityBytes / 2) {
      byte[] smaller = Arrays.copyOfRange(bytes, position, position + capacityBytes + SLACK_BYTES);
      base += position;
      limit -= position;
      position = 0;
      bytes = smaller;
      bytes[limit] = '\n';
    }
  }
}
