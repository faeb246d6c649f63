package dev.firn.ledger;

import org.apache.iceberg.io.FileIO;

/** Walks over a segment's rows in their order; holds one row group. Used by one thread. */
final class SegmentCursor implements AutoCloseable {
  private final SegmentFile file;
  private final EntryColumns rows = new EntryColumns();
  private int nextGroup;
  private int row;
  private boolean atEnd;

  /** Opens the segment and goes to its first row. */
  SegmentCursor(FileIO io, Segment segment) {
    file = SegmentFile.open(io, segment, SegmentSchema.ENTRIES);
    loadGroup();
  }

  boolean atEnd() {
    return atEnd;
  }

  EntryColumns rows() {
    return rows;
  }

  int row() {
    return row;
  }

  /** Whether the row after this one is at hand and has another key. */
  boolean nextDiffers() {
    int next = row + 1;
    return next < rows.rowCount()
        && (rows.hashHi(next) != rows.hashHi(row)
            || rows.hashLo(next) != rows.hashLo(row)
            || rows.day(next) != rows.day(row));
  }

  void next() {
    row++;
    if (row == rows.rowCount()) {
      loadGroup();
    }
  }

  /** Compares the keys of two current rows: day (none first), then hash. */
  int compareTo(SegmentCursor other) {
    int byDay = Integer.compare(rows.day(row), other.rows.day(other.row));
    if (byDay != 0) {
      return byDay;
    }
    int byHi = Long.compare(rows.hashHi(row), other.rows.hashHi(other.row));
    return byHi != 0 ? byHi : Long.compare(rows.hashLo(row), other.rows.hashLo(other.row));
  }

  @Override
  public void close() {
    file.close();
  }

  private void loadGroup() {
    rows.clear();
    row = 0;
    while (rows.rowCount() == 0 && !atEnd) {
      if (nextGroup == file.groupCount()) {
        atEnd = true;
      } else {
        file.read(nextGroup++, rows.batch());
      }
    }
  }
}
