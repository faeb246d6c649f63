package dev.firn.plan.explain;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.StructColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A row of a batch as Iceberg's expressions see it; it moves from row to row. */
final class BatchRow implements StructLike {
  private final StructColumn columns;
  private final BatchRow[] structs;
  private int row;

  BatchRow(StructColumn columns) {
    this.columns = columns;
    this.structs = new BatchRow[columns.fieldCount()];
    for (int i = 0; i < structs.length; i++) {
      if (columns.field(i) instanceof StructColumn struct) {
        structs[i] = new BatchRow(struct);
      }
    }
  }

  /** Shows another row. */
  BatchRow at(int next) {
    row = next;
    return this;
  }

  @Override
  public int size() {
    return columns.fieldCount();
  }

  @Override
  public <T> @Nullable T get(int position, Class<T> javaClass) {
    Column column = columns.field(position);
    if (column.isNull(row)) {
      return null;
    }
    Object value =
        column instanceof StructColumn
            ? structs[position].at(row)
            : value(column, columns.type().fields().get(position).type(), row);
    return javaClass.cast(value);
  }

  private static Object value(Column column, Type type, int row) {
    if (column instanceof LongColumn longs) {
      long value = longs.get(row);
      return type instanceof Types.DecimalType decimal
          ? (Object) BigDecimal.valueOf(value, decimal.scale())
          : (Object) value;
    } else if (column instanceof IntColumn ints) {
      return ints.get(row);
    } else if (column instanceof DoubleColumn doubles) {
      return doubles.get(row);
    } else if (column instanceof FloatColumn floats) {
      return floats.get(row);
    } else if (column instanceof BooleanColumn booleans) {
      return booleans.get(row);
    } else if (column instanceof BytesColumn bytes) {
      return bytes(bytes, type, row);
    }
    throw new IllegalArgumentException("a condition on a value of the type " + type);
  }

  private static Object bytes(BytesColumn column, Type type, int row) {
    return switch (type.typeId()) {
      case STRING -> column.getString(row);
      case DECIMAL ->
          new BigDecimal(new BigInteger(column.get(row)), ((Types.DecimalType) type).scale());
      case UUID -> {
        ByteBuffer halves = ByteBuffer.wrap(column.get(row));
        yield new UUID(halves.getLong(), halves.getLong());
      }
      default -> ByteBuffer.wrap(column.get(row));
    };
  }

  @Override
  public <T> void set(int position, T value) {
    throw new UnsupportedOperationException("a row is read only");
  }
}
