package dev.firn.batch;

import java.util.Arrays;

/**
 * Map values: row r holds the elements {@code [offsets[r], offsets[r + 1])} of {@link #key} and
 * {@link #value}.
 *
 * <p>To append a value, append its elements and then call {@link #append}.
 */
public final class MapColumn extends Column {
  private final Column key;
  private final Column value;
  private int[] offsets = new int[INITIAL_ROWS + 1];

  MapColumn(Column key, Column value) {
    this.key = key;
    this.value = value;
  }

  /** The keys of all rows, one after the other; never null. */
  public Column key() {
    return key;
  }

  /** The values, as many as keys. */
  public Column value() {
    return value;
  }

  /** Where rows begin; valid in {@code [0, size()]} until the next append. */
  public int[] offsets() {
    return offsets;
  }

  /** Ends a value that has all elements appended since the last one. */
  public void append() {
    value.padTo(key.size());
    endRow(advance(), key.size());
  }

  @Override
  public void clear() {
    super.clear();
    key.clear();
    value.clear();
  }

  @Override
  public long sizeBytes() {
    return size() * 4L + key.sizeBytes() + value.sizeBytes() + size() / 8;
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
    key.cancelTo(elements);
    value.cancelTo(elements);
  }

  private void endRow(int row, int elements) {
    if (row + 1 >= offsets.length) {
      offsets = Arrays.copyOf(offsets, grow(offsets.length, row + 2));
    }
    offsets[row + 1] = elements;
  }
}
