package dev.firn.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;

/** Translates a row group's statistics to Iceberg's terms, for the columns of a projection. */
final class RowGroupBounds {
  private final Footer footer;
  private final Schema projection;

  RowGroupBounds(Footer footer, Schema projection) {
    this.footer = footer;
    this.projection = projection;
  }

  RowGroup of(org.apache.parquet.format.RowGroup group) {
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> lowers = new HashMap<>();
    Map<Integer, ByteBuffer> uppers = new HashMap<>();
    long sizeBytes = 0;
    for (FileNode leaf : footer.leaves()) {
      ColumnMetaData data = group.getColumns().get(leaf.leafIndex()).getMeta_data();
      sizeBytes += data.getTotal_compressed_size();
      if (!leaf.element().isSetField_id() || leaf.repetition() > 0) {
        continue;
      }
      int id = leaf.element().getField_id();
      Types.NestedField field = projection.findField(id);
      if (field == null || !isReadable(leaf, field.type())) {
        continue;
      }
      values.put(id, data.getNum_values());
      Statistics statistics = data.getStatistics();
      if (statistics != null) {
        if (statistics.isSetNull_count()) {
          nulls.put(id, statistics.getNull_count());
        }
        Type.PrimitiveType type = field.type().asPrimitiveType();
        bound(leaf, type, statistics.getMin_value()).ifPresent(bound -> lowers.put(id, bound));
        bound(leaf, type, statistics.getMax_value()).ifPresent(bound -> uppers.put(id, bound));
      }
    }
    return new RowGroup(group.getNum_rows(), sizeBytes, values, nulls, lowers, uppers);
  }

  private static boolean isReadable(FileNode leaf, Type type) {
    return type.isPrimitiveType()
        && ValueAppender.of(leaf.element(), type.asPrimitiveType()).isPresent();
  }

  /** A bound of a length that its type can't have is left out: it comes from a broken file. */
  private static Optional<ByteBuffer> bound(
      FileNode leaf, Type.PrimitiveType type, byte @org.jspecify.annotations.Nullable [] plain) {
    if (plain == null || !fits(leaf, plain.length)) {
      return Optional.empty();
    }
    ByteBuffer little = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
    switch (type.typeId()) {
      case LONG:
        return Optional.of(Conversions.toByteBuffer(type, integer(leaf, little)));
      case DOUBLE:
        double value =
            leaf.element().getType() == org.apache.parquet.format.Type.FLOAT
                ? little.getFloat(0)
                : little.getDouble(0);
        return Optional.of(Conversions.toByteBuffer(type, value));
      case DECIMAL:
        BigInteger unscaled =
            leaf.element().getType() == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY
                ? new BigInteger(plain)
                : BigInteger.valueOf(integer(leaf, little));
        int scale = ((Types.DecimalType) type).scale();
        return Optional.of(Conversions.toByteBuffer(type, new BigDecimal(unscaled, scale)));
      default:
        return Optional.of(ByteBuffer.wrap(plain));
    }
  }

  private static long integer(FileNode leaf, ByteBuffer little) {
    return leaf.element().getType() == org.apache.parquet.format.Type.INT32
        ? little.getInt(0)
        : little.getLong(0);
  }

  private static boolean fits(FileNode leaf, int length) {
    switch (leaf.element().getType()) {
      case BOOLEAN:
        return length == 1;
      case INT32:
      case FLOAT:
        return length == 4;
      case INT64:
      case DOUBLE:
        return length == 8;
      case FIXED_LEN_BYTE_ARRAY:
        return length == leaf.element().getType_length();
      default:
        return true;
    }
  }
}
