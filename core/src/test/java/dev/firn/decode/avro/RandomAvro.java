package dev.firn.decode.avro;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

/** Random Avro schemas and values, each value beside what {@code ModelRows} calls it. */
final class RandomAvro {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int KINDS = 24;

  private final Random random;
  private int names;

  RandomAvro(Random random) {
    this.random = random;
  }

  /** A value as Avro's writer takes it, and as the model has it. */
  record Pair(@Nullable Object avro, @Nullable Object model) {}

  /** A record with some fields. */
  Schema record(int depth) {
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = 1 + random.nextInt(depth == 0 ? 12 : 4); i > 0; i--) {
      fields.add(new Schema.Field("f" + i, schema(depth)));
    }
    return Schema.createRecord("r" + names++, null, null, false, fields);
  }

  private Schema schema(int depth) {
    Schema type = type(depth);
    Schema nothing = Schema.create(Schema.Type.NULL);
    return switch (random.nextInt(4)) {
      case 0, 1 -> Schema.createUnion(nothing, type);
      case 2 -> Schema.createUnion(type, nothing);
      default -> type;
    };
  }

  private Schema type(int depth) {
    int kind = random.nextInt(depth < 3 ? KINDS : KINDS - 3);
    switch (kind) {
      case 0, 1, 2, 3, 4, 5, 6:
        return Schema.create(
            List.of(
                    Schema.Type.BOOLEAN,
                    Schema.Type.INT,
                    Schema.Type.LONG,
                    Schema.Type.FLOAT,
                    Schema.Type.DOUBLE,
                    Schema.Type.STRING,
                    Schema.Type.BYTES)
                .get(kind));
      case 7:
        return Schema.createFixed("x" + names++, null, null, random.nextInt(9));
      case 8:
        return Schema.createEnum("e" + names++, null, null, List.of("A", "BB", "CCC"));
      case 9:
        return LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case 10:
        return LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
      case 11:
        return onLong(LogicalTypes.timeMicros());
      case 12:
        return onLong(LogicalTypes.timestampMillis());
      case 13:
        return onLong(LogicalTypes.timestampMicros());
      case 14:
        return onLong(LogicalTypes.timestampNanos());
      case 15:
        return onLong(LogicalTypes.localTimestampMillis());
      case 16:
        return onLong(LogicalTypes.localTimestampMicros());
      case 17:
        return LogicalTypes.decimal(9, 2).addToSchema(Schema.create(Schema.Type.BYTES));
      case 18:
        return LogicalTypes.decimal(38, 10)
            .addToSchema(Schema.createFixed("x" + names++, null, null, 16));
      case 19:
        return LogicalTypes.uuid().addToSchema(Schema.create(Schema.Type.STRING));
      case 20:
        return LogicalTypes.uuid().addToSchema(Schema.createFixed("x" + names++, null, null, 16));
      case 21:
        return record(depth + 1);
      case 22:
        return Schema.createArray(schema(depth + 1));
      default:
        return Schema.createMap(schema(depth + 1));
    }
  }

  private static Schema onLong(org.apache.avro.LogicalType type) {
    return type.addToSchema(Schema.create(Schema.Type.LONG));
  }

  /** A value of a schema. */
  Pair value(Schema schema) {
    if (schema.getType() == Schema.Type.UNION) {
      return value(schema.getTypes().get(random.nextInt(2)));
    }
    return schema.getLogicalType() == null ? plain(schema) : logical(schema);
  }

  private Pair plain(Schema schema) {
    switch (schema.getType()) {
      case NULL:
        return new Pair(null, null);
      case BOOLEAN:
        return same(random.nextBoolean());
      case INT:
        return same((int) bits());
      case LONG:
        return same(bits());
      case FLOAT:
        return same(
            List.of(1.5f, Float.NaN, -0.0f, Float.NEGATIVE_INFINITY).get(random.nextInt(4)));
      case DOUBLE:
        return same(
            random.nextInt(3) == 0
                ? -0.0
                : Double.longBitsToDouble(0x3FF0000000000000L | bits() >>> 12));
      case STRING:
        return same("aä€😀\n".repeat(random.nextInt(4)));
      case BYTES:
        byte[] bytes = bytes(random.nextInt(20));
        return new Pair(ByteBuffer.wrap(bytes), bytes);
      case FIXED:
        byte[] fixed = bytes(schema.getFixedSize());
        return new Pair(new GenericData.Fixed(schema, fixed), fixed);
      case ENUM:
        String symbol = schema.getEnumSymbols().get(random.nextInt(3));
        return new Pair(new GenericData.EnumSymbol(schema, symbol), symbol);
      case RECORD:
        return recordValue(schema);
      case ARRAY:
        List<@Nullable Object> avro = new ArrayList<>();
        List<@Nullable Object> model = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          Pair element = value(schema.getElementType());
          avro.add(element.avro());
          model.add(element.model());
        }
        return new Pair(avro, model);
      default:
        return mapValue(schema);
    }
  }

  Pair recordValue(Schema schema) {
    GenericData.Record record = new GenericData.Record(schema);
    List<@Nullable Object> model = new ArrayList<>();
    for (Schema.Field field : schema.getFields()) {
      Pair value = value(field.schema());
      record.put(field.pos(), value.avro());
      model.add(value.model());
    }
    return new Pair(record, model);
  }

  private Pair mapValue(Schema schema) {
    Map<String, @Nullable Object> avro = new LinkedHashMap<>();
    List<Object> model = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Pair value = value(schema.getValueType());
      String key = "k" + i;
      avro.put(key, value.avro());
      List<@Nullable Object> entry = new ArrayList<>();
      entry.add(key);
      entry.add(value.model());
      model.add(entry);
    }
    return new Pair(avro, model);
  }

  private Pair logical(Schema schema) {
    long micros = (long) ((random.nextDouble() - 0.5) * 1e17);
    switch (schema.getLogicalType().getName()) {
      case "date":
        return same(random.nextInt(100_000) - 50_000);
      case "time-millis":
        int millis = random.nextInt(86_400_000);
        return new Pair(millis, millis * 1000L);
      case "time-micros":
        return same(Math.floorMod(micros, MICROS_PER_DAY));
      case "timestamp-millis", "local-timestamp-millis":
        return new Pair(micros / 1000, micros / 1000 * 1000);
      case "timestamp-micros", "local-timestamp-micros":
        return same(micros);
      case "timestamp-nanos":
        return same(bits());
      case "uuid":
        UUID uuid = new UUID(bits(), bits());
        byte[] model =
            ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
        return schema.getType() == Schema.Type.STRING
            ? new Pair(uuid.toString(), model)
            : new Pair(new GenericData.Fixed(schema, model), model);
      default:
        return decimal(schema);
    }
  }

  private Pair decimal(Schema schema) {
    LogicalTypes.Decimal type = (LogicalTypes.Decimal) schema.getLogicalType();
    BigInteger unscaled =
        new BigInteger(type.getPrecision() * 3, random)
            .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
    byte[] bytes = unscaled.toByteArray();
    BigDecimal model = new BigDecimal(unscaled, type.getScale());
    if (schema.getType() == Schema.Type.BYTES) {
      return new Pair(ByteBuffer.wrap(bytes), model);
    }
    byte[] wide = new byte[16];
    java.util.Arrays.fill(wide, (byte) (unscaled.signum() < 0 ? -1 : 0));
    System.arraycopy(bytes, 0, wide, 16 - bytes.length, bytes.length);
    return new Pair(new GenericData.Fixed(schema, wide), model);
  }

  private static Pair same(Object value) {
    return new Pair(value, value);
  }

  private long bits() {
    return random.nextLong() >> random.nextInt(64);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Whether text is UTF-8 is the decoder's to say; the model's is. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
