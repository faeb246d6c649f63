package dev.firn.batch;

import java.util.Arrays;

/**
 * List values: row r holds the elements {@code [offsets[r], offsets[r + 1])} of {@link #element}.
 *
 * <p>To append a value, append its elements and then call {@link #append}.
 */
public final class ListColumn extends Column {
  private final Column element;
  private int[] offsets = new int[INITIAL_ROWS + 1];

  ListColumn(Column element) {
    this.element = element;
  }

  /** The elements of all rows, one after the other. */
  public Column element() {
    return element;
  }

  /** Where rows begin; valid in {@code [0, size()]} until the next append. */
  public int[] offsets() {
    return offsets;
  }

  /** Ends a value that has all elements appended since the last one. */
  public void append() {
    endRow(advance(), element.size());
  }

  @Override
  public void clear() {
    super.clear();
    element.clear();
  }

  @Override
  public long sizeBytes() {
    return size() * 4L + element.sizeBytes() + size() / 8;
  }

  /** A null value may have been begun: its elements are taken back. */
  @Override
  void appendDefault() {
    cancelValue();
    endRow(size(), offsets[size()]);
  }

  @Override
  void truncateValues(int rows) {
    cancelElements(offsets[rows]);
  }

  @Override
  void cancelValue() {
    cancelElements(offsets[size()]);
  }

  private void cancelElements(int elements) {
    element.cancelTo(elements);
  }

  private void endRow(int row, int elements) {
    if (row + 1 >= offsets.length) {
      offsets = Arrays.copyOf(offsets, grow(offsets.length, row + 2));
    }
    offsets[row + 1] = elements;
  }
}
