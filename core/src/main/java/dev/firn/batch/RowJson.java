package dev.firn.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;

/**
 * A row of a batch as JSON text, for people and for rejects files; nothing that reads back.
 *
 * <p>Times are ISO 8601, binary is hexadecimal, a map is an array of pairs, NaN and infinities are
 * strings. Slow.
 */
public final class RowJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private RowJson() {}

  /** A row as an object with all its columns. */
  public static String row(Batch batch, int row) {
    return value(batch.schema().asStruct(), batch.root(), row);
  }

  /** One value. */
  public static String value(Type type, Column column, int row) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(type, column, row, out);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toString();
  }

  private static void write(Type type, Column column, int row, JsonGenerator out)
      throws IOException {
    if (column.isNull(row)) {
      out.writeNull();
    } else if (column instanceof StructColumn struct) {
      writeStruct(struct, row, out);
    } else if (column instanceof ListColumn list) {
      out.writeStartArray();
      for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
        write(type.asListType().elementType(), list.element(), i, out);
      }
      out.writeEndArray();
    } else if (column instanceof MapColumn map) {
      writeMap(type.asMapType(), map, row, out);
    } else if (column instanceof BytesColumn bytes) {
      writeBytes(type, bytes.get(row), out);
    } else {
      writeNumber(type, column, row, out);
    }
  }

  private static void writeStruct(StructColumn struct, int row, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    for (int i = 0; i < struct.fieldCount(); i++) {
      Types.NestedField field = struct.type().fields().get(i);
      out.writeFieldName(field.name());
      write(field.type(), struct.field(i), row, out);
    }
    out.writeEndObject();
  }

  private static void writeMap(Types.MapType type, MapColumn map, int row, JsonGenerator out)
      throws IOException {
    out.writeStartArray();
    for (int i = map.offsets()[row]; i < map.offsets()[row + 1]; i++) {
      out.writeStartArray();
      write(type.keyType(), map.key(), i, out);
      write(type.valueType(), map.value(), i, out);
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private static void writeBytes(Type type, byte[] value, JsonGenerator out) throws IOException {
    switch (type.typeId()) {
      case STRING -> out.writeString(new String(value, StandardCharsets.UTF_8));
      case DECIMAL ->
          out.writeNumber(
              new BigDecimal(new BigInteger(value), ((Types.DecimalType) type).scale()));
      case UUID -> {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        out.writeString(new UUID(bytes.getLong(), bytes.getLong()).toString());
      }
      default -> out.writeString(HexFormat.of().formatHex(value));
    }
  }

  private static void writeNumber(Type type, Column column, int row, JsonGenerator out)
      throws IOException {
    if (column instanceof BooleanColumn booleans) {
      out.writeBoolean(booleans.get(row));
    } else if (column instanceof DoubleColumn doubles) {
      out.writeNumber(doubles.get(row));
    } else if (column instanceof FloatColumn floats) {
      out.writeNumber(floats.get(row));
    } else if (column instanceof IntColumn ints) {
      if (type.typeId() == Type.TypeID.DATE) {
        out.writeString(DateTimeUtil.daysToIsoDate(ints.get(row)));
      } else {
        out.writeNumber(ints.get(row));
      }
    } else {
      writeLong(type, ((LongColumn) column).get(row), out);
    }
  }

  private static void writeLong(Type type, long value, JsonGenerator out) throws IOException {
    switch (type.typeId()) {
      case TIME -> out.writeString(DateTimeUtil.microsToIsoTime(value));
      case TIMESTAMP ->
          out.writeString(
              ((Types.TimestampType) type).shouldAdjustToUTC()
                  ? DateTimeUtil.microsToIsoTimestamptz(value)
                  : DateTimeUtil.microsToIsoTimestamp(value));
      case TIMESTAMP_NANO ->
          out.writeString(
              ((Types.TimestampNanoType) type).shouldAdjustToUTC()
                  ? DateTimeUtil.nanosToIsoTimestamptz(value)
                  : DateTimeUtil.nanosToIsoTimestamp(value));
      case DECIMAL ->
          out.writeNumber(BigDecimal.valueOf(value, ((Types.DecimalType) type).scale()));
      default -> out.writeNumber(value);
    }
  }
}
