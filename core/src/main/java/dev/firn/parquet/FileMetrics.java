package dev.firn.parquet;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;

/**
 * Iceberg's metrics of a file, gathered over its row groups.
 *
 * <p>As Iceberg's own writer has them in its default mode: bounds of text and binary cut to 16 code
 * points or bytes; leaves in lists and maps have a size only.
 */
final class FileMetrics {
  /** Iceberg's default, {@code truncate(16)}. */
  private static final int BOUND_LENGTH = 16;

  private final List<LeafWriter> leaves;
  private final Map<Integer, Long> sizes = new HashMap<>();
  private final Map<Integer, Long> values = new HashMap<>();
  private final Map<Integer, Long> nulls = new HashMap<>();
  private long rowCount;

  FileMetrics(List<LeafWriter> leaves) {
    this.leaves = leaves;
  }

  long rowCount() {
    return rowCount;
  }

  /** Takes in a row group whose chunks have ended. */
  void addRowGroup(long rows) {
    rowCount += rows;
    for (LeafWriter writer : leaves) {
      int id = writer.leaf.fieldId();
      sizes.merge(id, writer.pages().compressedBytes(), Long::sum);
      if (writer.leaf.maxRepetition() == 0) {
        values.merge(id, writer.pages().valueCount(), Long::sum);
        nulls.merge(id, writer.pages().nullCount(), Long::sum);
      }
    }
  }

  /** The metrics of all row groups. */
  Metrics build() {
    Map<Integer, Long> nans = new HashMap<>();
    Map<Integer, ByteBuffer> lowers = new HashMap<>();
    Map<Integer, ByteBuffer> uppers = new HashMap<>();
    Map<Integer, Type> types = new HashMap<>();
    for (LeafWriter writer : leaves) {
      Leaf leaf = writer.leaf;
      if (leaf.maxRepetition() > 0) {
        continue;
      }
      int id = leaf.fieldId();
      values.putIfAbsent(id, 0L);
      nulls.putIfAbsent(id, 0L);
      ValueRange range = writer.fileRange();
      if (leaf.physical().isFloating()) {
        nans.put(id, range.nanCount());
      }
      if (!range.isEmpty() && ChunkStatistics.holdsForAll(leaf, range.min(), range.max())) {
        types.put(id, leaf.type());
        lower(leaf, range).ifPresent(bound -> lowers.put(id, bound));
        upper(leaf, range).ifPresent(bound -> uppers.put(id, bound));
      }
    }
    return new Metrics(rowCount, sizes, values, nulls, nans, lowers, uppers, types);
  }

  private static Optional<ByteBuffer> lower(Leaf leaf, ValueRange range) {
    byte[] min = range.min();
    switch (leaf.type().typeId()) {
      case STRING:
        return ShortBounds.lowerText(min, BOUND_LENGTH).map(ByteBuffer::wrap);
      case BINARY:
        return Optional.of(ByteBuffer.wrap(ShortBounds.lower(min, BOUND_LENGTH, false)));
      default:
        return Optional.of(toIceberg(leaf, min));
    }
  }

  private static Optional<ByteBuffer> upper(Leaf leaf, ValueRange range) {
    byte[] max = range.max();
    switch (leaf.type().typeId()) {
      case STRING:
        return ShortBounds.upperText(max, BOUND_LENGTH).map(ByteBuffer::wrap);
      case BINARY:
        return ShortBounds.upper(max, BOUND_LENGTH, false).map(ByteBuffer::wrap);
      default:
        return Optional.of(toIceberg(leaf, max));
    }
  }

  /**
   * Iceberg's single-value form is Parquet's plain one but for decimals, big-endian and minimal.
   */
  static ByteBuffer toIceberg(Leaf leaf, byte[] plain) {
    if (leaf.type().typeId() != Type.TypeID.DECIMAL) {
      return ByteBuffer.wrap(plain);
    }
    return Conversions.toByteBuffer(leaf.type(), PlainDecimals.decode(leaf, plain));
  }
}
