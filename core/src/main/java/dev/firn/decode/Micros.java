package dev.firn.decode;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Event times as text. */
public final class Micros {
  private Micros() {}

  /** ISO-8601 in UTC; any long has one. */
  public static String format(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }
}
