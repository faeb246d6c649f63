package dev.firn.parquet;

import dev.firn.batch.BooleanColumn;
import dev.firn.batch.BytesColumn;
import dev.firn.batch.Column;
import dev.firn.batch.DoubleColumn;
import dev.firn.batch.FloatColumn;
import dev.firn.batch.IntColumn;
import dev.firn.batch.LongColumn;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.iceberg.types.Type.TypeID;
import org.apache.iceberg.types.Types;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/** Appends decoded values to a column, widened where the table's type has become wider. */
enum ValueAppender {
  BOOLEAN {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      BooleanColumn column = (BooleanColumn) target;
      for (int i = from; i < to; i++) {
        column.append(values.numbers[i] != 0);
      }
    }
  },
  INT {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      IntColumn column = (IntColumn) target;
      for (int i = from; i < to; i++) {
        column.append((int) values.numbers[i]);
      }
    }
  },
  LONG {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      LongColumn column = (LongColumn) target;
      for (int i = from; i < to; i++) {
        column.append(values.numbers[i]);
      }
    }
  },
  FLOAT {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      FloatColumn column = (FloatColumn) target;
      for (int i = from; i < to; i++) {
        column.append(Float.intBitsToFloat((int) values.numbers[i]));
      }
    }
  },
  FLOAT_AS_DOUBLE {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      DoubleColumn column = (DoubleColumn) target;
      for (int i = from; i < to; i++) {
        column.append(Float.intBitsToFloat((int) values.numbers[i]));
      }
    }
  },
  DOUBLE {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      DoubleColumn column = (DoubleColumn) target;
      for (int i = from; i < to; i++) {
        column.append(Double.longBitsToDouble(values.numbers[i]));
      }
    }
  },
  BYTES {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      BytesColumn column = (BytesColumn) target;
      for (int i = from; i < to; i++) {
        column.append(values.bytes, values.starts[i], values.lengths[i]);
      }
    }
  },
  /** Without the bytes that only repeat the sign. */
  FIXED_DECIMAL {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      BytesColumn column = (BytesColumn) target;
      for (int i = from; i < to; i++) {
        int start = values.starts[i];
        int last = start + values.lengths[i] - 1;
        while (start < last && values.bytes[start] == values.bytes[start + 1] >> 7) {
          start++;
        }
        column.append(values.bytes, start, last + 1 - start);
      }
    }
  },
  NUMBER_AS_DECIMAL_BYTES {
    @Override
    void append(PageValues values, int from, int to, Column target) {
      BytesColumn column = (BytesColumn) target;
      for (int i = from; i < to; i++) {
        byte[] bytes = BigInteger.valueOf(values.numbers[i]).toByteArray();
        column.append(bytes, 0, bytes.length);
      }
    }
  };

  /** Appends {@code values[from, to)}. */
  abstract void append(PageValues values, int from, int to, Column target);

  /** How a file's leaf is read as an Iceberg type; empty if it can't be. */
  static Optional<ValueAppender> of(
      SchemaElement element, org.apache.iceberg.types.Type.PrimitiveType type) {
    Type stored = element.getType();
    switch (type.typeId()) {
      case BOOLEAN:
        return when(stored == Type.BOOLEAN, BOOLEAN);
      case INTEGER:
      case DATE:
        return when(stored == Type.INT32, INT);
      case LONG:
        return when(stored == Type.INT32 || stored == Type.INT64, LONG);
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_NANO:
        return when(stored == Type.INT64 && isUnit(element, type.typeId()), LONG);
      case FLOAT:
        return when(stored == Type.FLOAT, FLOAT);
      case DOUBLE:
        return stored == Type.FLOAT
            ? Optional.of(FLOAT_AS_DOUBLE)
            : when(stored == Type.DOUBLE, DOUBLE);
      case STRING:
      case BINARY:
        return when(stored == Type.BYTE_ARRAY, BYTES);
      case FIXED:
        return when(isFixed(element, ((Types.FixedType) type).length()), BYTES);
      case UUID:
        return when(isFixed(element, 16), BYTES);
      case DECIMAL:
        return decimal(element, (Types.DecimalType) type);
      default:
        return Optional.empty();
    }
  }

  private static Optional<ValueAppender> decimal(SchemaElement element, Types.DecimalType type) {
    Type stored = element.getType();
    if (!element.isSetScale()
        || element.getScale() != type.scale()
        || element.getPrecision() > type.precision()) {
      return Optional.empty();
    }
    boolean inLongs = type.precision() <= 18;
    if (stored == Type.INT32 || stored == Type.INT64) {
      return Optional.of(inLongs ? LONG : NUMBER_AS_DECIMAL_BYTES);
    }
    return when(
        stored == Type.FIXED_LEN_BYTE_ARRAY && element.getType_length() > 0 && !inLongs,
        FIXED_DECIMAL);
  }

  private static boolean isUnit(SchemaElement element, TypeID type) {
    if (!element.isSetLogicalType()) {
      return false;
    }
    switch (type) {
      case TIME:
        return element.getLogicalType().isSetTIME()
            && element.getLogicalType().getTIME().getUnit().isSetMICROS();
      case TIMESTAMP:
        return element.getLogicalType().isSetTIMESTAMP()
            && element.getLogicalType().getTIMESTAMP().getUnit().isSetMICROS();
      default:
        return element.getLogicalType().isSetTIMESTAMP()
            && element.getLogicalType().getTIMESTAMP().getUnit().isSetNANOS();
    }
  }

  private static boolean isFixed(SchemaElement element, int length) {
    return element.getType() == Type.FIXED_LEN_BYTE_ARRAY && element.getType_length() == length;
  }

  private static Optional<ValueAppender> when(boolean holds, ValueAppender appender) {
    return holds ? Optional.of(appender) : Optional.empty();
  }
}
