package dev.firn.batch;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Rows as plain Java values, the slow and obvious counterpart of a {@link Batch}.
 *
 * <p>Integer, Long, Float, Double and Boolean for numbers (dates and times as the columns hold
 * them), String, byte[], BigDecimal; a struct is a list of its fields, a list a list, a map a list
 * of two-element lists.
 */
public final class ModelRows {
  private ModelRows() {}

  /** Appends a value the way a decoder does. */
  public static void append(Column column, Type type, @Nullable Object value) {
    if (value == null) {
      column.appendNull();
      return;
    }
    switch (type.typeId()) {
      case BOOLEAN -> ((BooleanColumn) column).append((Boolean) value);
      case INTEGER, DATE -> ((IntColumn) column).append((Integer) value);
      case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> ((LongColumn) column).append((Long) value);
      case FLOAT -> ((FloatColumn) column).append((Float) value);
      case DOUBLE -> ((DoubleColumn) column).append((Double) value);
      case STRING -> ((BytesColumn) column).append((String) value);
      case DECIMAL -> appendDecimal(column, ((BigDecimal) value).unscaledValue());
      case STRUCT -> {
        appendFields((StructColumn) column, (List<?>) value);
        ((StructColumn) column).append();
      }
      case LIST -> {
        appendElements((ListColumn) column, type.asListType(), (List<?>) value);
        ((ListColumn) column).append();
      }
      case MAP -> {
        appendEntries((MapColumn) column, type.asMapType(), (List<?>) value);
        ((MapColumn) column).append();
      }
      default -> ((BytesColumn) column).append((byte[]) value, 0, ((byte[]) value).length);
    }
  }

  private static void appendDecimal(Column column, BigInteger unscaled) {
    if (column instanceof LongColumn longs) {
      longs.append(unscaled.longValueExact());
    } else {
      byte[] bytes = unscaled.toByteArray();
      ((BytesColumn) column).append(bytes, 0, bytes.length);
    }
  }

  /** Appends to a struct's fields, but does not end the value. */
  public static void appendFields(StructColumn column, List<?> fields) {
    for (int i = 0; i < fields.size(); i++) {
      append(column.field(i), column.type().fields().get(i).type(), fields.get(i));
    }
  }

  /** Appends a list's elements, but does not end the value. */
  public static void appendElements(ListColumn column, Types.ListType type, List<?> elements) {
    for (Object element : elements) {
      append(column.element(), type.elementType(), element);
    }
  }

  /** Appends a map's entries, but does not end the value. */
  public static void appendEntries(MapColumn column, Types.MapType type, List<?> entries) {
    for (Object entry : entries) {
      append(column.key(), type.keyType(), ((List<?>) entry).get(0));
      append(column.value(), type.valueType(), ((List<?>) entry).get(1));
    }
  }

  /** The value of a row. */
  public static @Nullable Object read(Column column, Type type, int row) {
    if (column.isNull(row)) {
      return null;
    }
    switch (type.typeId()) {
      case BOOLEAN:
        return ((BooleanColumn) column).get(row);
      case INTEGER:
      case DATE:
        return ((IntColumn) column).get(row);
      case LONG:
      case TIME:
      case TIMESTAMP:
      case TIMESTAMP_NANO:
        return ((LongColumn) column).get(row);
      case FLOAT:
        return ((FloatColumn) column).get(row);
      case DOUBLE:
        return ((DoubleColumn) column).get(row);
      case STRING:
        return ((BytesColumn) column).getString(row);
      case DECIMAL:
        int scale = ((Types.DecimalType) type).scale();
        return column instanceof LongColumn longs
            ? BigDecimal.valueOf(longs.get(row), scale)
            : new BigDecimal(new BigInteger(((BytesColumn) column).get(row)), scale);
      case STRUCT:
        List<@Nullable Object> fields = new ArrayList<>();
        for (int i = 0; i < type.asStructType().fields().size(); i++) {
          Type fieldType = type.asStructType().fields().get(i).type();
          fields.add(read(((StructColumn) column).field(i), fieldType, row));
        }
        return fields;
      case LIST:
        ListColumn list = (ListColumn) column;
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
          elements.add(read(list.element(), type.asListType().elementType(), i));
        }
        return elements;
      case MAP:
        MapColumn map = (MapColumn) column;
        List<Object> entries = new ArrayList<>();
        for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
          List<@Nullable Object> entry = new ArrayList<>();
          entry.add(read(map.key(), type.asMapType().keyType(), i));
          entry.add(read(map.value(), type.asMapType().valueType(), i));
          entries.add(entry);
        }
        return entries;
      default:
        return ((BytesColumn) column).get(row);
    }
  }

  /** All rows of a batch, as text. */
  public static List<String> read(Batch batch) {
    Type type = batch.schema().asStruct();
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      rows.add(text(type, read(batch.root(), type, row)));
    }
    return rows;
  }

  /** A value as text that is equal exactly when the value is. */
  public static String text(Type type, @Nullable Object value) {
    if (value == null) {
      return "null";
    }
    switch (type.typeId()) {
      case FLOAT:
        return "f" + Integer.toHexString(Float.floatToIntBits((Float) value));
      case DOUBLE:
        return "d" + Long.toHexString(Double.doubleToLongBits((Double) value));
      case STRING:
        return "'" + value + "'";
      case DECIMAL:
        return ((BigDecimal) value).toPlainString();
      case FIXED:
      case BINARY:
      case UUID:
        return "x" + HexFormat.of().formatHex((byte[]) value);
      case STRUCT:
        List<?> fields = (List<?>) value;
        StringBuilder struct = new StringBuilder("{");
        for (int i = 0; i < fields.size(); i++) {
          struct
              .append(text(type.asStructType().fields().get(i).type(), fields.get(i)))
              .append(' ');
        }
        return struct.append('}').toString();
      case LIST:
        StringBuilder list = new StringBuilder("[");
        for (Object element : (List<?>) value) {
          list.append(text(type.asListType().elementType(), element)).append(' ');
        }
        return list.append(']').toString();
      case MAP:
        TreeMap<String, String> map = new TreeMap<>();
        for (Object entry : (List<?>) value) {
          List<?> pair = (List<?>) entry;
          map.put(
              text(type.asMapType().keyType(), pair.get(0)),
              text(type.asMapType().valueType(), pair.get(1)));
        }
        return map.toString();
      default:
        return value.toString();
    }
  }
}
