package dev.firn.interop;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Where engines' SQL differs. Placeholders {@code %s} take an expression. */
enum Dialect {
  SPARK(
      '`',
      "unix_micros(%s)",
      "char_length(%s)",
      "date_format(%s, 'yyyy-MM-dd')",
      "timestamp '%sZ'"),
  FLINK(
      '`',
      "micros(%s)",
      "char_length(%s)",
      "date_format(%s, 'yyyy-MM-dd')",
      "cast(timestamp '%s' as timestamp_ltz(6))"),
  DUCKDB(
      '"',
      "epoch_us(%s)",
      "length(%s)",
      "strftime(%s at time zone 'UTC', '%%Y-%%m-%%d')",
      "timestamptz '%s+00'");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final char quote;
  private final String micros;
  private final String length;
  private final String day;
  private final String time;

  Dialect(char quote, String micros, String length, String day, String time) {
    this.quote = quote;
    this.micros = micros;
    this.length = length;
    this.day = day;
    this.time = time;
  }

  /** A column of the table {@code t}: names such as {@code bytes} are words of SQL for some. */
  String column(String path) {
    return "t." + quote + path.replace(".", quote + "." + quote) + quote;
  }

  String micros(String expression) {
    return String.format(Locale.ROOT, micros, expression);
  }

  String length(String expression) {
    return String.format(Locale.ROOT, length, expression);
  }

  String day(String expression) {
    return String.format(Locale.ROOT, day, expression);
  }

  String literal(Object value) {
    if (value instanceof Instant instant) {
      return String.format(Locale.ROOT, time, TIME.format(instant));
    }
    return value instanceof String text ? "'" + text.replace("'", "''") + "'" : value.toString();
  }
}
