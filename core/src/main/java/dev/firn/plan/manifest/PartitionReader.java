package dev.firn.plan.manifest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Reads a partition tuple as its writer's schema has it into the types that the spec has today: a
 * source column may have been promoted since.
 */
final class PartitionReader {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long NANOS_PER_MICRO = 1_000;

  private record Field(int position, Type type, Schema schema, int nullBranch, AvroSkip whole) {}

  private final Types.StructType type;

  /** Copied for each tuple: making one writes its Avro schema as text. */
  private final PartitionData empty;

  private final List<Field> fields = new ArrayList<>();

  PartitionReader(Schema writer, Types.StructType type) {
    this.type = type;
    this.empty = new PartitionData(type);
    for (Schema.Field field : writer.getFields()) {
      int position = position(field);
      Type target = position < 0 ? Types.UnknownType.get() : type.fields().get(position).type();
      boolean read = position >= 0 && target.typeId() != Type.TypeID.UNKNOWN;
      fields.add(
          new Field(
              read ? position : -1,
              target,
              read ? EntryLayout.withoutNull(field.schema()) : field.schema(),
              EntryLayout.nullBranch(field.schema()),
              AvroSkip.of(field.schema())));
    }
  }

  private int position(Schema.Field field) {
    for (int i = 0; i < type.fields().size(); i++) {
      Types.NestedField candidate = type.fields().get(i);
      boolean same =
          EntryLayout.fieldId(field)
              .map(id -> id == candidate.fieldId())
              .orElseGet(() -> field.name().equals(candidate.name()));
      if (same) {
        return i;
      }
    }
    return -1;
  }

  PartitionData read(BlockCursor in) {
    PartitionData tuple = empty.copy();
    for (Field field : fields) {
      if (field.position() < 0) {
        field.whole().skip(in);
      } else if (field.nullBranch() < 0 || in.readLong() != field.nullBranch()) {
        tuple.set(field.position(), value(in, field));
      }
    }
    return tuple;
  }

  private static @Nullable Object value(BlockCursor in, Field field) {
    switch (field.schema().getType()) {
      case NULL:
        return null;
      case BOOLEAN:
        return in.bytes()[in.advance(1)] != 0;
      case INT, LONG:
        return number(in.readLong(), field);
      case FLOAT:
        float single = buffer(in, Float.BYTES).getFloat();
        return field.type().typeId() == Type.TypeID.DOUBLE ? (Object) (double) single : single;
      case DOUBLE:
        return buffer(in, Double.BYTES).getDouble();
      case STRING, BYTES:
        return bytes(in, in.readLength(), field);
      case FIXED:
        return bytes(in, field.schema().getFixedSize(), field);
      default:
        throw new MalformedManifestException(
            "a partition value has the Avro type " + field.schema().getType());
    }
  }

  private static Object number(long value, Field field) {
    switch (field.type().typeId()) {
      case INTEGER, DATE:
        return (int) value;
      case TIMESTAMP:
        return isDate(field.schema()) ? value * MICROS_PER_DAY : value;
      case TIMESTAMP_NANO:
        return isDate(field.schema()) ? value * MICROS_PER_DAY * NANOS_PER_MICRO : value;
      default:
        return value;
    }
  }

  private static boolean isDate(Schema schema) {
    return "date".equals(schema.getProp("logicalType"));
  }

  private static Object bytes(BlockCursor in, int length, Field field) {
    int at = in.advance(length);
    byte[] value = Arrays.copyOfRange(in.bytes(), at, at + length);
    switch (field.type().typeId()) {
      case STRING:
        return new String(value, StandardCharsets.UTF_8);
      case UUID:
        if (field.schema().getType() == Schema.Type.STRING) {
          return UUID.fromString(new String(value, StandardCharsets.UTF_8));
        }
        ByteBuffer halves = ByteBuffer.wrap(value);
        return new UUID(halves.getLong(), halves.getLong());
      case DECIMAL:
        return new BigDecimal(new BigInteger(value), ((Types.DecimalType) field.type()).scale());
      default:
        return ByteBuffer.wrap(value);
    }
  }

  private static ByteBuffer buffer(BlockCursor in, int width) {
    int at = in.advance(width);
    return ByteBuffer.wrap(in.bytes(), at, width).order(ByteOrder.LITTLE_ENDIAN);
  }
}
