package dev.firn.decode.typed;

import org.apache.iceberg.types.Type;

/**
 * The type of single values in a file.
 *
 * @param type the Iceberg type that is closest: what a table made for the file would have
 * @param unitDigits times and timestamps: digits of the file's unit below the second, 3, 6 or 9
 * @param isText UUIDs: whether they are written as text
 * @param name as the format calls it, for messages
 */
public record SourceType(Type type, int unitDigits, boolean isText, String name) {
  /** A type that is no time. */
  public static SourceType of(Type type, String name) {
    return new SourceType(type, 0, false, name);
  }

  /** A time of day or timestamp. */
  public static SourceType ofTime(Type type, int unitDigits, String name) {
    return new SourceType(type, unitDigits, false, name);
  }
}
