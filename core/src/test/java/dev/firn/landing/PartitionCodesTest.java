package dev.firn.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.Column;
import dev.firn.batch.StructColumn;
import dev.firn.error.FirnException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
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
    Schema schema = nested(type);
    PartitionCodes codes = new PartitionCodes(schema, spec(schema, transform));
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
  private static @Nullable Integer floored(String transform, long value, long perSecond) {
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

  private static Schema nested(Type type) {
    return new Schema(
        Types.NestedField.optional(1, "first", Types.IntegerType.get()),
        Types.NestedField.optional(
            2, "outer", Types.StructType.of(Types.NestedField.optional(3, "source", type))));
  }

  private static PartitionSpec spec(Schema schema, Transform<?, ?> transform) {
    PartitionSpec.Builder builder = PartitionSpec.builderFor(schema);
    String name = transform.toString();
    int parameter = name.contains("[") ? Integer.parseInt(name.replaceAll("\\D", "")) : 0;
    return switch (name.replaceAll("\\[.*", "")) {
      case "identity" -> builder.identity("outer.source").build();
      case "year" -> builder.year("outer.source").build();
      case "month" -> builder.month("outer.source").build();
      case "day" -> builder.day("outer.source").build();
      case "hour" -> builder.hour("outer.source").build();
      case "bucket" -> builder.bucket("outer.source", parameter).build();
      case "truncate" -> builder.truncate("outer.source", parameter).build();
      default -> builder.alwaysNull("outer.source").build();
    };
  }

  private static List<@Nullable Object> transform(
      Type type, Transform<?, ?> transform, @Nullable Object... values) {
    Schema schema = nested(type);
    Batch batch = new Batch(schema);
    for (Object value : values) {
      StructColumn outer = (StructColumn) batch.column(1);
      Column source = outer.field(0);
      TestValues.append(source, value);
      outer.append();
      batch.endRow();
    }
    PartitionCodes codes = new PartitionCodes(schema, spec(schema, transform));
    codes.compute(batch);
    List<@Nullable Object> results = new ArrayList<>();
    for (int row = 0; row < values.length; row++) {
      results.add(codes.tuple(row).get(0, Object.class));
    }
    return results;
  }

  private static long micros(String timestamp) {
    return DateTimeUtil.isoTimestampToMicros(timestamp);
  }

  @Test
  void c01_times_before_1970_are_floored_and_never_rounded_to_zero() {
    Type micros = Types.TimestampType.withoutZone();
    Object[] times = {
      micros("1969-12-31T23:59:59"),
      micros("1970-01-01T00:00:01"),
      micros("1969-12-31T23:59:59.999999"),
      micros("1969-12-30T23:00:00"),
      micros("1968-02-29T12:00:00"),
      micros("1582-10-15T00:00:00"),
      micros("2018-12-01T10:11:12")
    };
    assertThat(transform(micros, Transforms.hour(), times))
        .containsExactly(-1, 0, -1, -25, -16116, -3394248, 428794);
    assertThat(transform(micros, Transforms.day(), times))
        .containsExactly(-1, 0, -1, -2, -672, -141427, 17866);
    assertThat(transform(micros, Transforms.month(), times))
        .containsExactly(-1, 0, -1, -1, -23, -4647, 587);
    assertThat(transform(micros, Transforms.year(), times))
        .containsExactly(-1, 0, -1, -1, -2, -388, 48);
  }

  @Test
  void c02_the_day_of_an_instant_does_not_depend_on_the_zone_of_the_machine() {
    // Surefire sets an odd zone for all tests.
    assertThat(
            transform(
                Types.TimestampType.withZone(),
                Transforms.day(),
                micros("2023-12-31T20:00:00"),
                micros("1969-06-01T20:00:00")))
        .containsExactly(19722, -214);
  }

  @Test
  void c04_negative_numbers_are_truncated_downwards() {
    assertThat(transform(Types.IntegerType.get(), Transforms.truncate(10), -12, -11, -10, -1, 0, 9))
        .containsExactly(-20, -20, -10, -10, 0, 0);
    assertThat(
            transform(Types.LongType.get(), Transforms.truncate(10), -12L, -11L, -10L, -1L, 0L, 9L))
        .containsExactly(-20L, -20L, -10L, -10L, 0L, 0L);
    assertThat(transform(Types.IntegerType.get(), Transforms.truncate(3), -3)).containsExactly(-3);
    for (int precision : new int[] {9, 30}) {
      Type decimal = Types.DecimalType.of(precision, 2);
      assertThat(
              transform(decimal, Transforms.truncate(50), new BigDecimal("10.65"), dec("-10.65")))
          .containsExactly(dec("10.50"), dec("-11.00"));
      assertThat(transform(decimal, Transforms.truncate(10), dec("-0.05")))
          .containsExactly(dec("-0.10"));
    }
  }

  private static BigDecimal dec(String text) {
    return new BigDecimal(text);
  }

  @Test
  void c06_buckets_hash_decimals_by_their_fewest_bytes_and_uuids_big_endian_and_dates_as_longs() {
    for (int precision : new int[] {9, 30}) {
      assertThat(
              transform(
                  Types.DecimalType.of(precision, 2),
                  Transforms.bucket(16),
                  dec("1.28"),
                  dec("-1.28"),
                  dec("327.68"),
                  dec("-327.68"),
                  dec("0.00"),
                  dec("14.20")))
          .containsExactly(5, 13, 0, 3, 7, 3);
    }
    assertThat(
            transform(
                Types.UUIDType.get(),
                Transforms.bucket(16),
                UUID.fromString("f79c3e09-677c-4bbd-a479-3f349cb785e7")))
        .containsExactly(12);
    assertThat(
            transform(
                Types.DateType.get(),
                Transforms.bucket(16),
                DateTimeUtil.isoDateToDays("2017-11-16"),
                DateTimeUtil.isoDateToDays("2018-12-01"),
                -1,
                null))
        .containsExactly(10, 8, 8, null);
    assertThat(transform(Types.IntegerType.get(), Transforms.bucket(16), 34, 35, -1))
        .containsExactly(3, 5, 8);
    assertThat(transform(Types.TimestampType.withZone(), Transforms.bucket(16), -1L, 0L))
        .containsExactly(8, 12);
    assertThat(transform(Types.StringType.get(), Transforms.bucket(16), "", null))
        .containsExactly(0, null);
  }

  @Test
  void hashes_are_those_of_the_specs_appendix_b() {
    assertThat(Murmur3.hash(34L)).isEqualTo(2017239379);
    assertThat(Murmur3.hashUnscaled(1420)).isEqualTo(-500754589);
    assertThat(Murmur3.hash(DateTimeUtil.isoDateToDays("2017-11-16"))).isEqualTo(-653330422);
    assertThat(Murmur3.hash(DateTimeUtil.isoTimeToMicros("22:31:08"))).isEqualTo(-662762989);
    assertThat(Murmur3.hash(micros("2017-11-16T22:31:08"))).isEqualTo(-2047944441);
    assertThat(Murmur3.hash(micros("2017-11-16T22:31:08.000001"))).isEqualTo(-1207196810);
    byte[] iceberg = "xiceberg".getBytes(StandardCharsets.UTF_8);
    assertThat(Murmur3.hash(iceberg, 1, 8)).isEqualTo(1210000089);
    assertThat(Murmur3.hash(new byte[] {0, 1, 2, 3}, 0, 4)).isEqualTo(-188683207);
  }

  @Test
  void c07_strings_are_truncated_by_code_point() {
    Type string = Types.StringType.get();
    assertThat(transform(string, Transforms.truncate(2), "\uD83D\uDE00".repeat(3) + "a"))
        .containsExactly("\uD83D\uDE00\uD83D\uDE00");
    assertThat(transform(string, Transforms.truncate(5), "世界您好世界", "ab", ""))
        .containsExactly("世界您好世", "ab", "");
    assertThat(transform(string, Transforms.truncate(1), "e\u0301")).containsExactly("e");
  }

  @Test
  void a_value_past_the_transforms_range_is_named_and_never_wrapped() {
    Schema schema = nested(Types.IntegerType.get());
    PartitionCodes codes = new PartitionCodes(schema, spec(schema, Transforms.truncate(10)));
    Batch batch = new Batch(schema);
    StructColumn outer = (StructColumn) batch.column(1);
    TestValues.append(outer.field(0), Integer.MIN_VALUE);
    outer.append();
    batch.endRow();
    assertThatThrownBy(() -> codes.compute(batch))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("outer.source")
        .hasMessageContaining("-2147483648")
        .hasMessageContaining("truncate[10]");
  }

  @Test
  void hours_past_32_bits_have_no_partition_and_those_at_the_edge_do() {
    Type type = Types.TimestampType.withoutZone();
    long hour = 3_600_000_000L;
    long last = Integer.MAX_VALUE * hour + hour - 1;
    long first = Integer.MIN_VALUE * hour;
    assertThat(transform(type, Transforms.hour(), last, first))
        .containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE);
    for (long value : new long[] {last + 1, first - 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> transform(type, Transforms.hour(), value))
          .isInstanceOf(FirnException.class)
          .hasMessageContaining("does not fit");
    }
  }

  @Test
  void the_extremes_of_time_have_a_day_month_and_year() {
    Type type = Types.TimestampType.withoutZone();
    Object[] values = {Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, 0L};
    for (String transform : List.of("day", "month", "year")) {
      List<Object> floored = new ArrayList<>();
      for (Object value : values) {
        floored.add(floored(transform, (Long) value, 1_000_000L));
      }
      Transform<?, ?> given =
          transform.equals("day")
              ? Transforms.day()
              : transform.equals("month") ? Transforms.month() : Transforms.year();
      assertThat(transform(type, given, values)).isEqualTo(floored);
    }
  }

  @Test
  void binary_values_stay_bytes() {
    assertThat(
            transform(
                Types.BinaryType.get(),
                Transforms.truncate(2),
                ByteBuffer.wrap(new byte[] {-1, 2, 3}),
                ByteBuffer.wrap(new byte[] {1})))
        .containsExactly(ByteBuffer.wrap(new byte[] {-1, 2}), ByteBuffer.wrap(new byte[] {1}));
  }
}
