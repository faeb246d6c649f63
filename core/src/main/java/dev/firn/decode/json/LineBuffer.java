package dev.firn.decode.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The bytes of a stream around the row at hand, without copying rows.
 *
 * <p>{@code [position, limit)} is what has been read and not yet been taken. At {@code limit} there
 * is always a line feed that is none of the stream's, the sentinel, and behind it {@code slack}
 * readable bytes; so readers need not check for the end.
 *
 * <p>A line ends at a line feed. A carriage return outside of a row's braces ends one too, whether
 * a line feed follows or not. Inside of a row a carriage return is a blank (RFC 8259 §2), so where
 * a <em>bad</em> row ends can't be told from it; it counts there as well once a lone one was seen
 * to end a line of this file.
 */
final class LineBuffer {
  private static final int MIN_SLACK_BYTES = 128;

  private final InputStream in;
  private final int maxLineBytes;
  private final int slackBytes;
  private byte[] bytes;
  private int position;
  private int limit;

  /** Bytes of the stream before the array's first one. */
  private long base;

  private boolean ended;
  private long line = 1;
  private boolean lastWasReturn;
  private boolean loneReturns;

  /**
   * At the start of a stream.
   *
   * @param buffer to begin with: the bytes to hold at first, and the slack
   * @param maxLineBytes grows to hold a line of this length and no more
   * @param slackBytes of {@link #slackBytes}
   */
  LineBuffer(InputStream in, byte[] buffer, int maxLineBytes, int slackBytes) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
    this.slackBytes = slackBytes;
    this.bytes = buffer;
    bytes[0] = '\n';
  }

  /** Readable bytes behind the sentinel, for readers that want at least so many. */
  static int slackBytes(int wanted) {
    return Math.max(wanted, MIN_SLACK_BYTES);
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

  /** The number of the line at {@link #position}, from 1. */
  long line() {
    return line;
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
    int capacity = bytes.length - slackBytes;
    byte[] target = bytes;
    if (kept > capacity / 2) {
      // Room for the longest line and its end, so that a longer one shows.
      int largest = maxLineBytes + 2;
      int wanted = (int) Math.min(largest, Math.max(capacity * 2L, 16));
      if (wanted > capacity) {
        target = new byte[wanted + slackBytes];
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
    int end = bytes.length - slackBytes;
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
   * Goes to the first byte of the next row, past line ends and blanks.
   *
   * @return false if the stream ends before one
   */
  boolean nextRow() throws IOException {
    while (true) {
      int p = position;
      while (p < limit) {
        byte c = bytes[p];
        if (c == '\n') {
          line += lastWasReturn ? 0 : 1;
          lastWasReturn = false;
        } else {
          loneReturns |= lastWasReturn;
          lastWasReturn = c == '\r';
          if (c == '\r') {
            line++;
          } else if (c != ' ' && c != '\t') {
            position = p;
            return true;
          }
        }
        p++;
      }
      position = p;
      if (!more()) {
        return false;
      }
    }
  }

  /**
   * Where a row that can't be taken ends: at the first line end behind {@code failedAt}, where no
   * part of a string can be; in a file with lone carriage returns the first behind the row's start.
   *
   * @return −1 if that has not been read yet
   */
  int lineEnd(int failedAt) {
    int from = loneReturns ? position : Math.min(failedAt, limit);
    for (int p = from; p < limit; p++) {
      if (bytes[p] == '\n' || (loneReturns && bytes[p] == '\r')) {
        return p > position && bytes[p - 1] == '\r' ? p - 1 : p;
      }
    }
    if (!ended) {
      return -1;
    }
    return limit > position && bytes[limit - 1] == '\r' ? limit - 1 : limit;
  }

  /** Takes the bytes of the row at hand up to its line end, however many there are. */
  void skipLine() throws IOException {
    while (true) {
      for (int p = position; p < limit; p++) {
        if (bytes[p] == '\n' || (loneReturns && bytes[p] == '\r')) {
          position = p;
          return;
        }
      }
      position = limit;
      if (!more()) {
        return;
      }
    }
  }

  /** Gives memory back after a very long line, if what is kept allows. */
  void trim(int capacityBytes) {
    if (bytes.length - slackBytes > capacityBytes && limit - position < capacityBytes / 2) {
      byte[] smaller = Arrays.copyOfRange(bytes, position, position + capacityBytes + slackBytes);
      base += position;
      limit -= position;
      position = 0;
      bytes = smaller;
      bytes[limit] = '\n';
    }
  }
}
