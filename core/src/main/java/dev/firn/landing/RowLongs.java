package dev.firn.landing;

/** A buffer with a long per row, used by one step after the other and kept between flushes. */
final class RowLongs {
  private long[] values = new long[0];

  /** The buffer with room for this many rows; what it holds is unspecified. */
  long[] atLeast(int rows) {
    if (values.length < rows) {
      values = new long[rows + (rows >> 2)];
    }
    return values;
  }
}
