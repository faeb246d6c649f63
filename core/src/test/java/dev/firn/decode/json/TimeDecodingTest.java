package dev.firn.decode.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firn.decode.RejectReason;
import dev.firn.decode.TimestampFormat;
import dev.firn.table.SchemaText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimeDecodingTest {
  private static JsonLinesOptions options(String type) {
    return JsonLinesOptions.of(SchemaText.parse(Map.of("c", type)));
  }

  private static Decoding decode(JsonLinesOptions options, List<String> values) {
    StringBuilder rows = new StringBuilder();
    values.forEach(value -> rows.append("{\"c\":").append(value).append("}\n"));
    return Decoding.of(options, rows.toString());
  }

  private static List<Object> accepted(JsonLinesOptions options, List<String> values) {
    Decoding decoding = decode(options, values);
    List<Object> accepted = new ArrayList<>();
    for (int row = 0; row < decoding.batch.rowCount(); row++) {
      accepted.add(Values.of(decoding.batch, "c", row));
    }
    return accepted;
  }

  private static List<String> quote(List<String> texts) {
    return texts.stream().map(text -> "\"" + text + "\"").toList();
  }

  private static long micros(String instant) {
    Instant parsed = Instant.parse(instant);
    return parsed.getEpochSecond() * 1_000_000 + parsed.getNano() / 1000;
  }

  @Test
  void timestampsWithOffsetsAreTaken() {
    List<String> same =
        List.of(
            "2021-05-29T12:34:56.789Z",
            "2021-05-29 12:34:56.789z",
            "2021-05-29t12:34:56,789+00:00",
            "2021-05-29T14:34:56.789+02:00",
            "2021-05-29T18:04:56.789+0530",
            "2021-05-29T10:34:56.789000999-02",
            "2021-05-29T12:34:56.789000-00:00",
            "2021-05-29T12\\u003a34:56.789Z");
    assertThat(accepted(options("timestamptz"), quote(same)))
        .hasSize(same.size())
        .containsOnly(micros("2021-05-29T12:34:56.789Z"));
    assertThat(accepted(options("timestamptz"), quote(List.of("2021-05-29T12:34Z"))))
        .containsExactly(micros("2021-05-29T12:34:00Z"));
    assertThat(
            accepted(options("timestamptz_ns"), quote(List.of("1970-01-01T00:00:01.123456789Z"))))
        .containsExactly(1_123_456_789L);
    assertThat(accepted(options("timestamptz_ns"), quote(List.of("9999-01-01T00:00:00Z"))))
        .isEmpty();
    assertThat(
            accepted(
                options("timestamptz"),
                quote(
                    List.of(
                        "0000-01-01T00:00:00Z",
                        "9999-12-31T23:59:59.999999Z",
                        "1969-12-31T23:59:59.9999999Z"))))
        .containsExactly(
            micros("0000-01-01T00:00:00Z"), micros("9999-12-31T23:59:59.999999Z"), -1L);
  }

  @Test
  void timestampsThatAreNoneAreRejected() {
    List<String> bad =
        List.of(
            "2021-02-30T00:00:00Z",
            "2021-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2021-13-01T00:00:00Z",
            "2021-00-01T00:00:00Z",
            "2021-01-00T00:00:00Z",
            "2021-04-31T00:00:00Z",
            "2021-01-01T24:00:00Z",
            "2021-01-01T23:60:00Z",
            "2016-12-31T23:59:60Z",
            "2021-01-01",
            "2021-01-01T",
            "2021-01-01T00",
            "21-01-01T00:00Z",
            "2021-1-1T00:00:00Z",
            "2021-01-01T0:00:00Z",
            "2021-01-01T00:00:00.Z",
            "2021-01-01T00:00:00.1234567890Z",
            "2021-01-01T00:00:00+19:00",
            "2021-01-01T00:00:00+1",
            "2021-01-01T00:00:00+01:0",
            "2021-01-01T00:00:00+01:60",
            "2021-01-01T00:00:00 Z",
            " 2021-01-01T00:00:00Z",
            "2021-01-01T00:00:00ZZ",
            "+2021-01-01T00:00:00Z",
            "2021/01/01T00:00:00Z",
            "2021-01-01X00:00:00Z",
            "",
            "now",
            "20210101T000000Z",
            "2021-01-01T00:00:00[UTC]",
            "2O21-01-01T00:00:00Z",
            "2021-01-01T00:0a:00Z");
    Decoding decoding = decode(options("timestamptz"), quote(bad));
    assertThat(decoding.batch.rowCount()).isZero();
    assertThat(decoding.rejects.stream().map(Decoding.Reject::reason))
        .hasSize(bad.size())
        .containsOnly(RejectReason.TYPE_MISMATCH);
    assertThat(decode(options("timestamptz"), List.of("1622291696", "true", "{}")).rejects)
        .hasSize(3);
  }

  @Test
  void aColumnWithoutZoneTakesNoOffset() {
    assertThat(
            accepted(
                options("timestamp"),
                quote(List.of("2021-05-29T12:00:00", "2021-05-29T12:00:00Z"))))
        .containsExactly(micros("2021-05-29T12:00:00Z"));
  }

  @Test
  void localTimesAreOfTheDeclaredZone() {
    JsonLinesOptions berlin =
        options("timestamptz").withTimestamps(Map.of(), ZoneId.of("Europe/Berlin"));
    assertThat(
            accepted(
                berlin,
                quote(
                    List.of(
                        "2021-03-28T01:59:59", // the last second before clocks go forward
                        "2021-03-28T02:30:00", // does not occur
                        "2021-03-28T03:00:00",
                        "2021-10-31T02:30:00", // occurs twice
                        "2021-10-31T03:00:00",
                        "2021-10-31T02:30:00Z"))))
        .containsExactly(
            micros("2021-03-28T00:59:59Z"),
            micros("2021-03-28T01:00:00Z"),
            micros("2021-10-31T00:30:00Z"),
            micros("2021-10-31T02:00:00Z"),
            micros("2021-10-31T02:30:00Z"));
    assertThat(accepted(options("timestamptz"), quote(List.of("2021-03-28T02:30:00"))))
        .containsExactly(micros("2021-03-28T02:30:00Z"));
  }

  @Test
  void datesAndTimesOfDayAreStrict() {
    assertThat(
            accepted(
                options("date"),
                quote(
                    List.of(
                        "1970-01-02",
                        "2000-02-29",
                        "1969-12-31",
                        "2021-02-30",
                        "2021-01-01T00:00",
                        "2021-1-1"))))
        .containsExactly(1, 11016, -1);
    assertThat(
            accepted(
                options("time"),
                quote(List.of("00:00", "23:59:59.999999", "24:00", "12:00:00Z", "1:00", "12:3"))))
        .containsExactly(0L, 86_399_999_999L);
  }

  @Test
  void epochNumbersAreTakenInTheDeclaredUnit() {
    Map<TimestampFormat, String> sameTime =
        Map.of(
            TimestampFormat.EPOCH_SECONDS, "1622291696.789",
            TimestampFormat.EPOCH_MILLIS, "1622291696789",
            TimestampFormat.EPOCH_MICROS, "1622291696789000",
            TimestampFormat.EPOCH_NANOS, "1622291696789000999");
    sameTime.forEach(
        (format, text) -> {
          JsonLinesOptions options =
              options("timestamptz").withTimestamps(Map.of("c", format), ZoneOffset.UTC);
          assertThat(
                  accepted(options, List.of(text, "1.622291696789e" + (9 + format.unitDigits()))))
              .as(format.code())
              .containsExactly(1622291696789000L, 1622291696789000L);
          assertThat(accepted(options, List.of("\"" + text + "\"", "true", "1e30"))).isEmpty();
          assertThat(TimestampFormat.parse(format.code())).isEqualTo(format);
        });
    JsonLinesOptions nanos =
        options("timestamptz")
            .withTimestamps(Map.of("c", TimestampFormat.EPOCH_NANOS), ZoneOffset.UTC);
    assertThat(accepted(nanos, List.of("-1", "-1000", "-1001", "-0.5", "1e-30", "-1e-30")))
        .containsExactly(-1L, -1L, -2L, -1L, 0L, -1L);
    JsonLinesOptions seconds =
        options("timestamp_ns")
            .withTimestamps(Map.of("c", TimestampFormat.EPOCH_SECONDS), ZoneOffset.UTC);
    assertThat(accepted(seconds, List.of("1.123456789", "253402300800", "9223372036.854775807")))
        .containsExactly(1_123_456_789L, Long.MAX_VALUE);
  }

  @Test
  void uuidsAndBinaryAreStrict() {
    assertThat(
            accepted(
                options("uuid"),
                quote(
                    List.of(
                        "F79C3e09-677c-4bbd-a479-3f349cb785e7",
                        "f79c3e09677c4bbda4793f349cb785e7",
                        "g79c3e09-677c-4bbd-a479-3f349cb785e7",
                        "f79c3e09-677c-4bbd-a4793-f349cb785e7"))))
        .containsExactly("f79c3e09677c4bbda4793f349cb785e7");
    assertThat(
            accepted(
                options("binary"),
                quote(
                    List.of(
                        "",
                        "AA==",
                        "AAE=",
                        "AAEC",
                        "+\\/8=",
                        "AAE",
                        "AB==",
                        "AAF=",
                        "A===",
                        "AA-_",
                        "AA= ",
                        "====",
                        "AA==AA=="))))
        .containsExactly("", "00", "0001", "000102", "fbff");
    assertThat(accepted(options("fixed[2]"), quote(List.of("AAE=", "AA==", "AAEC"))))
        .containsExactly("0001");
    assertThat(accepted(options("boolean"), List.of("true", "false", "1", "\"true\"", "TRUE")))
        .containsExactly(true, false);
  }
}
