package dev.firn.plan.manifest;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/** A data file with values of its own, as it travels to another process. Immutable. */
final class DetachedDataFile implements DataFile, Serializable {
  private static final long serialVersionUID = 1L;

  private final String manifestLocation;
  private final long position;
  private final int specId;
  private final String location;
  private final FileFormat format;
  private final PartitionData partition;
  private final long recordCount;
  private final long sizeBytes;
  private final @Nullable Integer sortOrderId;
  private final @Nullable Long dataSequenceNumber;
  private final @Nullable Long fileSequenceNumber;
  private final @Nullable Long firstRowId;
  private final byte @Nullable [] keyMetadata;
  private final @Nullable List<Long> splitOffsets;
  private final Stats stats;

  /** Statistics with bounds as arrays: buffers do not serialise. */
  private record Stats(
      @Nullable Map<Integer, Long> columnSizes,
      @Nullable Map<Integer, Long> valueCounts,
      @Nullable Map<Integer, Long> nullCounts,
      @Nullable Map<Integer, Long> nanCounts,
      @Nullable Map<Integer, byte[]> lower,
      @Nullable Map<Integer, byte[]> upper)
      implements Serializable {
    static final Stats NONE = new Stats(null, null, null, null, null, null);
  }

  DetachedDataFile(PlannedDataFile file) {
    manifestLocation = file.manifestLocation();
    position = file.pos();
    specId = file.specId();
    location = file.location();
    format = file.format();
    partition = ((PartitionData) file.partition()).copy();
    recordCount = file.recordCount();
    sizeBytes = file.fileSizeInBytes();
    sortOrderId = file.sortOrderId();
    dataSequenceNumber = file.dataSequenceNumber();
    fileSequenceNumber = file.fileSequenceNumber();
    firstRowId = file.firstRowId();
    ByteBuffer key = file.keyMetadata();
    keyMetadata = key == null ? null : bytes(key);
    splitOffsets = file.splitOffsets();
    stats =
        new Stats(
            file.columnSizes(),
            file.valueCounts(),
            file.nullValueCounts(),
            file.nanValueCounts(),
            arrays(file.lowerBounds()),
            arrays(file.upperBounds()));
  }

  private DetachedDataFile(DetachedDataFile from, @Nullable Set<Integer> columns) {
    manifestLocation = from.manifestLocation;
    position = from.position;
    specId = from.specId;
    location = from.location;
    format = from.format;
    partition = from.partition;
    recordCount = from.recordCount;
    sizeBytes = from.sizeBytes;
    sortOrderId = from.sortOrderId;
    dataSequenceNumber = from.dataSequenceNumber;
    fileSequenceNumber = from.fileSequenceNumber;
    firstRowId = from.firstRowId;
    keyMetadata = from.keyMetadata;
    splitOffsets = from.splitOffsets;
    stats =
        columns == null
            ? Stats.NONE
            : new Stats(
                only(from.stats.columnSizes, columns),
                only(from.stats.valueCounts, columns),
                only(from.stats.nullCounts, columns),
                only(from.stats.nanCounts, columns),
                only(from.stats.lower, columns),
                only(from.stats.upper, columns));
  }

  private static <T> @Nullable Map<Integer, T> only(
      @Nullable Map<Integer, T> all, Set<Integer> columns) {
    if (all == null) {
      return null;
    }
    Map<Integer, T> some = new HashMap<>(all);
    some.keySet().retainAll(columns);
    return some;
  }

  private static @Nullable Map<Integer, byte[]> arrays(@Nullable Map<Integer, ByteBuffer> bounds) {
    if (bounds == null) {
      return null;
    }
    Map<Integer, byte[]> arrays = new HashMap<>();
    bounds.forEach((id, bound) -> arrays.put(id, bytes(bound)));
    return arrays;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static @Nullable Map<Integer, ByteBuffer> buffers(@Nullable Map<Integer, byte[]> arrays) {
    if (arrays == null) {
      return null;
    }
    Map<Integer, ByteBuffer> buffers = new HashMap<>();
    arrays.forEach((id, bytes) -> buffers.put(id, ByteBuffer.wrap(bytes)));
    return buffers;
  }

  @Override
  public String manifestLocation() {
    return manifestLocation;
  }

  @Override
  public Long pos() {
    return position;
  }

  @Override
  public int specId() {
    return specId;
  }

  @Override
  public FileContent content() {
    return FileContent.DATA;
  }

  @Override
  @Deprecated
  public CharSequence path() {
    return location;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public FileFormat format() {
    return format;
  }

  @Override
  public StructLike partition() {
    return partition;
  }

  @Override
  public long recordCount() {
    return recordCount;
  }

  @Override
  public long fileSizeInBytes() {
    return sizeBytes;
  }

  @Override
  public @Nullable Map<Integer, Long> columnSizes() {
    return stats.columnSizes;
  }

  @Override
  public @Nullable Map<Integer, Long> valueCounts() {
    return stats.valueCounts;
  }

  @Override
  public @Nullable Map<Integer, Long> nullValueCounts() {
    return stats.nullCounts;
  }

  @Override
  public @Nullable Map<Integer, Long> nanValueCounts() {
    return stats.nanCounts;
  }

  @Override
  public @Nullable Map<Integer, ByteBuffer> lowerBounds() {
    return buffers(stats.lower);
  }

  @Override
  public @Nullable Map<Integer, ByteBuffer> upperBounds() {
    return buffers(stats.upper);
  }

  @Override
  public @Nullable ByteBuffer keyMetadata() {
    return keyMetadata == null ? null : ByteBuffer.wrap(keyMetadata);
  }

  @Override
  public @Nullable List<Long> splitOffsets() {
    return splitOffsets;
  }

  @Override
  public @Nullable Integer sortOrderId() {
    return sortOrderId;
  }

  @Override
  public @Nullable Long dataSequenceNumber() {
    return dataSequenceNumber;
  }

  @Override
  public @Nullable Long fileSequenceNumber() {
    return fileSequenceNumber;
  }

  @Override
  public @Nullable Long firstRowId() {
    return firstRowId;
  }

  @Override
  public DataFile copy() {
    return this;
  }

  @Override
  public DataFile copyWithoutStats() {
    return new DetachedDataFile(this, null);
  }

  @Override
  public DataFile copyWithStats(Set<Integer> requestedColumnIds) {
    return new DetachedDataFile(this, requestedColumnIds);
  }

  @Override
  public String toString() {
    return location;
  }
}
