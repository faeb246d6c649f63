package dev.firn.landing;

import java.util.Arrays;

/** Rows of a batch, ascending: the few that stay behind when it is written. */
final class RowSet {
  private int[] rows = new int[0];
  private int size;

  /** Adds a row that lies behind all that are in. */
  void add(int row) {
    if (size > 0 && rows[size - 1] >= row) {
      throw new IllegalArgumentException("row " + row + " after row " + rows[size - 1]);
    }
    rows = FieldCodes.atLeast(rows, size + 1);
    rows[size++] = row;
  }

  boolean contains(int row) {
    return size > 0 && Arrays.binarySearch(rows, 0, size, row) >= 0;
  }

  int size() {
    return size;
  }

  /** Takes out all rows from {@code fromRow} on. */
  void truncate(int fromRow) {
    while (size > 0 && rows[size - 1] >= fromRow) {
      size--;
    }
  }
}
