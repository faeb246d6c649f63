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
