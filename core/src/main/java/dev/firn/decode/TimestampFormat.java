package dev.firn.decode;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;

/** How the values of a timestamp column are written. */
public enum TimestampFormat {
  /** A string such as {@code 2021-05-29T12:34:56.789Z}. */
  ISO("iso", 0),
  /** A number of seconds since 1970-01-01T00:00Z; fractions are taken. */
  EPOCH_SECONDS("epoch-s", 0),
  /** A number of milliseconds. */
  EPOCH_MILLIS("epoch-ms", 3),
  /** A number of microseconds. */
  EPOCH_MICROS("epoch-us", 6),
  /** A number of nanoseconds. */
  EPOCH_NANOS("epoch-ns", 9);

  private final String code;
  private final int unitDigits;

  TimestampFormat(String code, int unitDigits) {
    this.code = code;
    this.unitDigits = unitDigits;
  }

  /** The name in a pipeline file. */
  public String code() {
    return code;
  }

  /** The unit of an epoch format, as decimal digits below the second. */
  public int unitDigits() {
    return unitDigits;
  }

  /** The format with a name. */
  public static TimestampFormat parse(String code) {
    for (TimestampFormat format : values()) {
      if (format.code.equals(code)) {
        return format;
      }
    }
    throw new FirnException(
        ErrorCode.CONFIG,
        "unknown timestamp format '"
            + code
            + "'; allowed are iso, epoch-s, epoch-ms, epoch-us, epoch-ns");
  }
}
