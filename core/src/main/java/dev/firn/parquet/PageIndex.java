package dev.firn.parquet;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;

/**
 * Collects the column index and the offset index of one column chunk.
 *
 * <p>A chunk with a NaN has no column index: readers differ in whether NaN is larger than all
 * numbers, and with pages skipped by bounds that don't cover it some would lose the row.
 */
final class PageIndex {
  /** Bounds are cut to this; parquet-java does the same. */
  private static final int MAX_BOUND_BYTES = 64;

  private final Leaf leaf;
  private final boolean text;
  private final List<Boolean> nullPages = new ArrayList<>();
  private final List<Long> nullCounts = new ArrayList<>();
  private final List<ByteBuffer> mins = new ArrayList<>();
  private final List<ByteBuffer> maxes = new ArrayList<>();
  private final List<PageLocation> locations = new ArrayList<>();
  private boolean hasNan;

  PageIndex(Leaf leaf) {
    this.leaf = leaf;
    this.text = ChunkStatistics.isText(leaf);
  }

  int pageCount() {
    return locations.size();
  }

  void clear() {
    nullPages.clear();
    nullCounts.clear();
    mins.clear();
    maxes.clear();
    locations.clear();
    hasNan = false;
  }

  /**
   * Adds a page.
   *
   * @param offset where its header begins, from the chunk's first data page on
   * @param sizeBytes header and data
   */
  void add(long offset, int sizeBytes, long firstRow, long nullCount, ValueRange range) {
    locations.add(new PageLocation(offset, sizeBytes, firstRow));
    nullCounts.add(nullCount);
    hasNan |= range.nanCount() > 0;
    nullPages.add(range.isEmpty());
    mins.add(ByteBuffer.wrap(range.isEmpty() ? new byte[0] : lower(range.min())));
    maxes.add(ByteBuffer.wrap(range.isEmpty() ? new byte[0] : upper(range.max())));
  }

  private byte[] lower(byte[] min) {
    return cuts() ? ShortBounds.lower(min, MAX_BOUND_BYTES, text) : min;
  }

  private byte[] upper(byte[] max) {
    return cuts() ? ShortBounds.upper(max, MAX_BOUND_BYTES, text).orElse(max) : max;
  }

  private boolean cuts() {
    return leaf.physical() == Physical.BYTES;
  }

  /** The offset index, with pages placed from {@code dataOffset} of the file on. */
  OffsetIndex offsetIndex(long dataOffset) {
    List<PageLocation> placed = new ArrayList<>(locations.size());
    for (PageLocation location : locations) {
      placed.add(
          new PageLocation(
              dataOffset + location.getOffset(),
              location.getCompressed_page_size(),
              location.getFirst_row_index()));
    }
    return new OffsetIndex(placed);
  }

  /** The column index; empty where there can be none. */
  Optional<ColumnIndex> columnIndex() {
    if (hasNan) {
      return Optional.empty();
    }
    ColumnIndex index =
        new ColumnIndex(
            new ArrayList<>(nullPages), new ArrayList<>(mins), new ArrayList<>(maxes), order());
    index.setNull_counts(new ArrayList<>(nullCounts));
    return Optional.of(index);
  }

  private BoundaryOrder order() {
    Comparator<ByteBuffer> comparator = PlainOrder.of(leaf.physical());
    boolean ascending = true;
    boolean descending = true;
    int previous = -1;
    for (int i = 0; i < mins.size(); i++) {
      if (nullPages.get(i)) {
        continue;
      }
      if (previous >= 0) {
        int min = comparator.compare(mins.get(previous), mins.get(i));
        int max = comparator.compare(maxes.get(previous), maxes.get(i));
        ascending &= min <= 0 && max <= 0;
        descending &= min >= 0 && max >= 0;
      }
      previous = i;
    }
    return ascending
        ? BoundaryOrder.ASCENDING
        : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
  }
}
