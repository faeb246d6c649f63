package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.batch.Batch;
import dev.firn.batch.StructColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionCodesTest {
  private static final List<Type> TYPES =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withZone(),
          Types.TimestampType.withoutZone(),
          Types.TimestampNanoType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.StringType.get(),
          Types.BinaryType.get(),
          Types.FixedType.ofLength(3),
          Types.UUIDType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(18, 0),
          Types.DecimalType.of(38, 5));

  private static final List<Transform<?, ?>> TRANSFORMS =
      List.of(
          Transforms.identity(),
          Transforms.year(),
          Transforms.month(),
          Transforms.day(),
          Transforms.hour(),
          Transforms.bucket(1),
          Transforms.bucket(16),
          Transforms.bucket(Integer.MAX_VALUE),
          Transforms.truncate(1),
          Transforms.truncate(3),
          Transforms.truncate(10_000),
          Transforms.alwaysNull());

  @Test
  void values_are_those_of_icebergs_transforms_in_their_order_on_every_type() {
    int combinations = 0;
    for (Type type : TYPES) {
      for (Transform<?, ?> transform : TRANSFORMS) {
        if (transform.canTransform(type)) {
          for (long seed = 1; seed <= 6; seed++) {
            checkAgainstIceberg(type, transform, seed);
          }
          combinations++;
        }
      }
    }
    assertThat(combinations).isGreaterThan(90);
  }

  /** The source column lies in a struct that is null now and then. */
  private static void checkAgainstIceberg(Type type, Transform<?, ?> transform, long seed) {
    String place = type + " " + transform + " seed " + seed;
    Random random = new Random(seed);
    Schema schema = NestedSource.nested(type);
    PartitionCodes codes = new PartitionCodes(schema, NestedSource.spec(schema, transform));
    Batch batch = new Batch(schema);
    // The second round finds out whether buffers are reused rightly.
    for (int round = 0; round < 2; round++) {
      batch.clear();
      List<Object> values = fill(batch, type, random, seed % 3 == 0 ? 0.0 : 0.2);
      RowSet excluded = new RowSet();
      for (int row = 0; row < values.size(); row++) {
        if (isUnpartitionable(type, transform, values.get(row))) {
          excluded.add(row);
        }
      }
      assertThat(unpartitionable(codes, batch)).as(place).isEqualTo(rows(excluded, values.size()));
      codes.compute(batch, excluded);
      checkValues(codes, values, type, transform, excluded, place);
      checkOrder(codes, values, transform.getResultType(type), excluded, place);
    }
  }

  private static void checkValues(
      PartitionCodes codes,
      List<Object> values,
      Type type,
      Transform<?, ?> transform,
      RowSet excluded,
      String place) {
    for (int row = 0; row < values.size(); row++) {
      Object value = values.get(row);
      if (!excluded.contains(row)) {
        assertThat(codes.value(0, codes.codes(0)[row]))
            .as("%s row %d value %s", place, row, value)
            .isEqualTo(expected(type, transform, value));
      }
    }
  }

  private static void checkOrder(
      PartitionCodes codes, List<Object> values, Type resultType, RowSet excluded, String place) {
    Set<Integer> used = new HashSet<>();
    for (int row = 0; row < values.size(); row++) {
      used.add(codes.codes(0)[row]);
    }
    assertThat(used).as(place).hasSize(codes.codeCount(0));
    assertThat(used).as(place).allMatch(code -> code >= 0 && code < codes.codeCount(0));
    if (excluded.size() > 0) {
      return;
    }
    Comparator<Object> order = order(resultType);
    for (int code = 1; code < codes.codeCount(0); code++) {
      Object before = codes.value(0, code - 1);
      Object value = codes.value(0, code);
      assertThat(value).as(place).isNotNull();
      assertThat(before == null || order.compare(before, value) < 0)
          .as("%s: %s before %s", place, before, value)
          .isTrue();
    }
  }

  private static Comparator<Object> order(Type type) {
    if (type.typeId() == Type.TypeID.UUID) {
      return Comparator.comparing(Object::toString);
    }
    return Comparators.forType(type.asPrimitiveType());
  }

  @SuppressWarnings("unchecked")
  private static @Nullable Object expected(
      Type type, Transform<?, ?> transform, @Nullable Object value) {
    if (value == null || transform.isVoid()) {
      return null;
    }
    if (type.typeId() == Type.TypeID.INTEGER && transform.toString().startsWith("truncate")) {
      // iceberg-core overflows on widths past 2^30, and the spec's formula is the same.
      int width = Integer.parseInt(transform.toString().replaceAll("\\D", ""));
      return (Integer) value - Math.floorMod((Integer) value, width);
    }
    if (type.typeId() == Type.TypeID.TIMESTAMP || type.typeId() == Type.TypeID.TIMESTAMP_NANO) {
      long perSecond = type.typeId() == Type.TypeID.TIMESTAMP ? 1_000_000L : 1_000_000_000L;
      Integer floored = floored(transform.toString(), (Long) value, perSecond);
      if (floored != null && (Long) value < 0 && Math.floorMod((Long) value + 1, perSecond) == 0) {
        // The last unit before a second before 1970: iceberg-core is a second too early there.
        return floored;
      }
    }
    return ((Transform<Object, Object>) transform).bind(type).apply(value);
  }

  /** What the Iceberg spec says of times; null if the transform is none of time. */
  static @Nullable Integer floored(String transform, long value, long perSecond) {
    long days = Math.floorDiv(value, 86_400 * perSecond);
    return switch (transform) {
      case "hour" -> Math.toIntExact(Math.floorDiv(value, 3600 * perSecond));
      case "day" -> (int) days;
      case "month" -> {
        LocalDate date = LocalDate.ofEpochDay(days);
        yield (date.getYear() - 1970) * 12 + date.getMonthValue() - 1;
      }
      case "year" -> LocalDate.ofEpochDay(days).getYear() - 1970;
      default -> null;
    };
  }

  private static boolean isUnpartitionable(
      Type type, Transform<?, ?> transform, @Nullable Object value) {
    if (value == null || !transform.toString().startsWith("truncate")) {
      return false;
    }
    BigInteger width = new BigInteger(transform.toString().replaceAll("\\D", ""));
    if (value instanceof Integer || value instanceof Long) {
      BigInteger number = BigInteger.valueOf(((Number) value).longValue());
      BigInteger result = number.subtract(number.mod(width));
      long min = value instanceof Integer ? Integer.MIN_VALUE : Long.MIN_VALUE;
      return result.compareTo(BigInteger.valueOf(min)) < 0;
    }
    if (value instanceof BigDecimal decimal) {
      BigInteger unscaled = decimal.unscaledValue();
      BigDecimal result = new BigDecimal(unscaled.subtract(unscaled.mod(width)), decimal.scale());
      return result.precision() > ((Types.DecimalType) type).precision();
    }
    return false;
  }

  private static List<Integer> unpartitionable(PartitionCodes codes, Batch batch) {
    List<Integer> found = new ArrayList<>();
    var next = codes.findUnpartitionable(batch, 0);
    while (next.isPresent()) {
      found.add(next.get().row());
      next = codes.findUnpartitionable(batch, next.get().row() + 1);
    }
    return found;
  }

  private static List<Integer> rows(RowSet set, int rows) {
    return IntStream.range(0, rows).filter(set::contains).boxed().toList();
  }

  private static List<Object> fill(Batch batch, Type type, Random random, double nulls) {
    List<Object> pool = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      pool.add(TestValues.random(type, random));
    }
    boolean repeats = random.nextBoolean();
    List<Object> values = new ArrayList<>();
    int rows = 1 + random.nextInt(400);
    for (int row = 0; row < rows; row++) {
      Object value =
          repeats ? pool.get(random.nextInt(pool.size())) : TestValues.random(type, random);
      StructColumn outer = (StructColumn) batch.column(1);
      if (random.nextDouble() < nulls) {
        value = null;
        if (random.nextBoolean()) {
          outer.appendNull();
        } else {
          outer.append();
        }
      } else {
        TestValues.append(outer.field(0), value);
        outer.append();
      }
      batch.endRow();
      values.add(value);
    }
    return values;
  }
}
