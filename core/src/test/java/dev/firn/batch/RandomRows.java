package dev.firn.batch;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Schemas and rows from a seed, in the forms of {@link ModelRows}. */
public final class RandomRows {
  private static final String ALPHABET = "aäbß\u20ac\uD83D\uDE00z09 _-\uFFFD";

  private final Random random;
  private int nextId = 1;

  /** The same seed gives the same schemas and rows. */
  public RandomRows(long seed) {
    this.random = new Random(seed);
  }

  /** A schema of 1 to {@code maxColumns} columns, some nested up to {@code depth} deep. */
  public Schema schema(int maxColumns, int depth) {
    nextId = 1;
    return new Schema(fields(1 + random.nextInt(maxColumns), depth));
  }

  private List<Types.NestedField> fields(int count, int depth) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int id = nextId++;
      Type type = depth > 0 && random.nextInt(4) == 0 ? nested(depth - 1) : primitive();
      String name = random.nextInt(8) == 0 ? "c " + i + ".x" : "c" + i;
      fields.add(
          random.nextInt(3) > 0
              ? Types.NestedField.optional(id, name, type)
              : Types.NestedField.required(id, name, type));
    }
    return fields;
  }

  private Type nested(int depth) {
    switch (random.nextInt(3)) {
      case 0:
        return Types.StructType.of(fields(1 + random.nextInt(3), depth));
      case 1:
        int elementId = nextId++;
        Type element = random.nextInt(3) == 0 && depth > 0 ? nested(depth - 1) : primitive();
        return random.nextBoolean()
            ? Types.ListType.ofOptional(elementId, element)
            : Types.ListType.ofRequired(elementId, element);
      default:
        int keyId = nextId++;
        int valueId = nextId++;
        Type key = random.nextBoolean() ? Types.StringType.get() : Types.IntegerType.get();
        Type value = random.nextInt(3) == 0 && depth > 0 ? nested(depth - 1) : primitive();
        return random.nextBoolean()
            ? Types.MapType.ofOptional(keyId, valueId, key, value)
            : Types.MapType.ofRequired(keyId, valueId, key, value);
    }
  }

  private Type primitive() {
    switch (random.nextInt(18)) {
      case 0:
        return Types.BooleanType.get();
      case 1:
        return Types.IntegerType.get();
      case 2:
        return Types.LongType.get();
      case 3:
        return Types.FloatType.get();
      case 4:
        return Types.DoubleType.get();
      case 5:
        return Types.DateType.get();
      case 6:
        return Types.TimeType.get();
      case 7:
        return Types.TimestampType.withZone();
      case 8:
        return Types.TimestampType.withoutZone();
      case 9:
        return Types.TimestampNanoType.withoutZone();
      case 10:
        return Types.BinaryType.get();
      case 11:
        return Types.UUIDType.get();
      case 12:
        return Types.FixedType.ofLength(1 + random.nextInt(20));
      case 13:
        return Types.DecimalType.of(1 + random.nextInt(9), random.nextInt(2));
      case 14:
        return Types.DecimalType.of(10 + random.nextInt(9), random.nextInt(10));
      case 15:
        return Types.DecimalType.of(19 + random.nextInt(20), random.nextInt(19));
      default:
        return Types.StringType.get();
    }
  }

  /** Rows for a schema; each column has a manner of its own (few values, rising, runs, any). */
  public List<List<@Nullable Object>> rows(Schema schema, int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>(count);
    int[] manners = new int[schema.columns().size()];
    for (int i = 0; i < manners.length; i++) {
      manners[i] = random.nextInt(6);
    }
    for (int row = 0; row < count; row++) {
      List<@Nullable Object> values = new ArrayList<>(manners.length);
      for (int i = 0; i < manners.length; i++) {
        Types.NestedField field = schema.columns().get(i);
        Object previous = row == 0 ? null : rows.get(row - 1).get(i);
        boolean repeats = previous != null && manners[i] == 5 && random.nextInt(20) > 0;
        values.add(repeats ? previous : value(field, manners[i], row));
      }
      rows.add(values);
    }
    return rows;
  }

  private @Nullable Object value(Types.NestedField field, int manner, int row) {
    if (field.isOptional() && (manner == 4 || random.nextInt(5) == 0)) {
      return null;
    }
    switch (manner) {
      case 0:
        return value(field.type(), new Random(random.nextInt(10)));
      case 1:
        return value(field.type(), new Random(row / 7));
      case 2:
        return rising(field.type(), row);
      default:
        return value(field.type(), random);
    }
  }

  private @Nullable Object rising(Type type, int row) {
    switch (type.typeId()) {
      case INTEGER:
      case DATE:
        return row * 3;
      case LONG:
      case TIMESTAMP:
        return 1_700_000_000_000_000L + row * 1_000L + random.nextInt(500);
      case STRING:
        return "value " + row / 3;
      default:
        return value(type, random);
    }
  }

  /** A value of a type; never null at its top. */
  public static Object value(Type type, Random random) {
    switch (type.typeId()) {
      case BOOLEAN:
        return random.nextBoolean();
      case INTEGER:
        return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(100_000);
      case DATE:
        return random.nextInt(30_000) - 100;
      case LONG:
        return random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(100_000);
      case TIME:
        return (long) (random.nextDouble() * 86_400_000_000L);
      case TIMESTAMP:
        // After 1986, when the tests' time zone skipped 15 minutes: java.sql.Timestamp can't say
        // them.
        return 600_000_000_000_000L + (long) (random.nextDouble() * 3e15);
      case TIMESTAMP_NANO:
        return 600_000_000_000_000_000L + (long) (random.nextDouble() * 3e18);
      case FLOAT:
        return floating(random).floatValue();
      case DOUBLE:
        return floating(random);
      case STRING:
        return string(random);
      case BINARY:
        return bytes(random, random.nextInt(40));
      case UUID:
        return bytes(random, 16);
      case FIXED:
        return bytes(random, ((Types.FixedType) type).length());
      case DECIMAL:
        Types.DecimalType decimal = (Types.DecimalType) type;
        BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(decimal.precision()));
        BigInteger unscaled = new BigInteger(130, random).mod(limit);
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
      case STRUCT:
        List<@Nullable Object> fields = new ArrayList<>();
        for (Types.NestedField field : type.asStructType().fields()) {
          fields.add(orNull(field, random));
        }
        return fields;
      case LIST:
        List<@Nullable Object> elements = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
          elements.add(orNull(type.asListType().fields().get(0), random));
        }
        return elements;
      case MAP:
        return map(type.asMapType(), random);
      default:
        throw new IllegalArgumentException(type.toString());
    }
  }

  private static List<Object> map(Types.MapType type, Random random) {
    List<Object> entries = new ArrayList<>();
    Set<Object> keys = new HashSet<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      Object key = value(type.keyType(), random);
      if (keys.add(key)) {
        List<@Nullable Object> entry = new ArrayList<>();
        entry.add(key);
        entry.add(orNull(type.fields().get(1), random));
        entries.add(entry);
      }
    }
    return entries;
  }

  private static @Nullable Object orNull(Types.NestedField field, Random random) {
    return field.isOptional() && random.nextInt(4) == 0 ? null : value(field.type(), random);
  }

  private static Double floating(Random random) {
    switch (random.nextInt(12)) {
      case 0:
        return -0.0;
      case 1:
        return 0.0;
      case 2:
        return Double.NEGATIVE_INFINITY;
      default:
        return random.nextInt(2) == 0 ? random.nextGaussian() * 1e6 : random.nextInt(100) / 4.0;
    }
  }

  private static String string(Random random) {
    int length = random.nextInt(4) == 0 ? random.nextInt(60) : random.nextInt(12);
    StringBuilder text = new StringBuilder();
    int points = ALPHABET.codePointCount(0, ALPHABET.length());
    for (int i = 0; i < length; i++) {
      int at = ALPHABET.offsetByCodePoints(0, random.nextInt(points));
      text.appendCodePoint(ALPHABET.codePointAt(at));
    }
    return text.toString();
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (random.nextInt(3) == 0) {
      java.util.Arrays.fill(bytes, (byte) -1);
    }
    return bytes;
  }
}
