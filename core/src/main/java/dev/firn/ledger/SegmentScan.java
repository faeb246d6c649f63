package dev.firn.ledger;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.io.FileIO;

/**
 * Several segments as one sorted stream, in which of several entries of a file version only the
 * newest is left.
 *
 * <p>Memory: a row group per segment. Entries of one file version whose days differ (the day rule
 * was changed between them) do not meet here and all come through.
 */
final class SegmentScan implements AutoCloseable {
  /** Takes the entries in the order of a segment. */
  interface Sink {
    /** An entry as a row; the batch is valid only during the call. */
    void row(EntryColumns rows, int row);

    /** An entry as a value. */
    void entry(LedgerEntry entry);
  }

  /** Oldest first; those at their end are taken out. */
  private final List<SegmentCursor> cursors = new ArrayList<>();

  /** Opens the segments, oldest first. */
  SegmentScan(FileIO io, List<Segment> segments) {
    try {
      for (Segment segment : segments) {
        cursors.add(new SegmentCursor(io, segment));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  void run(Sink sink) {
    while (removeEnded()) {
      int first = lowest();
      if (isAlone(first)) {
        SegmentCursor cursor = cursors.get(first);
        sink.row(cursor.rows(), cursor.row());
        cursor.next();
      } else {
        newestOf(first).forEach(sink::entry);
      }
    }
  }

  @Override
  public void close() {
    cursors.forEach(SegmentCursor::close);
    cursors.clear();
  }

  private boolean removeEnded() {
    for (int i = cursors.size() - 1; i >= 0; i--) {
      if (cursors.get(i).atEnd()) {
        cursors.remove(i).close();
      }
    }
    return !cursors.isEmpty();
  }

  /** The oldest of the cursors with the lowest key. */
  private int lowest() {
    int lowest = 0;
    for (int i = 1; i < cursors.size(); i++) {
      if (cursors.get(i).compareTo(cursors.get(lowest)) < 0) {
        lowest = i;
      }
    }
    return lowest;
  }

  /** Whether no other row can have the key of this cursor's row. */
  private boolean isAlone(int first) {
    SegmentCursor cursor = cursors.get(first);
    for (int i = first + 1; i < cursors.size(); i++) {
      if (cursors.get(i).compareTo(cursor) == 0) {
        return false;
      }
    }
    return cursor.nextDiffers();
  }

  /**
   * Takes all rows with the key of a cursor's row; the newest of each file version, newest first.
   */
  private List<LedgerEntry> newestOf(int first) {
    List<LedgerEntry> oldestFirst = new ArrayList<>();
    int day = cursors.get(first).rows().day(cursors.get(first).row());
    long hi = cursors.get(first).rows().hashHi(cursors.get(first).row());
    long lo = cursors.get(first).rows().hashLo(cursors.get(first).row());
    for (SegmentCursor cursor : cursors) {
      while (!cursor.atEnd()
          && cursor.rows().day(cursor.row()) == day
          && cursor.rows().hashHi(cursor.row()) == hi
          && cursor.rows().hashLo(cursor.row()) == lo) {
        oldestFirst.add(cursor.rows().get(cursor.row()));
        cursor.next();
      }
    }
    List<LedgerEntry> newest = new ArrayList<>();
    for (int i = oldestFirst.size() - 1; i >= 0; i--) {
      addIfNewest(newest, oldestFirst.get(i));
    }
    return newest;
  }

  /** Adds an entry unless a newer one of the same version is there. */
  static void addIfNewest(List<LedgerEntry> newestFirst, LedgerEntry older) {
    for (LedgerEntry newer : newestFirst) {
      if (newer.file().sameVersionAs(older.file())) {
        return;
      }
    }
    newestFirst.add(older);
  }
}
