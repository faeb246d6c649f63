package dev.firn.ledger;

/**
 * The row groups of a segment, as its footer describes them; index: row group.
 *
 * @param minDay lowest day; {@link SegmentSchema#NO_DAY} if no entry of the row group has one
 * @param maxDay highest day
 * @param minHash lowest upper half of a hash
 * @param maxHash highest
 */
record SegmentLayout(int[] minDay, int[] maxDay, long[] minHash, long[] maxHash) {
  /** No day to go by: every row group may hold the file. */
  static final int ANY_DAY = Integer.MAX_VALUE;

  int groupCount() {
    return minDay.length;
  }

  /**
   * Whether a row group may hold a file.
   *
   * @param day the file's day, {@link SegmentSchema#NO_DAY} if it has none, or {@link #ANY_DAY}
   */
  boolean mayHold(int group, int day, long hash) {
    if (hash < minHash[group] || hash > maxHash[group]) {
      return false;
    }
    return day == ANY_DAY
        || minDay[group] == SegmentSchema.NO_DAY
        || (day >= minDay[group] && day <= maxDay[group]);
  }

  long sizeBytes() {
    return 24L * groupCount() + 128;
  }
}
