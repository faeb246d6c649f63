package dev.firn.landing;

import static dev.firn.landing.NestedSource.transform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firn.batch.Batch;
import dev.firn.batch.StructColumn;
import dev.firn.error.FirnException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.DateTimeUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Known answers, and the edges of ranges. */
class PartitionTransformTest {
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
  void c06_a_decimal_is_hashed_at_its_columns_scale() {
    // The same number with fewer digits behind the point would be bucket 11.
    assertThat(
            transform(Types.DecimalType.of(9, 2), Transforms.bucket(16), dec("14.2").setScale(2)))
        .containsExactly(3);
    assertThat((Murmur3.hashUnscaled(142) & Integer.MAX_VALUE) % 16).isEqualTo(11);
  }

  @Test
  void c18_numbers_keep_their_bucket_and_step_when_their_column_becomes_wider() {
    for (int value : new int[] {34, 35, -1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE + 8}) {
      assertThat(transform(Types.LongType.get(), Transforms.bucket(16), (long) value))
          .isEqualTo(transform(Types.IntegerType.get(), Transforms.bucket(16), value));
      Object step = transform(Types.IntegerType.get(), Transforms.truncate(10), value).get(0);
      assertThat(transform(Types.LongType.get(), Transforms.truncate(10), (long) value))
          .containsExactly(((Integer) step).longValue());
    }
    assertThat(transform(Types.DecimalType.of(30, 2), Transforms.bucket(16), dec("-327.68")))
        .isEqualTo(transform(Types.DecimalType.of(9, 2), Transforms.bucket(16), dec("-327.68")));
  }

  @Test
  void c20_not_a_number_and_both_zeros_have_partitions_of_their_own() {
    for (Type type : List.of(Types.DoubleType.get(), Types.FloatType.get())) {
      boolean isFloat = type.typeId() == Type.TypeID.FLOAT;
      Object[] values = new Object[4];
      double[] doubles = {Double.NaN, -0.0, 0.0, 1.0};
      for (int i = 0; i < 4; i++) {
        values[i] = isFloat ? (Object) (float) doubles[i] : (Object) doubles[i];
      }
      assertThat(transform(type, Transforms.identity(), values)).containsExactly(values);
      assertThat(new java.util.HashSet<>(transform(type, Transforms.identity(), values)))
          .hasSize(4);
    }
  }

  @Test
  void hashes_are_those_of_the_specs_appendix_b() {
    assertThat(Murmur3.hash(34L)).isEqualTo(2017239379);
    assertThat(Murmur3.hashUnscaled(1420)).isEqualTo(-500754589);
    assertThat(Murmur3.hash(DateTimeUtil.isoDateToDays("2017-11-16"))).isEqualTo(-653330422);
    assertThat(Murmur3.hash(DateTimeUtil.isoTimeToMicros("22:31:08"))).isEqualTo(-662762989);
    assertThat(Murmur3.hash(micros("2017-11-16T22:31:08"))).isEqualTo(-2047944441);
    assertThat(Murmur3.hash(micros("2017-11-16T22:31:08.000001"))).isEqualTo(-1207196810);
    byte[] uuid =
        ByteBuffer.allocate(16).putLong(0xf79c3e09677c4bbdL).putLong(0xa4793f349cb785e7L).array();
    assertThat(Murmur3.hash(uuid, 0, 16)).isEqualTo(1488055340);
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
    Schema schema = NestedSource.nested(Types.IntegerType.get());
    PartitionCodes codes =
        new PartitionCodes(schema, NestedSource.spec(schema, Transforms.truncate(10)));
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
  void numbers_below_the_lowest_step_have_no_step_and_the_lowest_ones_do() {
    assertThat(transform(Types.IntegerType.get(), Transforms.truncate(10), Integer.MIN_VALUE + 8))
        .containsExactly(Integer.MIN_VALUE + 8);
    assertThat(transform(Types.LongType.get(), Transforms.truncate(1), Long.MIN_VALUE))
        .containsExactly(Long.MIN_VALUE);
    refused(Types.IntegerType.get(), 10, Integer.MIN_VALUE + 7, "-2147483641");
    refused(Types.IntegerType.get(), Integer.MAX_VALUE, Integer.MIN_VALUE, "-2147483648");
    refused(Types.LongType.get(), 10, Long.MIN_VALUE + 7, "-9223372036854775801");
    refused(Types.DecimalType.of(9, 2), 50, dec("-9999999.99"), "-9999999.99");
    refused(
        Types.DecimalType.of(20, 2), 50, dec("-999999999999999999.99"), "-999999999999999999.99");
  }

  private static void refused(Type type, int width, Object value, String shown) {
    assertThatThrownBy(() -> transform(type, Transforms.truncate(width), value))
        .isInstanceOf(FirnException.class)
        .hasMessageContaining("column 'outer.source'")
        .hasMessageContaining(shown)
        .hasMessageContaining("truncate[" + width + "]");
  }

  @Test
  void the_extremes_of_time_have_a_day_month_and_year() {
    Type type = Types.TimestampType.withoutZone();
    Object[] values = {Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, 0L};
    for (String transform : List.of("day", "month", "year")) {
      List<@Nullable Object> floored = new ArrayList<>();
      for (Object value : values) {
        floored.add(PartitionCodesTest.floored(transform, (Long) value, 1_000_000L));
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
