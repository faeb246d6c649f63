package dev.firn.transform.eval;

import dev.firn.batch.ListColumn;
import java.util.Arrays;

/** The rows of a piece as the steps see them: for each level, which of its rows a row reads. */
public final class Rows {
  private static final int FIRST_CAPACITY = 1024;

  private final int[][] indexes;
  private int levels;
  private int count;
  private int[] counting = new int[0];
  private int[] zeros = new int[0];
  private int[] starts = new int[0];

  /**
   * No rows.
   *
   * @param maxLevels levels that there can be
   */
  public Rows(int maxLevels) {
    this.indexes = new int[maxLevels][FIRST_CAPACITY];
  }

  /** Begins a piece: the rows of level 0, all of them, in their order. */
  public void begin(int sourceRows) {
    levels = 0;
    count = sourceRows;
    addLevel(counting());
  }

  /** How many rows there are now. */
  public int count() {
    return count;
  }

  /** By row, the row of a level; valid in {@code [0, count())} until rows are kept or exploded. */
  public int[] index(int level) {
    return indexes[level];
  }

  /** The numbers 0, 1, 2, … up to {@link #count} at least. */
  public int[] counting() {
    if (counting.length < count) {
      counting = new int[count + (count >> 1)];
      for (int i = 0; i < counting.length; i++) {
        counting[i] = i;
      }
    }
    return counting;
  }

  /** As many zeros as there are rows at least. */
  public int[] zeros() {
    if (zeros.length < count) {
      zeros = new int[count + (count >> 1)];
    }
    return zeros;
  }

  /** Adds the next level. */
  public void addLevel(int[] rowsOfLevel) {
    if (indexes[levels].length < count) {
      indexes[levels] = new int[count + (count >> 1)];
    }
    System.arraycopy(rowsOfLevel, 0, indexes[levels], 0, count);
    levels++;
  }

  /**
   * Keeps the rows whose truth is {@link Predicate#TRUE}.
   *
   * @return how many were dropped
   */
  public int keep(byte[] truths) {
    int kept = count;
    for (int level = 0; level < levels; level++) {
      kept = keep(indexes[level], truths, count);
    }
    int dropped = count - kept;
    count = kept;
    return dropped;
  }

  private static int keep(int[] index, byte[] truths, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      index[kept] = index[i];
      kept += truths[i] == Predicate.TRUE ? 1 : 0;
    }
    return kept;
  }

  /**
   * Makes one row per element, and the elements a level; a row whose list is null or empty is
   * dropped.
   *
   * @param list whose elements
   * @param listRows by row, the row of the list
   * @return how many rows were dropped
   */
  public int explode(ListColumn list, int[] listRows) {
    int dropped = 0;
    int total = 0;
    if (starts.length <= count) {
      starts = new int[count + (count >> 1) + 1];
    }
    int[] offsets = list.offsets();
    for (int i = 0; i < count; i++) {
      starts[i] = total;
      int row = listRows[i];
      int length = list.isNull(row) ? 0 : offsets[row + 1] - offsets[row];
      total += length;
      dropped += length == 0 ? 1 : 0;
    }
    starts[count] = total;
    int[] elements = new int[total];
    for (int i = 0; i < count; i++) {
      int first = offsets[listRows[i]];
      for (int at = starts[i]; at < starts[i + 1]; at++) {
        elements[at] = first + at - starts[i];
      }
    }
    for (int level = 0; level < levels; level++) {
      indexes[level] = repeat(indexes[level], total);
    }
    count = total;
    addLevel(elements);
    return dropped;
  }

  private int[] repeat(int[] index, int total) {
    int[] repeated = new int[Math.max(total, FIRST_CAPACITY)];
    for (int i = 0; i < count; i++) {
      Arrays.fill(repeated, starts[i], starts[i + 1], index[i]);
    }
    return repeated;
  }
}
