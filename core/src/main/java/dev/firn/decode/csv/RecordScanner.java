package dev.firn.decode.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Splits a record into its fields: eight bytes at a time it looks for delimiter, quote and line
 * end. One thread; the answers are those of the last call of {@link #scan}.
 *
 * <p>Grammar (RFC 4180 §2): a field either begins with a quote, ends with one, and has all quotes
 * between doubled; or it has no quote, delimiter or line end in it. A record ends at LF or CRLF, or
 * with the file.
 */
final class RecordScanner {
  /** {@link #scan}: the record is against the grammar. */
  static final int FAILED = -1;

  /** {@link #scan}: the record goes on behind the bytes that are there. */
  static final int INCOMPLETE = -2;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LOWS = 0x7F7F7F7F7F7F7F7FL;
  private static final long LINE_FEEDS = ONES * '\n';
  private static final long RETURNS = ONES * '\r';
  private static final int NONE = -1;

  private final byte delimiter;
  private final byte quote;
  private final long delimiters;
  private final long quotes;

  private int fieldCount;
  private int[] starts = new int[64];
  private int[] ends = new int[64];

  /** Whether a field is quoted, and whether there are quotes doubled in it. */
  private byte[] forms = new byte[64];

  /** All bytes looked at, or'ed: tells whether there is any beyond ASCII. */
  private long seen;

  private boolean quoted;
  private int next;
  private int failedAt;
  private String expected = "";

  RecordScanner(CsvDialect dialect) {
    this.delimiter = dialect.delimiter();
    this.quote = dialect.quote();
    this.delimiters = ONES * delimiter;
    this.quotes = ONES * quote;
  }

  /**
   * Finds the fields of a record.
   *
   * @param from its first byte
   * @param limit where the bytes end; a line feed stands there that is not the stream's
   * @param ended whether the stream ends there
   * @return where the record's line end begins, {@link #FAILED} or {@link #INCOMPLETE}
   */
  int scan(byte[] b, int from, int limit, boolean ended) {
    fieldCount = 0;
    seen = 0;
    quoted = false;
    int start = from;
    int base = from;
    long marks = marks((long) LONGS.get(b, base));
    while (true) {
      while (marks == 0) {
        base += Long.BYTES;
        marks = marks((long) LONGS.get(b, base));
      }
      int p = base + (Long.numberOfTrailingZeros(marks) >>> 3);
      marks &= marks - 1;
      byte c = b[p];
      if (p < limit && c == delimiter) {
        add(start, p, CellReader.PLAIN);
        start = p + 1;
      } else if (p < limit && c == quote) {
        if (p != start) {
          return fail(p, "a field with quotes in it to be quoted as a whole");
        }
        int close = close(b, p + 1, limit, ended);
        if (close < 0) {
          return close;
        }
        int behind = close + 1;
        if (behind < limit && b[behind] == delimiter) {
          start = behind + 1;
          base = start;
          marks = marks((long) LONGS.get(b, base));
        } else {
          return b[behind] == '\n' || b[behind] == '\r'
              ? end(b, NONE, behind, limit, ended)
              : fail(behind, "a delimiter or a line end behind the closing quote");
        }
      } else {
        return end(b, start, p, limit, ended);
      }
    }
  }

  /** How many fields the record has. */
  int fieldCount() {
    return fieldCount;
  }

  /** Where a field begins, behind its quote. */
  int start(int field) {
    return starts[field];
  }

  /** Where a field ends, before its quote. */
  int end(int field) {
    return ends[field];
  }

  /** {@link CellReader#PLAIN}, {@link CellReader#QUOTED} or {@link CellReader#DOUBLED}. */
  byte form(int field) {
    return forms[field];
  }

  /** Where the next record begins. */
  int next() {
    return next;
  }

  /** Whether there may be a byte beyond ASCII in it. */
  boolean mayBeBeyondAscii() {
    return (seen & ~LOWS) != 0;
  }

  /** Whether a field is quoted, so that there may be line ends in the record. */
  boolean hasQuotes() {
    return quoted;
  }

  int failedAt() {
    return failedAt;
  }

  String expected() {
    return expected;
  }

  /** High bits of the bytes that are delimiter, quote, LF or CR; exact. */
  private long marks(long eight) {
    seen |= eight;
    return ~(others(eight ^ delimiters)
            & others(eight ^ quotes)
            & others(eight ^ LINE_FEEDS)
            & others(eight ^ RETURNS))
        & ~LOWS;
  }

  /** High bits of the bytes that are not 0, and anything in the other bits. */
  private static long others(long eight) {
    return ((eight & LOWS) + LOWS) | eight;
  }

  /** Adds the field up to its closing quote, and returns where that is. */
  private int close(byte[] b, int from, int limit, boolean ended) {
    quoted = true;
    byte form = CellReader.QUOTED;
    int p = from;
    while (true) {
      long eight = (long) LONGS.get(b, p);
      seen |= eight;
      long found = ~others(eight ^ quotes) & ~LOWS;
      if (found == 0) {
        p += Long.BYTES;
      } else {
        p += Long.numberOfTrailingZeros(found) >>> 3;
        if (p >= limit - 1 && !ended) {
          // The byte behind it decides whether it closes.
          return INCOMPLETE;
        }
        if (p < limit) {
          if (p + 1 == limit || b[p + 1] != quote) {
            add(from, p, form);
            return p;
          }
          form = CellReader.DOUBLED;
          p += 2;
        }
      }
      if (p >= limit) {
        return ended ? fail(limit, "a closing quote before the file ends") : INCOMPLETE;
      }
    }
  }

  /** Ends the record at {@code p}, where a line end is or the bytes end. */
  private int end(byte[] b, int fieldStart, int p, int limit, boolean ended) {
    if (p >= limit && !ended) {
      return INCOMPLETE;
    }
    int end = Math.min(p, limit);
    next = end + 1;
    if (end == limit) {
      next = limit;
    } else if (b[end] == '\r') {
      if (end + 1 == limit) {
        if (!ended) {
          return INCOMPLETE;
        }
        next = limit;
      } else if (b[end + 1] == '\n') {
        next = end + 2;
      } else {
        return fail(end, "no carriage return outside of quotes, except before a line feed");
      }
    }
    if (fieldStart != NONE) {
      add(fieldStart, end, CellReader.PLAIN);
    }
    return end;
  }

  private void add(int start, int end, byte form) {
    int field = fieldCount++;
    if (field == starts.length) {
      starts = Arrays.copyOf(starts, field * 2);
      ends = Arrays.copyOf(ends, field * 2);
      forms = Arrays.copyOf(forms, field * 2);
    }
    starts[field] = start;
    ends[field] = end;
    forms[field] = form;
  }

  private int fail(int at, String wanted) {
    failedAt = at;
    expected = wanted;
    return FAILED;
  }
}
