package dev.firn.interop;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * A condition on a column of the first level.
 *
 * @param value a {@link String}, {@link Long} or {@link Instant} (whole milliseconds)
 */
record Condition(String column, Operator operator, Object value) {
  /** With seconds even if they are 0, which some programs insist on. */
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxxx", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** How a column and a value are compared. */
  enum Operator {
    EQUAL("="),
    AT_LEAST(">="),
    BELOW("<");

    final String sql;

    Operator(String sql) {
      this.sql = sql;
    }
  }

  /** Whether a row's value meets it; a time is microseconds, null never does. */
  boolean meets(Object cell) {
    if (cell == null) {
      return false;
    }
    int order =
        value instanceof String text ? ((String) cell).compareTo(text) : longOrder((Long) cell);
    return switch (operator) {
      case EQUAL -> order == 0;
      case AT_LEAST -> order >= 0;
      case BELOW -> order < 0;
    };
  }

  private int longOrder(long cell) {
    return Long.compare(
        cell, value instanceof Instant time ? time.toEpochMilli() * 1_000 : (Long) value);
  }

  /** The same for Iceberg's planner. */
  Expression expression() {
    Object literal = value instanceof Instant time ? time.toEpochMilli() * 1_000 : value;
    return switch (operator) {
      case EQUAL -> Expressions.equal(column, literal);
      case AT_LEAST -> Expressions.greaterThanOrEqual(column, literal);
      case BELOW -> Expressions.lessThan(column, literal);
    };
  }

  /** The value as a program that reads ISO-8601 wants it. */
  Object json() {
    return value instanceof Instant time ? ISO.format(time) : value;
  }
}
