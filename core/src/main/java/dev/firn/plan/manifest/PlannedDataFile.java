package dev.firn.plan.manifest;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * A row of a manifest as Iceberg's data file: made without copying anything, values are read when
 * they are asked for. Immutable. It holds on to the columns of its manifest; serialised, it becomes
 * a {@link DetachedDataFile}, which has its own values.
 */
public final class PlannedDataFile implements DataFile, Serializable {
  private static final long serialVersionUID = 1L;

  private final transient ManifestColumns manifest;
  private final transient int row;
  private final transient StatsKept kept;

  /**
   * The file of a row.
   *
   * @param kept which statistics it shows
   */
  public PlannedDataFile(ManifestColumns manifest, int row, StatsKept kept) {
    this.manifest = manifest;
    this.row = row;
    this.kept = kept;
  }

  @Override
  public String manifestLocation() {
    return manifest.location();
  }

  @Override
  public Long pos() {
    return manifest.ordinals().get(row);
  }

  @Override
  public int specId() {
    return manifest.specId();
  }

  @Override
  public FileContent content() {
    return FileContent.DATA;
  }

  @Override
  @Deprecated
  public CharSequence path() {
    return location();
  }

  @Override
  public String location() {
    return manifest.path(row);
  }

  @Override
  public FileFormat format() {
    return manifest.format(row);
  }

  @Override
  public StructLike partition() {
    return manifest.partitions().tuple(manifest.partitions().code(row));
  }

  @Override
  public long recordCount() {
    return manifest.recordCounts().get(row);
  }

  @Override
  public long fileSizeInBytes() {
    return manifest.sizesBytes().get(row);
  }

  @Override
  public @Nullable Map<Integer, Long> columnSizes() {
    return counts(ColumnStats::columnSizes);
  }

  @Override
  public @Nullable Map<Integer, Long> valueCounts() {
    return counts(ColumnStats::valueCounts);
  }

  @Override
  public @Nullable Map<Integer, Long> nullValueCounts() {
    return counts(ColumnStats::nullCounts);
  }

  @Override
  public @Nullable Map<Integer, Long> nanValueCounts() {
    return counts(ColumnStats::nanCounts);
  }

  @Override
  public @Nullable Map<Integer, ByteBuffer> lowerBounds() {
    return bounds(ColumnStats::lower);
  }

  @Override
  public @Nullable Map<Integer, ByteBuffer> upperBounds() {
    return bounds(ColumnStats::upper);
  }

  private @Nullable Map<Integer, Long> counts(Function<ColumnStats, LongColumn> which) {
    Map<Integer, Long> map = new HashMap<>();
    manifest
        .stats()
        .forEach(
            (id, stats) -> {
              LongColumn column = which.apply(stats);
              if (kept.keeps(id) && column.isPresent(row)) {
                map.put(id, column.get(row));
              }
            });
    return map.isEmpty() ? null : map;
  }

  private @Nullable Map<Integer, ByteBuffer> bounds(Function<ColumnStats, BoundColumn> which) {
    Map<Integer, ByteBuffer> map = new HashMap<>();
    manifest
        .stats()
        .forEach(
            (id, stats) -> {
              BoundColumn column = which.apply(stats);
              if (kept.keeps(id) && column.isPresent(row)) {
                map.put(id, column.serialised(row));
              }
            });
    return map.isEmpty() ? null : map;
  }

  @Override
  public @Nullable ByteBuffer keyMetadata() {
    BytesColumn column = manifest.extras().keyMetadata();
    return column.isPresent(row) ? column.copy(row) : null;
  }

  @Override
  public @Nullable List<Long> splitOffsets() {
    BytesColumn column = manifest.extras().splitOffsets();
    return column.isPresent(row) ? ManifestDecoder.splitOffsets(column, row) : null;
  }

  @Override
  public @Nullable Integer sortOrderId() {
    LongColumn column = manifest.extras().sortOrders();
    return column.isPresent(row) ? (Integer) (int) column.get(row) : null;
  }

  @Override
  public @Nullable Long dataSequenceNumber() {
    return number(manifest.extras().sequences());
  }

  @Override
  public @Nullable Long fileSequenceNumber() {
    return number(manifest.extras().fileSequences());
  }

  @Override
  public @Nullable Long firstRowId() {
    return number(manifest.extras().firstRowIds());
  }

  private @Nullable Long number(LongColumn column) {
    return column.isPresent(row) ? (Long) column.get(row) : null;
  }

  /** This file itself: it never changes. */
  @Override
  public DataFile copy() {
    return this;
  }

  @Override
  public DataFile copyWithoutStats() {
    return new PlannedDataFile(manifest, row, StatsKept.NONE);
  }

  @Override
  public DataFile copyWithStats(Set<Integer> requestedColumnIds) {
    return new PlannedDataFile(manifest, row, new StatsKept(Optional.of(requestedColumnIds)));
  }

  @Override
  public String toString() {
    return location();
  }

  private Object writeReplace() {
    return new DetachedDataFile(this);
  }
}
