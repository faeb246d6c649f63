package dev.firn.landing;

import dev.firn.error.ErrorCode;
import dev.firn.error.FirnException;
import java.util.Locale;
import org.apache.iceberg.transforms.Transform;

/**
 * A transform of a partition field, taken apart.
 *
 * @param kind which one
 * @param parameter N of {@code bucket[N]} or W of {@code truncate[W]}, 1 or more; else 0
 */
record PartitionTransform(Kind kind, int parameter) {
  /** The transforms that the Iceberg spec defines. */
  enum Kind {
    IDENTITY,
    YEAR,
    MONTH,
    DAY,
    HOUR,
    BUCKET,
    TRUNCATE,
    VOID
  }

  /**
   * Takes a transform apart by its text, which the Iceberg spec fixes.
   *
   * @throws FirnException with {@link ErrorCode#TABLE} if the spec does not define it
   */
  static PartitionTransform of(Transform<?, ?> transform) {
    String text = transform.toString();
    int bracket = text.indexOf('[');
    String name = bracket < 0 ? text : text.substring(0, bracket);
    try {
      Kind kind = Kind.valueOf(name.toUpperCase(Locale.ROOT));
      boolean wantsParameter = kind == Kind.BUCKET || kind == Kind.TRUNCATE;
      if (wantsParameter == bracket > 0) {
        return new PartitionTransform(
            kind, bracket < 0 ? 0 : Integer.parseInt(text, bracket + 1, text.length() - 1, 10));
      }
    } catch (IllegalArgumentException e) {
      // Falls through: the same answer as for a parameter that is missing.
    }
    throw new FirnException(
        ErrorCode.TABLE,
        "can't partition by the transform '"
            + text
            + "': known are identity, year, month, day, hour, bucket[N], truncate[W] and void;"
            + " replace the field in the table's spec");
  }

  /** The transform as the spec writes it. */
  @Override
  public String toString() {
    String name = kind.name().toLowerCase(Locale.ROOT);
    return parameter == 0 ? name : name + "[" + parameter + "]";
  }

  /** Whether the transform is a step function of time. */
  boolean isTime() {
    return kind == Kind.YEAR || kind == Kind.MONTH || kind == Kind.DAY || kind == Kind.HOUR;
  }
}
