package dev.firn.decode.json;

import dev.firn.batch.Batch;
import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.ListColumn;
import dev.firn.batch.LongColumn;
import dev.firn.batch.MapColumn;
import dev.firn.batch.StructColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Reads values of a batch as plain Java objects: lists, maps, strings, numbers. */
final class Values {
  private Values() {}

  static Map<String, @Nullable Object> of(Batch batch, int row) {
    return struct(batch.root(), row);
  }

  static @Nullable Object of(Batch batch, String column, int row) {
    return of(batch, row).get(column);
  }

  private static Map<String, @Nullable Object> struct(StructColumn struct, int row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < struct.fieldCount(); i++) {
      Types.NestedField field = struct.type().fields().get(i);
      values.put(field.name(), value(struct.field(i), field.type(), row));
    }
    return values;
  }

  private static @Nullable Object value(Column column, Type type, int row) {
    if (column.isNull(row)) {
      return null;
    }
    if (column instanceof BooleanColumn c) {
      return c.get(row);
    } else if (column instanceof IntColumn c) {
      return c.get(row);
    } else if (column instanceof LongColumn c) {
      return type.typeId() == Type.TypeID.DECIMAL
          ? BigDecimal.valueOf(c.get(row), ((Types.DecimalType) type).scale())
          : (Object) c.get(row);
    } else if (column instanceof FloatColumn c) {
      return c.get(row);
    } else if (column instanceof DoubleColumn c) {
      return c.get(row);
    } else if (column instanceof BytesColumn c) {
      return bytes(c, type, row);
    } else if (column instanceof StructColumn c) {
      return struct(c, row);
    } else if (column instanceof ListColumn c) {
      List<@Nullable Object> list = new ArrayList<>();
      for (int i = c.offsets()[row]; i < c.offsets()[row + 1]; i++) {
        list.add(value(c.element(), type.asListType().elementType(), i));
      }
      return list;
    } else if (column instanceof MapColumn c) {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      for (int i = c.offsets()[row]; i < c.offsets()[row + 1]; i++) {
        map.put(
            ((BytesColumn) c.key()).getString(i),
            value(c.value(), type.asMapType().valueType(), i));
      }
      return map;
    }
    throw new AssertionError(column);
  }

  private static Object bytes(BytesColumn column, Type type, int row) {
    switch (type.typeId()) {
      case STRING:
        return column.getString(row);
      case DECIMAL:
        return new BigDecimal(new BigInteger(column.get(row)), ((Types.DecimalType) type).scale());
      default:
        return HexFormat.of().formatHex(column.get(row));
    }
  }
}
