package dev.firn.decode.csv;

import dev.firn.decode.RejectReason;
import dev.firn.decode.TextCheck;
import dev.firn.decode.Utf8Text;
import java.io.IOException;
import java.io.InputStream;

/**
 * The records of a file, one after the other, with their fields, lines and offsets; those that are
 * none too. One thread.
 */
final class RecordReader {
  /** Bytes of a record that is too long which rejects get to see. */
  static final int KEPT_BYTES = 4096;

  private final RecordBuffer buffer;
  private final RecordScanner scanner;
  private final CsvDialect dialect;
  private final int capacityBytes;

  private boolean started;

  /** The line of the record at hand, and of the one behind it; from 1. */
  private long line = 1;

  private long nextLine = 1;
  private int end;
  private int next;
  private boolean good;
  private boolean tooLong;
  private RejectReason reason = RejectReason.MALFORMED;
  private String problem = "";

  RecordReader(InputStream in, CsvDialect dialect, int capacityBytes) {
    this.buffer = new RecordBuffer(in, capacityBytes, dialect.maxRowBytes());
    this.scanner = new RecordScanner(dialect);
    this.dialect = dialect;
    this.capacityBytes = capacityBytes;
  }

  /**
   * Looks at the first bytes, before the first record.
   *
   * @throws dev.firn.decode.SourceFileException if the file is no text
   */
  void start(String location) throws IOException {
    if (!started) {
      started = true;
      buffer.more();
      TextCheck.requireText(location, "CSV", buffer.bytes(), buffer.limit());
      buffer.skipByteOrderMark();
      next = buffer.position();
    }
  }

  /**
   * Goes to the next record that is no empty line.
   *
   * @return false if there is none
   */
  boolean next() throws IOException {
    finish();
    while (true) {
      int from = buffer.position();
      if (from == buffer.limit()) {
        if (!buffer.more()) {
          return false;
        }
        continue;
      }
      int found = scanner.scan(buffer.bytes(), from, buffer.limit(), buffer.ended());
      if (found == from && scanner.fieldCount() == 1 && !scanner.hasQuotes()) {
        nextLine++;
        line = nextLine;
        buffer.advanceTo(scanner.next());
      } else if (settle(from, found) || !buffer.more()) {
        if (end < 0) {
          refuseLong(from);
        }
        return true;
      }
    }
  }

  /** Whether the record at hand is there as a whole; else {@link #end} is −1. */
  private boolean settle(int from, int found) {
    end = -1;
    if (found == RecordScanner.FAILED) {
      int lineEnd = lineEnd(scanner.failedAt());
      if (lineEnd < 0) {
        return false;
      }
      next = Math.min(lineEnd + 1, buffer.limit());
      end = trimReturn(from, lineEnd);
      refuse(RejectReason.MALFORMED, "expected " + scanner.expected(), scanner.failedAt());
    } else if (found >= 0) {
      end = found;
      next = scanner.next();
      accept(from);
    } else {
      return false;
    }
    if (end - from > dialect.maxRowBytes()) {
      refuseLong(from);
    }
    return true;
  }

  private void accept(int from) {
    tooLong = false;
    good = true;
    if (scanner.mayBeBeyondAscii()) {
      int invalid = Utf8Text.firstInvalid(buffer.bytes(), from, end);
      if (invalid >= 0) {
        refuse(RejectReason.INVALID_UTF8, "expected valid UTF-8", invalid);
      }
    }
    nextLine = line + 1 + (scanner.hasQuotes() ? lineFeeds(from, end) : 0);
  }

  private void refuse(RejectReason why, String what, int at) {
    tooLong = false;
    good = false;
    reason = why;
    int from = buffer.position();
    problem =
        what
            + ", got "
            + Excerpt.of(buffer.bytes(), at, end)
            + " at byte "
            + (at - from)
            + " of the record";
    nextLine = line + 1 + lineFeeds(from, end);
  }

  private void refuseLong(int from) {
    good = false;
    tooLong = true;
    reason = RejectReason.LINE_TOO_LONG;
    end = from + Math.min(KEPT_BYTES, dialect.maxRowBytes());
    problem =
        "the record is longer than "
            + dialect.maxRowBytes()
            + " bytes (is a closing quote missing?); its first "
            + (end - from)
            + " follow";
  }

  /** Leaves the record at hand behind. */
  private void finish() throws IOException {
    if (!tooLong) {
      line = nextLine;
      buffer.advanceTo(next);
      return;
    }
    tooLong = false;
    // Where a record of this length ends can't be told: reading goes on in the line behind it.
    int from = buffer.position();
    int to = Math.min(buffer.limit(), from + dialect.maxRowBytes());
    nextLine = line + 1 + lineFeeds(from, to);
    buffer.advanceTo(to);
    buffer.skipLine();
    buffer.trim(capacityBytes);
    line = nextLine;
    next = buffer.position();
  }

  /** Whether the record is one; else {@link #reason} and {@link #problem} say why not. */
  boolean isGood() {
    return good;
  }

  RejectReason reason() {
    return reason;
  }

  String problem() {
    return problem;
  }

  /** The fields of a good record. */
  RecordScanner fields() {
    return scanner;
  }

  byte[] bytes() {
    return buffer.bytes();
  }

  /** Where the record at hand begins in {@link #bytes}. */
  int from() {
    return buffer.position();
  }

  /** Where it ends, without its line end. */
  int end() {
    return end;
  }

  /** Its first line. */
  long line() {
    return line;
  }

  /** Where it begins in the stream. */
  long offset() {
    return buffer.offset(buffer.position());
  }

  long bytesRead() {
    return buffer.bytesRead();
  }

  /** The first line end at or behind a position; −1 if that has not been read yet. */
  private int lineEnd(int from) {
    byte[] b = buffer.bytes();
    for (int p = from; p < buffer.limit(); p++) {
      if (b[p] == '\n') {
        return p;
      }
    }
    return buffer.ended() ? buffer.limit() : -1;
  }

  private int trimReturn(int from, int lineEnd) {
    return lineEnd > from && buffer.bytes()[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
  }

  private int lineFeeds(int from, int to) {
    byte[] b = buffer.bytes();
    int count = 0;
    for (int p = from; p < to; p++) {
      if (b[p] == '\n') {
        count++;
      }
    }
    return count;
  }
}
