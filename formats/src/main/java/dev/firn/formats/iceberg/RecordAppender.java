package dev.firn.formats.iceberg;

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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;

/** Puts Iceberg's generic values into columns. */
final class RecordAppender {
  private static final int UUID_BYTES = 16;

  private final Schema schema;

  RecordAppender(Schema schema) {
    this.schema = schema;
  }

  /** Appends a record that has the schema's fields, by name and maybe with more of them. */
  void append(Record row, Batch into) {
    List<Types.NestedField> fields = schema.columns();
    for (int i = 0; i < fields.size(); i++) {
      append(row.getField(fields.get(i).name()), fields.get(i).type(), into.column(i));
    }
    into.endRow();
  }

  private void append(@Nullable Object value, Type type, Column column) {
    if (value == null) {
      column.appendNull();
      return;
    }
    switch (type.typeId()) {
      case BOOLEAN -> ((BooleanColumn) column).append((Boolean) value);
      case INTEGER -> ((IntColumn) column).append((Integer) value);
      case DATE -> ((IntColumn) column).append(DateTimeUtil.daysFromDate((LocalDate) value));
      case LONG -> ((LongColumn) column).append((Long) value);
      case TIME -> ((LongColumn) column).append(DateTimeUtil.microsFromTime((LocalTime) value));
      case TIMESTAMP -> ((LongColumn) column).append(micros(value));
      case TIMESTAMP_NANO -> ((LongColumn) column).append(nanos(value));
      case FLOAT -> ((FloatColumn) column).append((Float) value);
      case DOUBLE -> ((DoubleColumn) column).append((Double) value);
      case STRING -> bytes(column, value.toString().getBytes(StandardCharsets.UTF_8));
      case UUID -> bytes(column, uuid((UUID) value));
      case FIXED -> bytes(column, value instanceof byte[] raw ? raw : copy((ByteBuffer) value));
      case BINARY -> bytes(column, copy((ByteBuffer) value));
      case DECIMAL -> decimal((BigDecimal) value, column);
      case STRUCT -> struct((Record) value, type.asStructType(), (StructColumn) column);
      case LIST -> list((List<?>) value, type.asListType(), (ListColumn) column);
      case MAP -> map((Map<?, ?>) value, type.asMapType(), (MapColumn) column);
      default -> throw new IllegalArgumentException("no column for the type " + type);
    }
  }

  private void struct(Record value, Types.StructType type, StructColumn column) {
    List<Types.NestedField> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      append(value.getField(fields.get(i).name()), fields.get(i).type(), column.field(i));
    }
    column.append();
  }

  private void list(List<?> value, Types.ListType type, ListColumn column) {
    for (Object element : value) {
      append(element, type.elementType(), column.element());
    }
    column.append();
  }

  private void map(Map<?, ?> value, Types.MapType type, MapColumn column) {
    for (Map.Entry<?, ?> entry : value.entrySet()) {
      append(entry.getKey(), type.keyType(), column.key());
      append(entry.getValue(), type.valueType(), column.value());
    }
    column.append();
  }

  private static void decimal(BigDecimal value, Column column) {
    if (column instanceof LongColumn longs) {
      longs.append(value.unscaledValue().longValueExact());
    } else {
      bytes(column, value.unscaledValue().toByteArray());
    }
  }

  private static void bytes(Column column, byte[] value) {
    ((BytesColumn) column).append(value, 0, value.length);
  }

  private static byte[] copy(ByteBuffer value) {
    byte[] copy = new byte[value.remaining()];
    value.duplicate().get(copy);
    return copy;
  }

  private static byte[] uuid(UUID value) {
    return ByteBuffer.allocate(UUID_BYTES)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  private static long micros(Object value) {
    return value instanceof OffsetDateTime zoned
        ? DateTimeUtil.microsFromTimestamptz(zoned)
        : DateTimeUtil.microsFromTimestamp((LocalDateTime) value);
  }

  private static long nanos(Object value) {
    return value instanceof OffsetDateTime zoned
        ? DateTimeUtil.nanosFromTimestamptz(zoned)
        : DateTimeUtil.nanosFromTimestamp((LocalDateTime) value);
  }
}
